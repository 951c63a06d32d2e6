package import CoreMetrics
package import FoundationEssentials
import NIOCore
import NIOPosix
package import RPC
import Synchronization

/// Threads for work that blocks or computes for long, away from event loops and tasks.
///
/// A handler's task runs on its connection's event loop, and `@concurrent` doesn't take it off: such work goes through a pool.
/// A fixed number of pieces of work runs at once, a fixed number more waits, and the rest is rejected.
package final class BlockingPool: Sendable {
    /// Work that may run or wait at once.
    let capacity: Int
    private let pool: NIOThreadPool
    private let rejection: Status
    private let rejections: Counter
    private let busy: Meter
    private let admitted = Mutex(0)

    /// Starts the threads.
    /// - Parameters:
    ///   - name: What metrics call it, such as "passwords".
    ///   - threads: Pieces of work at once.
    ///   - queueLimit: Pieces of work that may wait.
    ///   - rejection: What callers receive when the queue is full; with a sentence for them.
    ///   - metrics: Where load and rejections are counted.
    package init(
        _ name: String,
        threads: Int,
        queueLimit: Int,
        rejection: Status,
        metrics: any MetricsFactory = MetricsSystem.factory
    ) {
        capacity = threads + queueLimit
        self.rejection = rejection
        let dimensions = [("pool", name)]
        rejections = Counter(label: "larder.blocking_pool.rejections", dimensions: dimensions, factory: metrics)
        busy = Meter(label: "larder.blocking_pool.load", dimensions: dimensions, factory: metrics)
        pool = NIOThreadPool(numberOfThreads: threads)
        pool.start()
    }

    deinit { pool.shutdownGracefully { _ in } }

    /// Work that runs or waits now.
    package var load: Int { admitted.withLock { $0 } }

    /// Runs work on one of the threads. Work that has not begun when the task is cancelled is not begun.
    /// - Throws: The pool's rejection when too much is waiting; `CancellationError`; what the work throws.
    package func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        guard change(by: 1) else {
            rejections.increment()
            throw rejection
        }
        defer { _ = change(by: -1) }
        return try await pool.runIfActive(work)
    }

    private func change(by amount: Int) -> Bool {
        admitted.withLock { count in
            guard count + amount <= capacity else { return false }
            count += amount
            busy.set(count)
            return true
        }
    }
}

extension BlockingPool {
    /// The pool of a program for computing that takes milliseconds: a thread a processor.
    package static let computing = BlockingPool(
        "computing",
        threads: System.coreCount,
        queueLimit: 1_000,
        rejection: Status(
            .resourceExhausted,
            .services.busy,
            retryDelay: .seconds(1),
            reason: .busy
        )
    )
}

/// Computes on another thread than the event loop that serves the connection, for the same call.
/// - Throws: RESOURCE_EXHAUSTED when too much is waiting; `CancellationError`; what the work throws.
package func offLoop<Result: Sendable>(
    on pool: BlockingPool = .computing,
    _ work: @escaping @Sendable () throws -> Result
) async throws -> Result {
    let context = CallContext.current
    return try await pool.run { try CallContext.$current.withValue(context, operation: work) }
}

/// Users' turns on the threads for computing.
private let computingTurns = FairTurns<UUID>(System.coreCount)

/// Computes for a user on the pool for computing, in which users take turns, so that none waits for all of another's work.
/// - Throws: RESOURCE_EXHAUSTED when too much of services is waiting; `CancellationError`; what the work throws.
package func offLoop<Result: Sendable>(
    for user: UUID,
    _ work: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await computingTurns.withTurn(of: user) { try await offLoop(work) }
}

/// Runs asynchronous work on Swift's shared threads in place of the event loop that serves the connection.
///
/// For work that doesn't block but computes between its waits, such as sending many megabytes to the database.
nonisolated(nonsending) package func onSharedThreads<Result: Sendable, Failure: Error>(
    _ work: @Sendable () async throws(Failure) -> Result
) async throws(Failure) -> Result {
    try await withTaskExecutorPreference(globalConcurrentExecutor) { () async throws(Failure) -> Result in
        try await work()
    }
}

extension StatusReason {
    /// Too much work waits for threads.
    package static let busy: StatusReason = "BUSY"
}
