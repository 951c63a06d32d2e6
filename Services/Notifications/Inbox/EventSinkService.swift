import Logging
import Messages
import RPC
import ServiceKit
import ServiceStubs

/// Takes the events that people hear of.
struct EventSinkService: Events.EventSinkProvider {
    let store: InboxStore
    let log: Logger

    func deliverEvent(_ request: Events.Event, context: CallContext) async throws -> Events.DeliverEventResponse {
        guard let payload = request.payload else {
            // Refusing it would keep it in the outbox of a newer sender for ever.
            log.notice("event of an unknown kind", metadata: ["sender": "\(context.peerService ?? "unknown")"])
            return Events.DeliverEventResponse()
        }
        if let entry = try NewEntry(telling: payload, of: request) { try await store.add(entry) }
        return Events.DeliverEventResponse()
    }
}
