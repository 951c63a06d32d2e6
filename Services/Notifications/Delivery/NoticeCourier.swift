import Foundation
import Foundations
import Logging
import NotificationsMessages
import Postgres
import RPC
import ServiceKit

/// Why something could not go out by a channel.
enum ChannelFailure: Error, Equatable {
    /// Trying again is pointless. The reason is for operators and without personal data.
    case permanent(reason: String)
    /// It may work later, after this time if somebody has said one.
    case passing(reason: String, after: Duration? = nil)

    /// The time that somebody has said; zero if nobody has.
    var pause: Duration {
        if case .passing(_, let after?) = self { after } else { .zero }
    }
}

/// A way out of Larder.
protocol OutsideChannel: Sendable {
    /// Sends notices to a user, together; returns when somebody else is responsible for them, or nobody wants them.
    /// - Returns: Whether they were sent; false when the user cannot be reached by this channel, and nothing is wrong with it. The
    ///   other channels that the user has chosen take over then, and operators have nothing to do.
    /// - Throws: ``ChannelFailure``.
    func send(_ notices: [OutsideNotice], _ lease: Lease<NoticeDelivery>) async throws -> Bool
}

/// Brings notices out of Larder: retries what fails, has another channel take over, and keeps for operators what none could deliver.
struct NoticeCourier: Sendable {
    /// The pauses of a delivery after attempts that failed.
    private static let backoff = Backoff.doubling(from: .seconds(2), to: .seconds(900))
    /// For how long it is tried, in seconds.
    static let patience: TimeInterval = 2 * 86_400

    let store: DeliveryStore
    let channels: [Notifications.NoticeChannel: any OutsideChannel]
    let times: DeliveryTimes
    let log: Logger

    /// Sends what is due by a channel: each has workers of its own, so that a slow mail server holds up no browser's messages.
    private func worker(for channel: Notifications.NoticeChannel) -> LeaseWorker<NoticeDelivery> {
        var configuration = LeaseWorker<NoticeDelivery>.Configuration()
        configuration.concurrency = 8
        configuration.outageBackoff = .doubling(from: .milliseconds(500), to: .seconds(30))
        return LeaseWorker(
            NoticeDelivery.queueName,
            queue: store.queue,
            where: { NoticeDelivery.goes(by: channel) },
            configuration: configuration,
            wokenBy: WakeUp(NoticeDelivery.queueName),
            clock: store.clock,
            log: log,
            judge: judge,
            perform: deliver
        )
    }

    /// Sends what is due now, by all channels.
    /// - Returns: How many deliveries were tried.
    func runOnce() async throws -> Int {
        var count = 0
        for channel in usable { count += try await worker(for: channel).runOnce() }
        return count
    }

    /// The channels, in the order of their numbers.
    private var usable: [Notifications.NoticeChannel] { channels.keys.sorted { $0.rawValue < $1.rawValue } }

    private func deliver(_ lease: Lease<NoticeDelivery>) async throws -> WorkOutcome {
        let notices = try await store.notices(of: lease.work)
        guard !notices.isEmpty, let channel = channels[lease.work.channel] else {
            return try await settle(lease, isDelivered: false)
        }
        let isSent = try await channel.send(notices, lease)
        if !isSent { _ = try await store.handOver(lease.work) }
        guard try await store.settle(lease, isDelivered: isSent) else { return .lost }
        if isSent { times.note(notices, of: lease.work, at: store.clock.now) }
        return .settled
    }

    private func judge(_ lease: Lease<NoticeDelivery>, _ error: any Error) async throws -> WorkOutcome? {
        let (reason, delay): (String, Duration?)
        switch error {
        case ChannelFailure.permanent(let cause): return try await giveUp(lease, cause)
        case ChannelFailure.passing(let cause, let after): (reason, delay) = (cause, after)
        case let status as Status: (reason, delay) = ("\(status.code) \(status.reason.rawValue)", status.retryDelay)
        default: return nil
        }
        let metadata: Logger.Metadata = ["channel": "\(lease.work.channel.label)", "reason": "\(reason)"]
        log.notice("notices have to wait", metadata: metadata)
        let start = lease.work.plannedFor ?? lease.work.createdAt
        guard store.clock.now < start + NoticeCourier.patience else {
            // Another browser of the same user has it.
            guard lease.work.reached.isEmpty else { return try await settle(lease, isDelivered: true) }
            return try await giveUp(lease, reason)
        }
        let pause = NoticeCourier.backoff.delay(afterFailures: lease.attempt)
        return .postponed(max(pause, min(delay ?? .zero, .seconds(3_600))), reason: reason)
    }

    private func giveUp(_ lease: Lease<NoticeDelivery>, _ reason: String) async throws -> WorkOutcome {
        let isCovered = try await store.handOver(lease.work)
        log.notice(
            "notices could not be delivered",
            metadata: [
                "channel": "\(lease.work.channel.label)", "reason": "\(reason)", "isCovered": "\(isCovered)",
            ]
        )
        guard isCovered else { return .parked(reason: reason) }
        return try await settle(lease, isDelivered: false)
    }

    private func settle(_ lease: Lease<NoticeDelivery>, isDelivered: Bool) async throws -> WorkOutcome {
        try await store.settle(lease, isDelivered: isDelivered) ? .settled : .lost
    }
}

extension NoticeCourier: ServicePart {
    /// Sends, and measures the queue.
    func background(in runtime: ServiceRuntime) -> [BackgroundWork] {
        let workers = usable.map { (label: $0.label, worker: worker(for: $0)) }
        return workers.map { label, worker in
            .reporting("queue \(NoticeDelivery.queueName) by \(label)") { await worker.run(reporting: $0) }
        } + workers.prefix(1).map { $0.worker.measurement(in: runtime) }
    }
}
