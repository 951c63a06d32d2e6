import AuthMessages
import EventsMessages
import Foundations
import ServiceKit

/// Forgets what was stored under a consent once that is withdrawn: the places of users, and what reminded them there.
struct ConsentWithdrawal: Sendable {
    let places: PlaceStore

    /// What an event changes here; nil for another one than a withdrawal.
    func effect(of event: ConsumedEvent) throws -> EventEffect? {
        guard case .consentWithdrawn(let withdrawn) = event.payload else { return nil }
        var validator = event.validator
        let user = validator.uuid(withdrawn.userID, "consent_withdrawn.user_id")
        try validator.finish()
        guard withdrawn.kind == .location else { return EventEffect.none }
        let time = event.occurredAt ?? places.clock.now
        return .transaction { try await places.forget(user, withdrawnAt: time, in: $0) }
    }
}
