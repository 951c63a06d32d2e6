package import Foundations
package import Logging
package import Postgres
import RPC
import Synchronization

/// Why an event couldn't be delivered.
package enum DeliveryFailure: Error, Sendable, Equatable {
    /// The receiver will never take it, such as a message that can't be decoded: the event is parked for an operator.
    case rejected(String)
    /// The receiver can't take events at the moment: this one is tried again, and others wait with it.
    case unavailable(String)
    /// Anything else, which may pass: the event is tried again.
    case failed(String)

    /// A sentence for operators, without personal data.
    package var reason: String {
        switch self {
        case .rejected(let reason), .unavailable(let reason), .failed(let reason): reason
        }
    }
}

/// Delivers the events of an outbox, at least once each, and in order for each receiver and key.
///
/// Any number of relays, in any number of processes, share an outbox. Each receiver has deliveries of its own, so that one
/// that hangs holds up no other. A failed delivery is repeated for ever, with growing pauses; meanwhile later events of
/// the same receiver and key wait. Only what the receiver will never take is parked: it stays in the table for operators,
/// and later events of its key go on without it.
package struct OutboxRelay: Sendable {
    /// How a relay works.
    package struct Configuration: Sendable {
        /// How many deliveries to one receiver run at once, each of another key.
        package var concurrency = 8
        /// How long to wait when nothing happens; notifications wake the relay earlier.
        package var pollInterval = Duration.seconds(5)
        /// How long one delivery may take; after it the delivery is cancelled and counts as failed.
        package var deliveryTimeout = Duration.seconds(30)
        /// The pauses of an event between attempts.
        package var backoff = Backoff.doubling(from: .seconds(1), to: .seconds(300))
        /// The pauses of a receiver that can't be reached: after each of them one event finds out whether it is back.
        package var outageBackoff = Backoff.doubling(from: .milliseconds(250), to: .seconds(15))

        /// The longest pause of an event whose receiver can't be reached: a receiver that is back soon has it, and while it is
        /// away another event asks next.
        var longestOutagePause: Duration { outageBackoff.maximum * 2 }

        /// The usual settings.
        package init() {}
    }

    /// Hands an event to its receiver, and returns when that has taken it.
    package typealias Deliver = @Sendable (OutboxEvent) async throws -> Void

    private let pool: PostgresPool
    private let queue: LeaseQueue<QueuedEvent>
    private let configuration: Configuration
    private let clock: any WallClock
    private let log: Logger
    private let deliver: Deliver
    private let receivers = Receivers()

    /// A relay of the outbox in the schema that `pool` is configured with.
    /// - Parameters:
    ///   - clock: Decides about pauses.
    ///   - time: Decides about leases.
    ///   - deliver: Throws ``DeliveryFailure``, or anything else for what may pass.
    package init(
        pool: PostgresPool,
        configuration: Configuration = Configuration(),
        clock: any WallClock = SystemWallClock(),
        time: QueueTime = .database,
        log: Logger,
        deliver: @escaping Deliver
    ) {
        self.pool = pool
        queue = Outbox.queue(in: pool, time: time)
        self.configuration = configuration
        self.clock = clock
        self.log = log
        self.deliver = deliver
    }

    /// Delivers until the task is cancelled; deliveries that run then are cancelled and left to other relays.
    /// - Parameter status: Shows the work as failing while the outbox can't be read for more than ten seconds.
    package func run(reporting status: WorkStatus? = nil) async {
        await withDiscardingTaskGroup { group in
            var outage = QueueOutage(of: "the outbox", reportingTo: status)
            group.addTask { await listen() }
            while !Task.isCancelled {
                let signals = receivers.signal.count
                var pause = configuration.pollInterval
                do {
                    let found = try await Outbox.receivers(in: pool)
                    outage.end()
                    for receiver in found {
                        guard let signal = receivers.add(receiver) else { continue }
                        group.addTask { await worker(for: receiver, signal).run(reporting: status) }
                    }
                } catch {
                    if Task.isCancelled { return }
                    outage.fail(at: clock.now)
                    log.warning("the outbox can't be read", metadata: ["error": "\(error)"])
                    pause = .seconds(1)
                }
                await receivers.signal.wait(after: signals, atMost: pause, clock: clock)
            }
        }
    }

    /// Delivers what is due now, to all receivers.
    /// - Returns: How many deliveries were tried.
    package func deliverBatch() async throws -> Int {
        let receivers = try await Outbox.receivers(in: pool)
        return try await withThrowingTaskGroup(of: Int.self) { group in
            for receiver in receivers {
                group.addTask { try await worker(for: receiver, WorkSignal()).runOnce() }
            }
            return try await group.reduce(0, +)
        }
    }

    private func listen() async {
        let schema = pool.configuration.schema ?? "public"
        for await event in pool.listen(Outbox.channel(schema: schema)) {
            // Its payload is the receiver; relays and writers of former versions send none.
            if case .notification(let notification) = event, !notification.payload.isEmpty {
                receivers.notify(notification.payload)
            } else {
                receivers.notifyAll()
            }
        }
    }

    private func worker(for receiver: String, _ signal: WorkSignal) -> LeaseWorker<QueuedEvent> {
        var settings = LeaseWorker<QueuedEvent>.Configuration()
        settings.concurrency = configuration.concurrency
        settings.pollInterval = configuration.pollInterval
        settings.backoff = configuration.backoff
        settings.outageBackoff = configuration.outageBackoff
        return LeaseWorker(
            "delivery to \(receiver)",
            queue: queue,
            where: { QueuedEvent.isFor(receiver) },
            configuration: settings,
            signal: signal,
            clock: clock,
            log: log,
            judge: { lease, error in judge(lease, error) }
        ) { lease in
            try await deliverInTime(lease.work.event)
            return .finished
        }
    }

    private func judge(_ lease: Lease<QueuedEvent>, _ error: any Error) -> WorkOutcome? {
        guard let failure = error as? DeliveryFailure else { return nil }
        let pause = configuration.backoff.delay(afterFailures: lease.attempt)
        log.debug(
            "a delivery failed",
            metadata: ["event": "\(lease.work.event.id)", "reason": "\(failure.reason)", "attempt": "\(lease.attempt)"]
        )
        return switch failure {
        case .rejected(let reason): .parked(reason: reason)
        case .unavailable(let reason): .unavailable(min(pause, configuration.longestOutagePause), reason: reason)
        case .failed(let reason): .postponed(pause, reason: reason)
        }
    }

    private func deliverInTime(_ event: OutboxEvent) async throws {
        try await guarding(
            { try await deliver(event) },
            by: {
                try await clock.sleep(for: configuration.deliveryTimeout)
                throw DeliveryFailure.failed("the delivery took longer than \(configuration.deliveryTimeout)")
            }
        )
    }
}

/// The receivers that a relay has found so far.
private final class Receivers: Sendable {
    /// Given when there may be a receiver that wasn't found yet.
    let signal = WorkSignal()
    private let known = Mutex<[String: WorkSignal]>([:])

    /// - Returns: The signal of a receiver that is new; nil when it is known.
    func add(_ receiver: String) -> WorkSignal? {
        known.withLock { known in
            guard known[receiver] == nil else { return nil }
            let signal = WorkSignal()
            known[receiver] = signal
            return signal
        }
    }

    func notify(_ receiver: String) { (known.withLock { $0[receiver] } ?? signal).notify() }

    func notifyAll() {
        signal.notify()
        known.withLock { Array($0.values) }.forEach { $0.notify() }
    }
}
