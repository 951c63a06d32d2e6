import BudgetMessages
import CatalogLookup
import CatalogMessages
import Foundations
import Logging
import MessageCoding
import NIOCore
import OCRMessages
import Postgres
import RPC
import ServiceKit
import Texts

/// The stage from reading to purchase. Every step is idempotent: one purchase per receipt.
///
/// Lines that catalog does not resolve in time are recorded as printed; budget asks again later and updates the
/// purchase.
struct SavingStage: Sendable {
    let queue: ReceiptQueue
    let catalog: any CatalogLookup
    let recording: any PurchaseRecording
    let log: Logger
    /// How long a receipt waits for catalog; the purchase must exist within 5 s.
    var catalogTimeout: Duration = .seconds(2)
    /// The retry delays while budget is unavailable; retries are unlimited.
    var backoff = Backoff.doubling(from: .milliseconds(200), to: .seconds(5))

    func perform(_ claim: Claim) async throws {
        guard let packed = try await queue.reading(claim),
            let reading = try? OCR.Reading(decoding: ByteBuffer(bytes: packed))
        else { throw StageFailure.restarted }
        var draft = PurchaseDraft(reading: reading, receiptID: claim.receipt.canonical, timeZone: claim.timeZone)
        draft.samePhotoReceiptID = claim.samePhotoAs?.canonical ?? ""
        do {
            let resolved = try await resolve(draft, claim)
            let recorded = try await recording.recordPurchase(
                .init(
                    userID: claim.user.canonical,
                    purchase: resolved.purchase,
                    unmatched: resolved.unmatched == .init() ? nil : resolved.unmatched
                )
            )
            guard !recorded.id.isEmpty else { throw IncompleteAnswer() }
            try await queue.complete(claim, purchaseID: recorded.id, reading: reading)
        } catch let status as Status {
            throw stageFailure(status, claim)
        } catch is IncompleteAnswer {
            throw stageFailure(Status(.internalError, "an answer lacks a required field"), claim)
        }
    }

    /// An answer without a required field.
    private struct IncompleteAnswer: Error {}

    /// The draft with catalog's answers, as far as they arrive in time.
    private func resolve(_ draft: PurchaseDraft, _ claim: Claim) async throws -> PurchaseDraft {
        var draft = draft
        let (user, end) = (claim.user.canonical, ContinuousClock.now + catalogTimeout)
        if let printed = draft.printedStore {
            let request = Catalog.ResolveStoreRequest(
                userID: user,
                name: printed.name,
                address: printed.address,
                phone: printed.phone
            )
            draft.unmatched.store = try await !isAnswered(claim) {
                let answer = try await catalog.resolveStore(request, within: end - .now)
                guard let store = answer.store, !store.id.isEmpty else { throw IncompleteAnswer() }
                draft.store = answer
            }
            if draft.unmatched.store { draft.unmatched.storePhone = printed.phone }
        }
        let lines = draft.productLines
        guard !lines.isEmpty else { return draft }
        let numbers = lines.map { Int32($0.number + 1) }
        // The store determines what lines mean.
        if draft.unmatched.store {
            draft.unmatched.receiptLines = numbers
            return draft
        }
        let request = Catalog.ResolveProductsRequest(
            userID: user,
            storeID: draft.store?.store?.id ?? "",
            printedTexts: lines.map(\.text)
        )
        let isAnswered = try await isAnswered(claim) {
            let answer = try await catalog.resolveProducts(request, within: end - .now)
            guard answer.products.count == lines.count else { throw IncompleteAnswer() }
            for (line, product) in zip(lines, answer.products) { draft.products[line.number] = product }
        }
        if !isAnswered { draft.unmatched.receiptLines = numbers }
        return draft
    }

    /// Asks catalog.
    /// - Returns: whether there is nothing to ask again, which includes a rejection of the printed text.
    private func isAnswered(_ claim: Claim, _ ask: () async throws -> Void) async throws -> Bool {
        var metadata: Logger.Metadata = ["receipt": "\(claim.receipt.canonical)"]
        do {
            try await ask()
            return true
        } catch let status as Status {
            if Task.isCancelled { throw CancellationError() }
            metadata["status"] = "\(status)"
            if isPermanent(status) {
                log.error("catalog rejected the printed text", metadata: metadata)
                return true
            }
            log.notice("receipt is recorded as printed", metadata: metadata)
        } catch is IncompleteAnswer {
            log.error("catalog's answer lacks a required field", metadata: metadata)
        }
        return false
    }

    /// How the stage fails after a status: for good, or until a later attempt.
    private func stageFailure(_ status: Status, _ claim: Claim) -> any Error {
        if Task.isCancelled { return CancellationError() }
        let metadata: Logger.Metadata = [
            "receipt": "\(claim.receipt.canonical)", "status": "\(status)", "attempt": "\(claim.attempt)",
        ]
        if isPermanent(status) {
            log.error("reading was rejected", metadata: metadata)
            return StageFailure.failed(.notSaved)
        }
        if claim.attempt == 1 || claim.attempt % 20 == 0 { log.warning("saving is postponed", metadata: metadata) }
        return StageFailure.postponed(backoff.delay(afterFailures: claim.attempt), isCounted: true)
    }

    /// Whether asking again gives the same answer. ALREADY_EXISTS is among them: what the receipt says does not change, nor
    /// does what stands in its way.
    private func isPermanent(_ status: Status) -> Bool { status.isPermanent || status.code == .alreadyExists }
}
