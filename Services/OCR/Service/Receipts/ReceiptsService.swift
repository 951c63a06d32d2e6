import Foundation
import Foundations
import Messages
import RPC
import ServiceKit
import ServiceStubs

/// The service for receipts' photos, from upload to purchase.
struct ReceiptsService: OCR.ReceiptsProvider {
    let store: ReceiptStore
    let changes: ReceiptChanges
    let slots = UploadLimiter()

    init(store: ReceiptStore, changes: ReceiptChanges) {
        self.store = store
        self.changes = changes
    }

    func uploadReceipt(
        _ requests: MessageStream<OCR.UploadReceiptRequest>,
        context: CallContext
    ) async throws -> OCR.UploadReceiptResponse {
        let user = try context.userID
        let key = try context.validatedIdempotencyKey
        let queued = try await slots.withSlot(of: user) {
            let receipt = try await PhotoUpload.receive(requests)
            return try await store.enqueue(receipt, of: user, key: key)
        }
        return OCR.UploadReceiptResponse(
            receiptID: queued.id.canonical,
            queueNumber: queued.number,
            ahead: queued.ahead,
            samePhotoReceiptID: queued.samePhoto?.receiptID.canonical ?? "",
            samePhotoPurchaseID: queued.samePhoto?.purchaseID ?? ""
        )
    }

    func watchReceipt(
        _ request: OCR.WatchReceiptRequest,
        responses: MessageWriter<OCR.ReceiptProgress>,
        context: CallContext
    ) async throws {
        let user = try context.userID
        let id = try receiptID(request.receiptID)
        // Subscribe before reading, so that no change in between is missed.
        let updates = changes.updates(of: id)
        var last = try await existing(id, of: user)
        try await responses.write(last.progress)
        if last.state.isFinal { return }
        for await update in updates {
            switch update {
            case .change(let change) where change.revision <= last.revision: continue
            case .change(let change) where !change.state.isFinal:
                last.revision = change.revision
                try await responses.write(.init(state: change.state.message, percent: change.percent))
            case .change, .unknown:
                let present = try await existing(id, of: user)
                guard present.revision > last.revision else { continue }
                last = present
                try await responses.write(last.progress)
                if last.state.isFinal { return }
            }
        }
        try Task.checkCancellation()
        throw Status(
            .unavailable,
            "The service is restarting. Please watch the receipt again.",
            retryDelay: .seconds(1),
            reason: .restarting
        )
    }

    func getReceipt(_ request: OCR.GetReceiptRequest, context: CallContext) async throws -> OCR.Receipt {
        try await receipt(receiptID(request.receiptID), of: context.userID)
    }

    func listReceipts(
        _ request: OCR.ListReceiptsRequest,
        context: CallContext
    ) async throws -> OCR.ListReceiptsResponse {
        let (records, next) = try await store.receipts(of: context.userID, Page(request.page))
        return OCR.ListReceiptsResponse(receipts: records.map { $0.message() }, nextPageToken: next ?? "")
    }

    func retryReceipt(_ request: OCR.RetryReceiptRequest, context: CallContext) async throws -> OCR.Receipt {
        let user = try context.userID
        let id = try receiptID(request.receiptID)
        try await store.retry(id, of: user)
        return try await receipt(id, of: user)
    }

    func receipt(_ id: UUID, of user: UUID) async throws -> OCR.Receipt {
        guard let (record, reading) = try await store.receiptWithReading(id, of: user) else {
            throw Status.notFound("receipt")
        }
        return record.message(reading: reading)
    }

    private func existing(_ id: UUID, of user: UUID) async throws -> ReceiptRecord {
        guard let record = try await store.receipt(id, of: user) else { throw Status.notFound("receipt") }
        return record
    }

    func receiptID(_ text: String) throws -> UUID {
        var validator = FieldValidator()
        let id = validator.uuid(text, "receipt_id")
        try validator.finish()
        return id
    }
}

extension CallContext {
    /// The idempotency key, if the client sent one.
    fileprivate var validatedIdempotencyKey: String? {
        get throws {
            guard let key = idempotencyKey else { return nil }
            guard IdempotencyKeyRule.admits(key) else {
                throw Status.invalid([.init("idempotency-key", IdempotencyKeyRule.sentence)])
            }
            return key
        }
    }
}

extension StatusReason {
    /// The server stops; the client should watch again from another instance.
    static let restarting: StatusReason = "RESTARTING"
}
