package import EventsMessages
package import Foundation
package import Foundations
package import Logging
import MessageCoding
import NIOCore
package import Postgres
package import RPC
import Synchronization

/// The effect of an event, in one transaction with the record of its identifier.
package struct EventEffect: Sendable {
    /// Runs in the transaction; what it returns runs once that is committed.
    typealias Body = @Sendable (PostgresConnection) async throws -> (@Sendable () -> Void)?

    let isRetrying: Bool
    let body: Body?

    /// Nothing is to be done.
    package static let none = EventEffect(isRetrying: false, body: nil)

    /// Statements in the transaction that notes the event, and what follows when it is committed.
    /// - Parameters:
    ///   - isRetrying: Whether the transaction is repeated when it fell victim to another one. `body` must have no effects
    ///     outside of the database then.
    ///   - body: What to do; it mustn't keep the connection.
    ///   - committed: What to do afterwards with what `body` returned, such as counting it.
    package static func transaction<Result: Sendable>(
        retrying isRetrying: Bool = false,
        _ body: @escaping @Sendable (PostgresConnection) async throws -> Result,
        committed: @escaping @Sendable (Result) -> Void
    ) -> EventEffect {
        EventEffect(isRetrying: isRetrying) { connection in
            let result = try await body(connection)
            return { committed(result) }
        }
    }

    /// Statements in the transaction that notes the event.
    package static func transaction(
        retrying isRetrying: Bool = false,
        _ body: @escaping @Sendable (PostgresConnection) async throws -> Void
    ) -> EventEffect {
        EventEffect(isRetrying: isRetrying) { connection in
            try await body(connection)
            return nil
        }
    }
}

/// An event as its consumer gets it.
package struct ConsumedEvent: Sendable {
    /// The same on every delivery of the event.
    package let id: UUID
    /// When it happened; nil when its sender doesn't say.
    package let occurredAt: Date?
    /// What happened.
    package let payload: Events.Event.Payload
    /// The violations found so far; the payload's validation continues with it.
    package let validator: FieldValidator
}

