import EventsMessages
import Foundation
import Logging
import Postgres
import RPC

/// The events that a program stores, for its operator.
struct EventOperationsService: Events.EventOperationsProvider {
    /// Identifiers of one request at the most.
    static let idLimit = 200

    private let store: EventOperationsStore
    private let log: Logger

    /// Serves the outbox and the kept events in the schema of `pool`.
    init(pool: PostgresPool, log: Logger) {
        store = EventOperationsStore(pool: pool)
        self.log = log
    }

    func listEvents(
        _ request: Events.ListEventsRequest,
        context: CallContext
    ) async throws -> Events.ListEventsResponse {
        let page: Page<StoredEventKey> = try Page(request.page)
        let (events, next) =
            switch request.state {
            case .waiting: try await store.outbox(page, isParked: false, receiver: request.receiver)
            case .parked, .unspecified: try await store.outbox(page, isParked: true, receiver: request.receiver)
            case .kept: try await store.kept(page)
            case .unrecognized:
                let rule: LocalizedText = .services.ruleOneOf(values: "waiting, parked, kept", last: "unspecified")
                throw Status.invalid([.init("state", .services.field(field: "state", rule: rule))])
            }
        return Events.ListEventsResponse(events: events, nextPageToken: next ?? "")
    }

    func releaseEvents(
        _ request: Events.ReleaseEventsRequest,
        context: CallContext
    ) async throws -> Events.ReleaseEventsResponse {
        let released = try await store.release(try selection(request.eventIDs, request.receiver))
        record("events are released by an operator", released, request.receiver, context)
        return Events.ReleaseEventsResponse(released: Int64(released))
    }

    func parkEvents(
        _ request: Events.ParkEventsRequest,
        context: CallContext
    ) async throws -> Events.ParkEventsResponse {
        var validator = FieldValidator()
        let events = ids(request.eventIDs, &validator)
        try validator.finish()
        let parked = try await store.park(events)
        record("events are parked by an operator", parked, "", context)
        return Events.ParkEventsResponse(parked: Int64(parked))
    }

    func dropEvents(
        _ request: Events.DropEventsRequest,
        context: CallContext
    ) async throws -> Events.DropEventsResponse {
        let dropped = try await store.drop(try selection(request.eventIDs, request.receiver))
        record("events are dropped by an operator", dropped, request.receiver, context)
        return Events.DropEventsResponse(dropped: Int64(dropped))
    }

    private static let selectionRule: LocalizedText = .services.ruleOneGiven(other: "receiver")

    private func selection(
        _ ids: [String],
        _ receiver: String
    ) throws(Status) -> EventOperationsStore.Selection {
        var validator = FieldValidator()
        guard receiver.isEmpty else {
            if !ids.isEmpty { validator.reject("event_ids", Self.selectionRule) }
            try validator.finish()
            return .parked(receiver: receiver)
        }
        let events = self.ids(ids, &validator, orElse: Self.selectionRule)
        try validator.finish()
        return .events(events)
    }

    /// The events of a request, of which there must be some.
    private func ids(
        _ ids: [String],
        _ validator: inout FieldValidator,
        orElse rule: LocalizedText = .services.ruleGiven
    ) -> [UUID] {
        if ids.isEmpty { validator.reject("event_ids", rule) }
        if ids.count > Self.idLimit {
            validator.reject("event_ids", .services.ruleCountedAtMost(highest: Self.idLimit, number: ids.count))
        }
        return ids.prefix(Self.idLimit).enumerated().map { validator.uuid($1, "event_ids[\($0)]") }
    }

    private func record(_ sentence: Logger.Message, _ count: Int, _ receiver: String, _ context: CallContext) {
        log.notice(
            sentence,
            metadata: [
                "events": "\(count)", "receiver": "\(receiver)", "account": "\(context.verifiedUser?.id ?? "unknown")",
                "trace": "\(context.trace.traceID)",
            ]
        )
    }
}
