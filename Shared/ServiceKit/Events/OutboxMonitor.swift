import CoreMetrics
import Foundation
import Logging
import Postgres
import Synchronization

/// Measures an outbox, and reports receivers whose events wait too long.
final class OutboxMonitor: Sendable {
    private struct State {
        /// By receiver.
        var gauges: [String: QueueGauges] = [:]
        var late: [String: Duration] = [:]
        /// Received events that can't be handled.
        var parkedOnReceipt = 0
    }

    private let pool: PostgresPool
    private let queue: LeaseQueue<QueuedEvent>
    private let limit: Duration
    private let factory: any MetricsFactory
    private let log: Logger
    private let state = Mutex(State())

    /// - Parameter limit: The age of the oldest event that is reported.
    init(
        _ pool: PostgresPool,
        time: QueueTime = .database,
        limit: Duration,
        factory: any MetricsFactory,
        log: Logger
    ) {
        self.pool = pool
        queue = Outbox.queue(in: pool, time: time)
        self.limit = limit
        self.factory = factory
        self.log = log
    }

    /// What the program serves without, for operators: receivers that events wait for too long; nil when there are none.
    func degradation() async -> String? {
        let (late, parked) = state.withLock { ($0.late, $0.parkedOnReceipt) }
        var sentences: [String] = []
        if !late.isEmpty {
            let receivers = late.keys.sorted().map { "\($0) (\(Self.text(late[$0] ?? .zero)))" }
            sentences.append("events wait too long for \(receivers.joined(separator: ", "))")
        }
        if parked > 0 { sentences.append("\(parked) received events are invalid and set aside") }
        return sentences.isEmpty ? nil : sentences.joined(separator: "; ") + "; see larder operator events list"
    }

    /// Measures every 15 seconds. Only so many events are counted, so that it stays cheap when there are most.
    var work: BackgroundWork {
        let waiting = Meter(label: "larder.outbox.events", dimensions: [("state", "waiting")], factory: factory)
        let parked = Meter(label: "larder.outbox.events", dimensions: [("state", "parked")], factory: factory)
        let age = Meter(label: "larder.outbox.oldest_event_age", factory: factory)
        let kept = Meter(label: "larder.inbox.kept_events", factory: factory)
        let keptParked = Meter(label: "larder.inbox.parked_events", factory: factory)
        return .every(.seconds(15), "outbox metrics", log: log) { [self] in
            let backlog = try await queue.backlog(limit: QueueMetrics.limit)
            waiting.set(backlog.waiting)
            parked.set(backlog.parked)
            age.set(backlog.oldestAge.map { $0 / .seconds(1) } ?? 0)
            let received = try await measureKept()
            kept.set(received.waiting)
            keptParked.set(received.parked)
            try await measureReceivers()
        }
    }

    /// Counts the received events that were kept.
    func measureKept() async throws -> QueueBacklog {
        let backlog = try await KeptEvent.queue(in: pool).backlog(limit: QueueMetrics.limit)
        let wereParked = state.withLock { state in
            defer { state.parkedOnReceipt = backlog.parked }
            return state.parkedOnReceipt > 0
        }
        if backlog.parked > 0, !wereParked {
            log.error("received events are invalid and set aside", metadata: ["events": "\(backlog.parked)"])
        }
        return backlog
    }

    /// Measures each receiver's part of the outbox.
    func measureReceivers() async throws {
        let waiting = try await Outbox.receivers(in: pool)
        let known = state.withLock { state in
            for receiver in waiting where state.gauges[receiver] == nil {
                let receivers = [("receiver", receiver)]
                state.gauges[receiver] = QueueGauges("larder.outbox.receiver", dimensions: receivers, factory: factory)
            }
            return state.gauges
        }
        for (receiver, gauges) in known {
            let backlog = try await queue.backlog(limit: QueueMetrics.limit, where: QueuedEvent.isFor(receiver))
            gauges.set(backlog)
            report(receiver, age: backlog.oldestAge)
        }
    }

    private func report(_ receiver: String, age: Duration?) {
        let late = age.flatMap { $0 > limit ? $0 : nil }
        let wasLate = state.withLock { state in
            defer { state.late[receiver] = late }
            return state.late[receiver] != nil
        }
        let metadata: Logger.Metadata = ["receiver": "\(receiver)", "oldest": "\(Self.text(age ?? .zero))"]
        if late != nil, !wasLate { log.error("events wait too long for their receiver", metadata: metadata) }
        if late == nil, wasLate { log.notice("events are delivered to their receiver again", metadata: metadata) }
    }

    private static func text(_ age: Duration) -> String {
        let minutes = age.components.seconds / 60
        return switch minutes {
        case ..<120: "\(minutes) min"
        case ..<(48 * 60): "\(minutes / 60) h"
        default: "\(minutes / 1_440) days"
        }
    }
}
