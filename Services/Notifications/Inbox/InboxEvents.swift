import ServiceKit

/// The events that users hear of.
struct InboxEvents: Sendable {
    let store: InboxStore

    /// What an event adds to an inbox; nil for a kind that this program doesn't know.
    func effect(of event: ConsumedEvent) async throws -> EventEffect? {
        guard let entry = try NewEntry(of: event) else { return EventEffect.none }
        return .transaction { try await store.add(entry, in: $0) }
    }
}
