import AuthMessages
import EventsMessages
import Foundation
import Foundations
import Postgres
import ServiceKit

/// Applies events about receipts and their purchases: from some of them reading can learn.
struct ReceiptEvents: Sendable {
    let receipts: ReceiptStore
    let examples: LearningExamples
    let keys: PersonKeys
    let consents: any Consents
    /// The time of events without one.
    var clock: any WallClock = SystemWallClock()

    /// What an event changes here; nil for a kind that this program doesn't know.
    func effect(of event: ConsumedEvent) async throws -> EventEffect? {
        var validator = event.validator
        switch event.payload {
        case .purchaseCorrected(let corrected):
            let user = validator.uuid(corrected.userID, "purchase_corrected.user_id")
            let receipt = validator.uuid(corrected.receiptID, "purchase_corrected.receipt_id")
            try validator.finish()
            let time = event.occurredAt ?? clock.now
            // Before the transaction: auth can take its time, and connections to the database are few.
            let since = try await consents.consent(.learningFromPhotos, of: user)
            guard let since, since <= time else { return EventEffect.none }
            let key = try await keys.key(of: user)
            return .transaction {
                try await examples.keep(
                    corrected,
                    of: user,
                    receipt: receipt,
                    at: time,
                    consentedSince: since,
                    with: key,
                    in: $0
                )
            }
        case .consentWithdrawn(let withdrawn):
            let user = validator.uuid(withdrawn.userID, "consent_withdrawn.user_id")
            try validator.finish()
            guard withdrawn.kind == .learningFromPhotos else { return EventEffect.none }
            let time = event.occurredAt ?? clock.now
            return .transaction { try await examples.forget(user, withdrawnAt: time, in: $0) }
        case .purchaseSettled(let settled):
            let user = validator.uuid(settled.userID, "purchase_settled.user_id")
            let receipt = validator.uuid(settled.receiptID, "purchase_settled.receipt_id")
            try validator.finish()
            let key = try await receipts.readingKey(receipt, of: user)
            return .transaction { try await receipts.settle(receipt, of: user, with: key, in: $0) }
        case .purchaseRecorded, .receiptFailed, .accountSecured, .goalPassed, .goalKept, .badgeAwarded,
            .priceDropFound, .priceDropGone:
            return nil
        }
    }
}
