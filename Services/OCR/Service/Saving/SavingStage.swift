import Logging
import MessageCoding
import Messages
import NIOCore
import Postgres
import RPC
import ServiceKit

/// From reading to purchase. Every step may be repeated: a purchase is recorded once for each receipt.
struct SavingStage: Sendable {
    let queue: ReceiptQueue
    let recording: any PurchaseRecording
    let log: Logger
    /// Between tries while catalog or budget is down, which go on for as long as it takes.
    var backoff = Postgres.Backoff(initial: .milliseconds(200), maximum: .seconds(5))

    func perform(_ claim: Claim) async throws {
        guard let packed = try await queue.reading(claim),
            let reading = try? OCR.Reading(decoding: ByteBuffer(bytes: packed))
        else { throw Setback.restarted }
        var draft = PurchaseDraft(reading: reading, receiptID: claim.receipt.canonical, timeZone: claim.timeZone)
        draft.samePhotoReceiptID = claim.samePhotoAs?.canonical ?? ""
        do {
            let resolved = try await resolve(draft, user: claim.user.canonical)
            let recorded = try await recording.recordPurchase(
                .init(userID: claim.user.canonical, purchase: resolved.purchase)
            )
            guard !recorded.id.isEmpty else { throw IncompleteAnswer() }
            try await queue.complete(claim, purchaseID: recorded.id, reading: reading)
        } catch let status as Status {
            throw setback(status, claim)
        } catch is IncompleteAnswer {
            throw setback(Status(.internalError, "an answer lacks what it must have"), claim)
        }
    }

    /// Catalog or budget gave an answer that cannot be used.
    private struct IncompleteAnswer: Error {}

    private func resolve(_ draft: PurchaseDraft, user: String) async throws -> PurchaseDraft {
        var draft = draft
        if let name = draft.reading.storeName?.value, name.contains(where: { $0.isLetter || $0.isNumber }) {
            let address = draft.reading.storeAddress?.value ?? ""
            draft.store = try await recording.resolveStore(.init(userID: user, name: name, address: address)).store
        }
        let lines = draft.productLines
        guard !lines.isEmpty else { return draft }
        let answer = try await recording.resolveProducts(
            .init(userID: user, storeID: draft.store?.id ?? "", printedTexts: lines.map(\.text))
        )
        guard answer.products.count == lines.count else { throw IncompleteAnswer() }
        for (line, product) in zip(lines, answer.products) { draft.products[line.number] = product }
        return draft
    }

    private func setback(_ status: Status, _ claim: Claim) -> any Error {
        if Task.isCancelled { return CancellationError() }
        let metadata: Logger.Metadata = [
            "receipt": "\(claim.receipt.canonical)", "status": "\(status)", "attempt": "\(claim.attempts)",
        ]
        switch status.code {
        case .invalidArgument, .failedPrecondition, .outOfRange, .alreadyExists:
            log.error("a reading was refused", metadata: metadata)
            return Setback.failed(
                "The receipt was read, but what it says could not be saved. Please type it in by hand."
            )
        default:
            if claim.attempts == 1 || claim.attempts % 20 == 0 { log.warning("saving has to wait", metadata: metadata) }
            return Setback.postponed(backoff.pause(afterFailures: claim.attempts), isCounted: true)
        }
    }
}
