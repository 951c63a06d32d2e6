import Glibc
import UnixSignals

/// Ctrl-C while a command works.
enum Interrupts {
    /// Runs `body`, which is cancelled by the first interrupt; a second one ends the program at once.
    /// - Throws: What `body` does; when it was interrupted, a `Failure` that it told about it, or `CancellationError`.
    static func cancelling(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        let task = Task { try await body() }
        let watch = Task {
            for await _ in signals {
                if task.isCancelled { _exit(ExitStatus.cancelled.rawValue) }
                task.cancel()
            }
        }
        defer { watch.cancel() }
        do {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch  where task.isCancelled && !(error is Failure) {
            throw CancellationError()
        }
    }
}
