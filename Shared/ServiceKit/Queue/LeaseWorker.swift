import Foundation
package import Foundations
package import Logging
package import Postgres
import RPC
import Synchronization

/// Does the work of a ``LeaseQueue``: claims it, renews its leases and records its outcomes.
///
/// Any number of workers, in any number of processes, share a queue. When a worker's task is cancelled, the work it does
/// is cancelled and free for others at once; when its process dies, once the lease ends.
package struct LeaseWorker<Work: QueuedWork>: Sendable {
    /// How a worker works.
    package struct Configuration: Sendable {
        /// How many pieces of work are done at a time.
        package var concurrency = 1
        /// How long to wait when nothing is due; a signal ends it earlier.
        package var pollInterval = Duration.seconds(5)
        /// The pauses of a piece of work after attempts that failed.
        package var backoff = Backoff.doubling(from: .milliseconds(500), to: .seconds(15))
        /// The pauses of the worker while the queue can't be read or what its work needs is unavailable.
        package var outageBackoff = Backoff.doubling(from: .milliseconds(100), to: .seconds(5))
        /// After how many attempts work that fails unexpectedly is parked; nil for never.
        package var attemptLimit: Int?

        /// The usual settings.
        package init() {}
    }

    /// Does a piece of work, and returns what happens to its row.
    package typealias Perform = @Sendable (Lease<Work>) async throws -> WorkOutcome
    /// Decides about work that failed; nil for the default. May change the row under the lease; when it throws, it is called
    /// again until the lease has ended.
    package typealias Judge = @Sendable (Lease<Work>, any Error) async throws -> WorkOutcome?

    /// What log, metrics and health call the queue.
    let name: String
    /// The queue whose work it does.
    let queue: LeaseQueue<Work>
    private let condition: @Sendable () -> Statement
    private let configuration: Configuration
    private let wakeUp: WakeUp?
    private let signal: WorkSignal
    private let clock: any WallClock
    private let log: Logger
    private let perform: Perform
    private let judge: Judge
    private let load = WorkerLoad()

    /// A worker of `queue`.
    /// - Parameters:
    ///   - name: What log, metrics and health call the queue, such as "purchase_lookups".
    ///   - condition: Which rows of the queue, with the row called `work`; asked before each claim.
    ///   - wakeUp: Notifications of the database that wake the worker; without any it polls.
    ///   - signal: Wakes the worker when there may be work.
    ///   - clock: Decides about pauses; the queue has its own for leases.
    ///   - judge: Decides about failures. Without one, work that fails is postponed by the backoff, counted unless the
    ///     database failed, and parked beyond the limit of attempts.
    package init(
        _ name: String,
        queue: LeaseQueue<Work>,
        where condition: @escaping @Sendable () -> Statement = { "true" },
        configuration: Configuration = Configuration(),
        wokenBy wakeUp: WakeUp? = nil,
        signal: WorkSignal = WorkSignal(),
        clock: any WallClock = SystemWallClock(),
        log: Logger,
        judge: @escaping Judge = { _, _ in nil },
        perform: @escaping Perform
    ) {
        self.name = name
        self.queue = queue
        self.condition = condition
        self.configuration = configuration
        self.wakeUp = wakeUp
        self.signal = signal
        self.clock = clock
        self.log = log
        self.judge = judge
        self.perform = perform
    }

    // MARK: Claiming

    /// Works until the task is cancelled.
    /// - Parameter status: Shows the work as failing while the queue can't be read for more than ten seconds.
    package func run(reporting status: WorkStatus? = nil) async {
        await withDiscardingTaskGroup { group in
            if let wakeUp { group.addTask { await listen(wakeUp) } }
            await work(reporting: status)
        }
    }

    private func listen(_ wakeUp: WakeUp) async {
        for await event in queue.pool.listen("\(wakeUp.channel)_\(queue.pool.configuration.schema ?? "public")") {
            // What was sent before listening began is lost, and may have been about work.
            if case .notification(let notification) = event, !wakeUp.condition(notification.payload) { continue }
            signal.notify()
        }
    }

    private func work(reporting status: WorkStatus?) async {
        await withDiscardingTaskGroup { group in
            var failures = 0
            var outage = QueueOutage(of: name, reportingTo: status)
            while !Task.isCancelled {
                let signals = signal.count
                do {
                    if let pause = load.takePause(configuration.outageBackoff) { try await clock.sleep(for: pause) }
                    let leases = try await claim()
                    let pause = leases.isEmpty ? try await idleTime() : nil
                    failures = 0
                    outage.end()
                    for lease in leases {
                        group.addTask {
                            await handle(lease)
                            load.end()
                            signal.notify()
                        }
                    }
                    if let pause { await signal.wait(after: signals, atMost: pause, clock: clock) }
                } catch {
                    if Task.isCancelled { return }
                    failures += 1
                    outage.fail(at: clock.now)
                    if failures == 1 { log.warning("a queue can't be read", metadata: metadata(["error": "\(error)"])) }
                    try? await clock.sleep(for: configuration.outageBackoff.delay(afterFailures: failures))
                }
            }
        }
    }

    /// Does what is due now, and returns when all of it is settled.
    /// - Returns: How many pieces of work were claimed.
    package func runOnce() async throws -> Int {
        let leases = try await claim()
        await withDiscardingTaskGroup { group in
            for lease in leases {
                group.addTask {
                    await handle(lease)
                    load.end()
                }
            }
        }
        return leases.count
    }

    private func claim() async throws -> [Lease<Work>] {
        let free = load.free(of: configuration.concurrency)
        guard free > 0 else { return [] }
        let leases = try await queue.claim(atMost: free, where: condition())
        load.begin(leases.count)
        return leases
    }

    /// How long to wait while nothing is due, unless a signal comes.
    private func idleTime() async throws -> Duration {
        var limit = configuration.pollInterval
        if load.free(of: configuration.concurrency) > 0, let due = try await queue.nextDue(where: condition()) {
            limit = min(limit, max(due, .milliseconds(5)))
        }
        return limit
    }

    // MARK: Working

    private func handle(_ lease: Lease<Work>) async {
        let result: Result<WorkOutcome, any Error>
        do {
            result = .success(try await guarding({ try await perform(lease) }, by: { try await keep(lease) }))
        } catch {
            result = .failure(error)
        }
        let isStopping = Task.isCancelled
        // Not cancelled with the worker: what isn't done is free for others at once, what is done stays done.
        await Task { await settle(lease, result, isStopping: isStopping) }.value
    }

    /// Renews a lease until the task is cancelled.
    /// - Throws: ``LeaseLost``.
    private func keep(_ lease: Lease<Work>) async throws {
        while true {
            try await clock.sleep(for: queue.duration / 3)
            do {
                guard try await queue.renew(lease) else { throw LeaseLost() }
            } catch let error as PostgresError {
                // The database may come back before the lease ends.
                log.debug("a lease could not be renewed", metadata: metadata(["error": "\(error)"]))
            }
        }
    }

    private func settle(_ lease: Lease<Work>, _ result: Result<WorkOutcome, any Error>, isStopping: Bool) async {
        let end = clock.now.addingTimeInterval(queue.duration.inSeconds)
        var failures = 0
        while true {
            do {
                return try await record(try await outcome(lease, result, isStopping: isStopping), lease)
            } catch {
                failures += 1
                // Without a record the lease ends, and the work is done again.
                guard !isStopping, clock.now < end else {
                    return log.warning("an outcome can't be recorded", metadata: metadata(["error": "\(error)"]))
                }
                try? await clock.sleep(for: Self.recordBackoff.delay(afterFailures: failures))
            }
        }
    }

    private static var recordBackoff: Backoff { .doubling(from: .milliseconds(100), to: .seconds(2)) }

    private func outcome(
        _ lease: Lease<Work>,
        _ result: Result<WorkOutcome, any Error>,
        isStopping: Bool
    ) async throws -> WorkOutcome {
        let error: any Error
        switch result {
        case .success(let outcome): return outcome
        case .failure(let failure): error = failure
        }
        if error is LeaseLost { return .lost }
        if let outcome = try await judge(lease, error) { return outcome }
        if isStopping || error is CancellationError { return .postponed(.zero, isCounted: false) }
        let reason = Self.reason(of: error)
        log.warning("work has to wait", metadata: metadata(["error": "\(error)", "attempt": "\(lease.attempt)"]))
        if let error = error as? PostgresError, error.isOutage || error.isRetryable {
            let pause = configuration.backoff.delay(afterFailures: 1)
            return .postponed(pause, isCounted: false, reason: reason)
        }
        if let limit = configuration.attemptLimit, lease.attempt >= limit { return .parked(reason: reason) }
        return .postponed(configuration.backoff.delay(afterFailures: lease.attempt), reason: reason)
    }

    private func record(_ outcome: WorkOutcome, _ lease: Lease<Work>) async throws {
        let isHeld: Bool
        switch outcome {
        case .settled: isHeld = true
        case .lost: isHeld = false
        case .finished: isHeld = try await queue.finish(lease)
        case .postponed(let pause, let isCounted, let reason):
            isHeld = try await queue.postpone(lease, by: pause, isCounted: isCounted, reason: reason)
        case .unavailable(let pause, let reason):
            isHeld = try await queue.postpone(lease, by: pause, reason: reason)
        case .parked(let reason):
            log.error("work is parked", metadata: metadata(["reason": "\(reason)", "attempts": "\(lease.attempt)"]))
            isHeld = try await queue.park(lease, reason: reason)
        }
        if !isHeld { log.info("another worker has taken the work over", metadata: metadata([:])) }
        load.record(outcome)
    }

    private func metadata(_ metadata: Logger.Metadata) -> Logger.Metadata {
        metadata.merging(["work": "\(name)"]) { $1 }
    }

    /// Only errors made for an operator's eyes are kept word for word; others could quote a user's data.
    static func reason(of error: any Error) -> String {
        let text =
            switch error {
            case let error as PostgresError: error.description
            case let status as Status: "\(status.code)"
            default: String(describing: type(of: error))
            }
        return String(String(text.prefix(500)).unicodeScalars.filter { $0 != "\0" })
    }
}

