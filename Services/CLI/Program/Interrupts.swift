import Dispatch
import Glibc

/// Ctrl-C while a command works.
enum Interrupts {
    /// Runs `body`, which is cancelled by the first interrupt; a second one ends the program at once.
    /// - Throws: `CancellationError` when it was interrupted.
    static func cancelling<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = Task { try await body() }
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                if task.isCancelled { _exit(ExitStatus.cancelled.rawValue) }
                task.cancel()
            }
            source.resume()
            return source
        }
        defer {
            sources.forEach { $0.cancel() }
            for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
        }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch  where task.isCancelled {
            throw CancellationError()
        }
    }
}
