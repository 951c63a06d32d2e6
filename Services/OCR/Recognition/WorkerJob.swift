import ReceiptUnderstanding
import Synchronization

/// One image to be read by a worker.
final class WorkerJob: Sendable {
    let id: UInt64
    let image: [UInt8]
    let progress: @Sendable (Int) -> Void

    private struct State {
        var continuation: CheckedContinuation<RecognizedPage, any Error>?
        var isCancelled = false
        var isFinished = false
    }

    private let state = Mutex(State())

    init(id: UInt64, image: [UInt8], progress: @escaping @Sendable (Int) -> Void) {
        self.id = id
        self.image = image
        self.progress = progress
    }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Registers the caller's continuation; a cancelled job is resumed at once.
    /// - Returns: whether the job is still wanted.
    func begin(_ continuation: CheckedContinuation<RecognizedPage, any Error>) -> Bool {
        let wanted = state.withLock { state in
            if state.isCancelled {
                state.isFinished = true
                return false
            }
            state.continuation = continuation
            return true
        }
        if !wanted { continuation.resume(throwing: CancellationError()) }
        return wanted
    }

    /// Resumes the caller, once.
    func finish(_ result: Result<RecognizedPage, any Error>) {
        let continuation = state.withLock { state -> CheckedContinuation<RecognizedPage, any Error>? in
            defer { state.continuation = nil }
            state.isFinished = true
            return state.continuation
        }
        continuation?.resume(with: result)
    }

    func cancel() {
        state.withLock { $0.isCancelled = true }
        finish(.failure(CancellationError()))
    }
}
