import Glibc
import UnixSignals

/// Handles Ctrl-C while a command runs.
enum Interrupts {
    /// Runs `body` and cancels it at the first interrupt; a second one ends the program at once.
    /// - Throws: errors of `body`; after an interrupt, its `Failure` or `CancellationError`.
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
