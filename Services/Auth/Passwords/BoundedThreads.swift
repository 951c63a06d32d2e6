import NIOPosix
import RPC
import Synchronization

/// Threads for work that computes for long, so that neither event loops nor tasks wait for it: so many pieces of work at
/// once, so many more that wait, and the rest is refused.
final class BoundedThreads: Sendable {
    /// Work that may run or wait at once.
    let capacity: Int
    private let pool: NIOThreadPool
    private let admitted = Mutex(0)

    /// Starts the threads.
    /// - Parameters:
    ///   - threads: Pieces of work at once.
    ///   - queueLimit: Pieces of work that may wait.
    init(threads: Int, queueLimit: Int) {
        capacity = threads + queueLimit
        pool = NIOThreadPool(numberOfThreads: threads)
        pool.start()
    }

    deinit { pool.shutdownGracefully { _ in } }

    /// Work that runs or waits now.
    var load: Int { admitted.withLock { $0 } }

    /// Runs work on one of the threads. Work that has not begun when the task is cancelled is not begun.
    /// - Throws: RESOURCE_EXHAUSTED when too much is waiting; `CancellationError`; what the work throws.
    func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        let isAdmitted = admitted.withLock { count in
            guard count < capacity else { return false }
            count += 1
            return true
        }
        guard isAdmitted else {
            throw Status(
                .resourceExhausted,
                "Too many people are signing in at this moment. Please try again in a few seconds.",
                retryDelay: .seconds(2),
                reason: .tooManySignIns
            )
        }
        defer { admitted.withLock { $0 -= 1 } }
        return try await pool.runIfActive(work)
    }
}

extension StatusReason {
    /// Too many passwords are being checked at once.
    static let tooManySignIns: StatusReason = "TOO_MANY_SIGN_INS"
}
