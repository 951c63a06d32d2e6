import AuthMessages
import EventsMessages
import Foundations
import ServiceKit

/// Forgets what was stored under a consent once that is withdrawn: what users have said of suggestions, and of which lower prices near
/// their homes they were notified.
struct ConsentWithdrawal: Sendable {
    let votes: SuggestionVoteStore
    let priceWatch: PriceWatch

    /// What an event changes here; nil for a kind that budget hears nothing of.
    func effect(of event: ConsumedEvent) async throws -> EventEffect? {
        guard case .consentWithdrawn(let withdrawn) = event.payload else { return nil }
        var validator = event.validator
        let user = validator.uuid(withdrawn.userID, "consent_withdrawn.user_id")
        try validator.finish()
        let time = event.occurredAt ?? votes.clock.now
        return switch withdrawn.kind {
        case .personalSuggestions: .transaction { try await votes.forget(user, until: time, in: $0) }
        case .location: .transaction { try await priceWatch.forget(user, at: time, in: $0) }
        default: EventEffect.none
        }
    }
}
