import AuthMessages
import EventsMessages
import Foundations
import ServiceKit

/// Forgets what users have said of suggestions once they don't want any.
struct SuggestionConsent: Sendable {
    let votes: SuggestionVoteStore

    /// What an event changes here; nil for a kind that budget hears nothing of.
    func effect(of event: ConsumedEvent) async throws -> EventEffect? {
        guard case .consentWithdrawn(let withdrawn) = event.payload else { return nil }
        var validator = event.validator
        let user = validator.uuid(withdrawn.userID, "consent_withdrawn.user_id")
        try validator.finish()
        guard withdrawn.kind == .personalSuggestions else { return EventEffect.none }
        let time = event.occurredAt ?? votes.clock.now
        return .transaction { try await votes.forget(user, until: time, in: $0) }
    }
}