/// How much a worker does at the moment, and whether what its work needs is unavailable.
private final class WorkerLoad: Sendable {
    private struct State {
        var running = 0
        /// Outages in a row.
        var outages = 0
        var isPauseDue = false
    }

    private let state = Mutex(State())

    /// How many pieces of work may begin: during an outage one at a time, to find out whether it is over.
    func free(of limit: Int) -> Int { state.withLock { ($0.outages > 0 ? 1 : limit) - $0.running } }

    func begin(_ count: Int) { state.withLock { $0.running += count } }

    func end() { state.withLock { $0.running -= 1 } }

    func record(_ outcome: WorkOutcome) {
        state.withLock { state in
            switch outcome {
            case .unavailable:
                // Those that were under way when it began count as one.
                if !state.isPauseDue { state.outages += 1 }
                state.isPauseDue = true
            case .finished, .settled, .parked:
                state.outages = 0
                state.isPauseDue = false
            case .postponed, .lost: break
            }
        }
    }

    /// The pause before the next claim during an outage, once for each, when all that was under way has ended.
    func takePause(_ backoff: Backoff) -> Duration? {
        state.withLock { state in
            guard state.isPauseDue, state.running == 0 else { return nil }
            state.isPauseDue = false
            return backoff.delay(afterFailures: state.outages)
        }
    }
}
