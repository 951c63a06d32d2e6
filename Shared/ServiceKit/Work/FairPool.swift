package import CoreMetrics
import NIOPosix
package import RPC

/// Threads for work that blocks or computes for long, which holders share fairly.
///
/// Work takes a place, then waits for its holder's turn, then runs: ``FairShares`` says who is rejected, so that a holder of
/// many places leaves some to others, and ``FairTurns`` who is next. Load and rejections show in the metrics of ``BlockingPool``.
package final class FairPool<Holder: Hashable & Sendable>: Sendable {
    private let places: FairShares<Holder>
    private let turns: FairTurns<Holder>
    private let pool: NIOThreadPool
    private let rejection: Status
    private let rejections: Counter
    private let busy: Meter

    /// Starts the threads.
    /// - Parameters:
    ///   - name: What metrics call it, such as "passwords".
    ///   - threads: Pieces of work at once.
    ///   - kept: How many threads are kept for holders with a single piece of work while several have more; fewer than all.
    ///   - queueLimit: Pieces of work that may wait.
    ///   - rejection: What callers receive when no place is left to them; with a sentence for them.
    ///   - metrics: Where load and rejections are counted.
    package init(
        _ name: String,
        threads: Int,
        keeping kept: Int = 0,
        queueLimit: Int,
        rejection: Status,
        metrics: any MetricsFactory = MetricsSystem.factory
    ) {
        places = FairShares(capacity: threads + queueLimit)
        turns = FairTurns(threads, keeping: kept)
        self.rejection = rejection
        let dimensions = [("pool", name)]
        rejections = Counter(label: "larder.blocking_pool.rejections", dimensions: dimensions, factory: metrics)
        busy = Meter(label: "larder.blocking_pool.load", dimensions: dimensions, factory: metrics)
        pool = NIOThreadPool(numberOfThreads: threads)
        pool.start()
    }

    deinit { pool.shutdownGracefully { _ in } }

    /// Work that runs or waits now.
    package var load: Int { places.taken }

    /// Runs work on one of the threads when it is the holder's turn. Work whose task is cancelled before is not begun.
    /// - Parameters:
    ///   - groups: Those to which the holder belongs, from the smallest: the largest has as many places as a holder that belongs
    ///     to none, of which its members leave some to each other, and its members have its turns.
    /// - Throws: The pool's rejection when too much waits, or too much of the holder; `CancellationError`; what the work throws.
    package func run<Result: Sendable>(
        for holder: Holder,
        within groups: [Holder] = [],
        _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        let holders = [holder] + groups
        guard places.take(holders) else {
            rejections.increment()
            throw rejection
        }
        busy.increment()
        defer {
            places.giveBack(holders)
            busy.decrement()
        }
        return try await turns.withTurn(of: groups.last ?? holder) { try await pool.runIfActive(work) }
    }
}
