import Foundation
import Foundations
import OCRMessages
import RPC
import ServiceKit

/// The service for receipts' photos, from upload to purchase.
struct ReceiptsService: OCR.ReceiptsProvider {
    let store: ReceiptStore
    /// Announces the progress of each receipt.
    let changes: ChangeFeed<UUID>
    /// Sends what changes among a user's receipts.
    let list: WatchedList
    let uploads: TransferLimiter
    /// Apart from uploads, which must not wait for readers.
    let downloads: TransferLimiter
    /// Decides when a transfer is too slow.
    let clock: any WallClock

    /// Checks and rewrites photos.
    let photoWork = PhotoWork()

    init(
        store: ReceiptStore,
        changes: ChangeFeed<UUID>,
        list: WatchedList,
        transfers: TransferLimiter.Limits = .init(),
        clock: any WallClock = .system
    ) {
        self.store = store
        self.changes = changes
        self.list = list
        uploads = TransferLimiter(transfers, clock: clock)
        downloads = TransferLimiter(transfers, clock: clock)
        self.clock = clock
    }

    func uploadReceipt(
        _ requests: MessageStream<OCR.UploadReceiptRequest>,
        context: CallContext
    ) async throws -> OCR.UploadReceiptResponse {
        let user = try context.userID
        let key = try context.validatedIdempotencyKey
        let upload = try await PhotoUpload.begin(requests, of: user, on: photoWork, clock: clock)
        let queued = try await uploads.withSlot(of: user) { memory in
            let receipt = try await upload.receiveRest(of: requests, holding: memory, clock: clock)
            // Megabytes are copied on their way to the database.
            return try await onSharedThreads { try await store.enqueue(receipt, of: user, key: key) }
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
        try await changes.follow(id, after: -1, noun: .services.nounReceipt) { revision, update in
            if case .change(let change) = update, let progress = change.receiptProgress, !progress.state.isFinal {
                try await responses.write(.init(state: progress.state.message, percent: progress.percent))
                return change.revision
            }
            let present = try await existing(id, of: user)
            guard present.revision > revision else { return revision }
            try await responses.write(present.progress)
            return present.state.isFinal ? nil : present.revision
        }
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
            throw Status.notFound(.services.nounReceipt)
        }
        return record.message(reading: reading)
    }

    private func existing(_ id: UUID, of user: UUID) async throws -> ReceiptRecord {
        guard let record = try await store.receipt(id, of: user) else { throw Status.notFound(.services.nounReceipt) }
        return record
    }

    func receiptID(_ text: String) throws -> UUID {
        var validator = FieldValidator()
        let id = validator.uuid(text, "receipt_id")
        try validator.finish()
        return id
    }
}
