import Foundation
import Logging
import Messages
import RPC
import ServiceKit
import ServiceStubs

/// Takes the events that tell what became of receipts: from some of them reading can learn.
struct ReceiptEventSink: Events.EventSinkProvider {
    let receipts: ReceiptStore
    let examples: LearningExamples
    let consents: any Consents
    let log: Logger

    func deliverEvent(_ request: Events.Event, context: CallContext) async throws -> Events.DeliverEventResponse {
        var validator = FieldValidator()
        let event = validator.uuid(request.id, "id")
        switch request.payload {
        case .purchaseCorrected(let corrected):
            let user = validator.uuid(corrected.userID, "purchase_corrected.user_id")
            let receipt = validator.uuid(corrected.receiptID, "purchase_corrected.receipt_id")
            try validator.finish()
            let time = request.occurredAt?.date ?? Date()
            try await examples.keep(corrected, of: user, receipt: receipt, at: time, event: event) {
                try await consents.allowsLearning(user, at: time)
            }
        case .consentWithdrawn(let withdrawn):
            let user = validator.uuid(withdrawn.userID, "consent_withdrawn.user_id")
            try validator.finish()
            guard withdrawn.kind == .learningFromPhotos else { break }
            try await examples.forget(user, event: event)
        case .purchaseSettled(let settled):
            let user = validator.uuid(settled.userID, "purchase_settled.user_id")
            let receipt = validator.uuid(settled.receiptID, "purchase_settled.receipt_id")
            try validator.finish()
            try await receipts.settle(receipt, of: user, event: event)
        case .purchaseRecorded, .receiptFailed, nil:
            // Refusing it would keep it in the outbox of a newer sender for ever.
            log.notice("event of another kind", metadata: ["sender": "\(context.peerService ?? "unknown")"])
        }
        return Events.DeliverEventResponse()
    }
}
