import FoundationEssentials
package import Foundations
package import Logging

/// Delivers the events of an outbox, at least once each, and in order for each topic and key.
///
/// Any number of relays, in any number of processes, share an outbox. A failed delivery is repeated after a growing
/// pause; meanwhile later events of the same topic and key wait. An event that fails for good is parked: it stays in the
/// table for the operator, and later events of its topic and key go on without it.
package struct OutboxRelay: Sendable {
    /// How a relay works.
    package struct Configuration: Sendable {
        /// How many deliveries run at once, each of another topic and key.
        package var concurrency = 16
        /// How long to sleep when nothing happens; notifications wake the relay earlier.
        package var pollInterval = Duration.seconds(5)
        /// How long one delivery may take. After it the delivery is cancelled; after twice of it another relay may try.
        package var deliveryTimeout = Duration.seconds(30)
        /// The pauses between attempts.
        package var backoff = Backoff.doubling(from: .seconds(1), to: .seconds(300))
        /// After how many failed attempts an event is parked.
        package var attemptLimit = 20

        /// The usual settings.
        package init() {}
    }

    private let pool: PostgresPool
    private let schema: String
    private let configuration: Configuration
    private let clock: any WallClock
    private let logger: Logger
    private let queue: OutboxQueue
    private let deliver: @Sendable (OutboxEvent) async throws -> Void
    private let wake = WakeSignal()

    /// A relay of the outbox in the schema that `pool` is configured with.
    /// - Parameter deliver: hands an event to its receivers and returns when all have taken it. It throws
    ///   `OutboxDeliveryError.permanent` when trying again is pointless, and anything else when it isn't.
    package init(
        pool: PostgresPool,
        configuration: Configuration = Configuration(),
        clock: any WallClock = SystemWallClock(),
        logger: Logger,
        deliver: @escaping @Sendable (OutboxEvent) async throws -> Void
    ) {
        self.pool = pool
        schema = pool.configuration.schema ?? "public"
        self.configuration = configuration
        self.clock = clock
        self.logger = logger
        self.deliver = deliver
        queue = OutboxQueue(pool: pool, owner: UUID())
    }

    /// Delivers until the task is cancelled; deliveries that run then are cancelled and left to other relays.
    package func run() async {
        await withTaskGroup { group in
            group.addTask {
                for await _ in pool.listen(Outbox.channel(schema: schema)) { wake.signal() }
            }
            group.addTask { await work() }
        }
    }

    private func work() async {
        let backoff = Backoff.doubling(from: .milliseconds(100), to: .seconds(5))
        var failures = 0
        while !Task.isCancelled {
            do {
                while try await deliverBatch() > 0 {}
                failures = 0
                await sleep(for: try await idleTime())
            } catch {
                if Task.isCancelled { return }
                failures += 1
                if failures == 1 { logger.warning("The outbox can't be read", metadata: ["error": "\(error)"]) }
                await sleep(for: backoff.delay(afterFailures: failures))
            }
        }
    }

    private func idleTime() async throws -> Duration {
        guard let due = try await queue.nextDue() else { return configuration.pollInterval }
        return min(configuration.pollInterval, max(.milliseconds(1), .seconds(due.timeIntervalSince(clock.now))))
    }

    private func sleep(for duration: Duration) async {
        await withTaskGroup { group in
            group.addTask { try? await clock.sleep(for: duration) }
            group.addTask { await wake.wait() }
            await group.next()
            group.cancelAll()
        }
    }

    /// Claims and delivers what is due.
    /// - Returns: how many events were claimed.
    package func deliverBatch() async throws -> Int {
        let claims = try await queue.claim(
            atMost: configuration.concurrency,
            now: clock.now,
            lease: configuration.deliveryTimeout * 2
        )
        await withTaskGroup { group in
            for claim in claims { group.addTask { await handle(claim) } }
        }
        return claims.count
    }

    private func handle(_ claim: OutboxQueue.Claim) async {
        let failure: (any Error)?
        do {
            if claim.attempt > configuration.attemptLimit {
                throw OutboxDeliveryError.permanent("the relay ended during the last attempts")
            }
            try await deliverInTime(claim.event)
            failure = nil
        } catch {
            failure = error
        }
        let isStopping = Task.isCancelled
        // Not cancelled with the relay: what was delivered must be removed, what wasn't must be left to others.
        let settling = Task {
            do {
                try await settle(claim, failure: failure, isStopping: isStopping)
            } catch {
                // The lease runs out and the event is delivered again.
                logger.warning(
                    "The outcome of a delivery couldn't be recorded",
                    metadata: ["event": "\(claim.event.id)", "error": "\(error)"]
                )
            }
        }
        await settling.value
    }

    private func settle(_ claim: OutboxQueue.Claim, failure: (any Error)?, isStopping: Bool) async throws {
        guard let failure else { return try await queue.remove(claim) }
        let reason = Self.reason(of: failure)
        let isPermanent = (failure as? OutboxDeliveryError)?.isPermanent ?? false
        if isPermanent || claim.attempt >= configuration.attemptLimit {
            logger.error(
                "An event is parked",
                metadata: [
                    "event": "\(claim.event.id)", "topic": "\(claim.event.topic)", "attempts": "\(claim.attempt)",
                    "reason": "\(reason)",
                ]
            )
            try await queue.park(claim, at: clock.now, reason: reason)
        } else if isStopping {
            try await queue.release(claim)
        } else {
            let pause = configuration.backoff.delay(afterFailures: claim.attempt)
            logger.debug("A delivery failed", metadata: ["event": "\(claim.event.id)", "reason": "\(reason)"])
            try await queue.postpone(claim, until: clock.now + pause.inSeconds, reason: reason)
        }
    }

    private func deliverInTime(_ event: OutboxEvent) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { try await deliver(event) }
            group.addTask {
                try await clock.sleep(for: configuration.deliveryTimeout)
                throw OutboxDeliveryError.transient("the delivery took longer than \(configuration.deliveryTimeout)")
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    // Only errors made for the operator's eyes are kept word for word; others could quote a user's data.
    private static func reason(of error: any Error) -> String {
        let text =
            switch error {
            case let error as OutboxDeliveryError: error.description
            case let error as PostgresError: error.description
            default: String(describing: type(of: error))
            }
        return String(String(text.prefix(500)).unicodeScalars.filter { $0 != "\0" })
    }
}