/// Takes the events that other services send to this one: each has its effect exactly once.
///
/// The effect of an event is written in one transaction with a note of its identifier; a repeated delivery has none. An
/// event of a kind that this program doesn't know is kept in the database, and handed over when a newer program, which
/// knows the kind, starts.
package struct EventConsumer: ServiceProvider {
    /// Reads an event and returns its effect; nil for a kind that this program doesn't know.
    ///
    /// Errors are returned to the sender: INVALID_ARGUMENT for an event that is permanently invalid, any other for what may
    /// pass.
    package typealias Handle = @Sendable (ConsumedEvent) async throws -> EventEffect?

    private let pool: PostgresPool
    private let log: Logger
    private let clock: any WallClock
    private let time: QueueTime
    private let handle: Handle
    private let unknownKinds = UnknownKinds()

    /// A consumer that notes events in the schema of `pool`.
    /// - Parameters:
    ///   - clock: Decides about pauses.
    ///   - time: Decides about leases of kept events.
    package init(
        pool: PostgresPool,
        log: Logger,
        clock: any WallClock = SystemWallClock(),
        time: QueueTime = .database,
        handle: @escaping Handle
    ) {
        self.pool = pool
        self.log = log
        self.clock = clock
        self.time = time
        self.handle = handle
    }

    // MARK: Deliveries

    /// The service that receives events.
    package var descriptor: ServiceDescriptor { Events.EventSinkService.descriptor }

    /// The methods' handlers. Events are received with the fields that this version doesn't know.
    package var handlers: [MethodHandler] {
        [
            .unary(Events.EventSinkService.deliverEvent) {
                (request: PreservedMessage<Events.Event>, context: CallContext) in
                try await take(request, from: context.peerService ?? "unknown", trace: context.trace)
                return Events.DeliverEventResponse()
            }
        ]
    }

    private func take(
        _ event: PreservedMessage<Events.Event>,
        from sender: String,
        trace: TraceContext
    ) async throws {
        try event.base.payload?.require(sender)
        guard let consumed = ConsumedEvent(event.base), let effect = try await effect(consumed) else {
            return try await keep(event, from: sender, trace: trace)
        }
        try await apply(effect, of: consumed.id) { _ in true }
    }

    /// - Throws: INVALID_ARGUMENT also for what is wrong beside the payload.
    private func effect(_ event: ConsumedEvent) async throws -> EventEffect? {
        guard let effect = try await handle(event) else { return nil }
        try event.validator.finish()
        return effect
    }

    /// Runs the effect of an event unless it was noted before.
    /// - Parameter isHeld: Runs in the transaction after the effect; false takes everything back.
    private func apply(
        _ effect: EventEffect,
        of event: UUID,
        ifStill isHeld: @escaping @Sendable (PostgresConnection) async throws -> Bool
    ) async throws {
        let follow = try await pool.transaction(retrying: effect.isRetrying) { connection in
            var follow: (@Sendable () -> Void)?
            if let body = effect.body, try await Inbox.claim(eventID: event, in: connection) {
                follow = try await body(connection)
            }
            guard try await isHeld(connection) else { throw LeaseLost() }
            return follow
        }
        follow?()
    }

    private func keep(
        _ event: PreservedMessage<Events.Event>,
        from sender: String,
        trace: TraceContext
    ) async throws {
        var check = FieldValidator()
        let id = check.uuid(event.base.id, "id")
        try check.finish()
        let kept = KeptEvent(
            id: id,
            kind: event.kind,
            sender: sender,
            event: Array(event.bytes.readableBytesView),
            trace: trace.traceparent
        )
        log.notice("event of an unknown kind is kept", metadata: ["sender": "\(sender)", "kind": "\(kept.kind)"])
        try await pool.withConnection { try await kept.keep(in: $0) }
    }

    // MARK: Beside deliveries

    /// Hands over events that were kept, in the order in which they came, as far as this program knows their kinds.
    package func handOver() -> LeaseWorker<KeptEvent> {
        var settings = LeaseWorker<KeptEvent>.Configuration()
        settings.pollInterval = .seconds(60)
        settings.backoff = .doubling(from: .seconds(1), to: .seconds(300))
        let queue = KeptEvent.queue(in: pool, time: time)
        return LeaseWorker(
            "kept events",
            queue: queue,
            where: { unknownKinds.excluding },
            configuration: settings,
            clock: clock,
            log: log,
            judge: { lease, error in
                guard let status = error as? Status, status.rejectsEvent else { return nil }
                return .parked(reason: status.description)
            },
            perform: { lease in
                let trace = lease.work.trace.flatMap(TraceContext.init(traceparent:)) ?? TraceContext()
                return try await trace.during { try await handOver(lease, queue) }
            }
        )
    }

    private func handOver(
        _ lease: Lease<KeptEvent>,
        _ queue: LeaseQueue<KeptEvent>
    ) async throws -> WorkOutcome {
        let event = try PreservedMessage<Events.Event>(decoding: ByteBuffer(bytes: lease.work.event))
        try event.base.payload?.require(lease.work.sender)
        guard let consumed = ConsumedEvent(event.base), let effect = try await effect(consumed) else {
            unknownKinds.insert(lease.work.kind)
            return .postponed(.zero, isCounted: false)
        }
        try await apply(effect, of: consumed.id) { try await queue.finish(lease, in: $0) }
        log.notice("a kept event is handed over", metadata: ["kind": "\(lease.work.kind)"])
        return .settled
    }
}

extension EventConsumer: ServicePart {
    /// Itself.
    package var providers: [any ServiceProvider] { [self] }

    /// Hands over kept events, from the program's start on.
    package func background(in runtime: ServiceRuntime) -> [BackgroundWork] {
        [.reporting("kept events") { await handOver().run(reporting: $0) }]
    }
}

/// The kinds of kept events that this program doesn't know and leaves to newer ones.
private final class UnknownKinds: Sendable {
    private let kinds = Mutex<Set<Int32>>([])

    func insert(_ kind: Int32) { kinds.withLock { _ = $0.insert(kind) } }

    var excluding: Statement {
        let kinds = kinds.withLock { $0.sorted() }
        return "work.kind <> ALL (\(kinds))"
    }
}

extension ConsumedEvent {
    /// Reads an event; nil when it is of a kind that this version doesn't know.
    package init?(_ event: Events.Event) {
        guard let payload = event.payload else { return nil }
        var check = FieldValidator()
        id = check.uuid(event.id, "id")
        occurredAt = event.occurredAt?.date
        self.payload = payload
        validator = check
    }
}

extension PreservedMessage<Events.Event> {
    /// The least field number of a payload; those of an event's other fields are smaller.
    private static var leastPayload: UInt32 { 10 }

    /// The field number of the payload; 0 when there is none.
    var kind: Int32 {
        guard let payload = base.payload else {
            return unknownFields.first { $0 >= Self.leastPayload }.map { Int32(clamping: $0) } ?? 0
        }
        // The payload alone begins with its tag: a varint of the number and three bits of type.
        guard let bytes = try? Events.Event(payload: payload).encoded().readableBytesView else { return 0 }
        var tag: UInt32 = 0
        for (index, byte) in bytes.prefix(5).enumerated() {
            tag |= UInt32(byte & 0x7F) << (7 * UInt32(index))
            if byte & 0x80 == 0 { break }
        }
        return Int32(tag >> 3)
    }
}
