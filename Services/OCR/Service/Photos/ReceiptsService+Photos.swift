import Foundation
import OCRMessages
import RPC
import ServiceKit

extension ReceiptsService {
    func downloadPhoto(
        _ request: OCR.DownloadPhotoRequest,
        responses: MessageWriter<OCR.DownloadPhotoResponse>,
        context: CallContext
    ) async throws {
        let user = try context.userID
        let id = try receiptID(request.receiptID)
        // A whole photo is held in memory, as with uploads.
        try await downloads.withSlot(of: user) { memory in
            let photo = try await onSharedThreads { try await store.photo(id, number: request.photo, of: user) }
            guard let photo else {
                throw Status(
                    .notFound,
                    .ocr.photoRemoved,
                    reason: .photoNotKept
                )
            }
            try memory.hold(photo.bytes.count)
            let shown = try await photoWork.run(for: user) { try photo.shown() }
            let progress = TransferProgress(.download, holding: memory, clock: clock)
            try await progress.guarding {
                try await responses.write(.init(part: .header(shown.header)))
                for start in stride(from: 0, to: shown.bytes.count, by: PhotoUpload.longestChunk) {
                    let piece = shown.bytes[start..<min(start + PhotoUpload.longestChunk, shown.bytes.count)]
                    try await responses.write(.init(part: .chunk(Array(piece))))
                    progress.record(piece.count)
                }
            }
        }
    }

    func removePhoto(_ request: OCR.RemovePhotoRequest, context: CallContext) async throws -> OCR.Receipt {
        let user = try context.userID
        let id = try receiptID(request.receiptID)
        try await store.removePhoto(id, of: user)
        return try await receipt(id, of: user)
    }

    func searchReceipts(
        _ request: OCR.SearchReceiptsRequest,
        context: CallContext
    ) async throws -> OCR.SearchReceiptsResponse {
        let search = try ReceiptSearch(validating: request)
        let (matches, next) = try await store.receipts(with: search, of: context.userID, Page(request.page))
        return OCR.SearchReceiptsResponse(
            matches: matches.map { .init(receipt: $0.0.message(), rows: $0.rows) },
            nextPageToken: next ?? ""
        )
    }
}

extension StatusReason {
    /// The photo was removed after reading.
    static let photoNotKept: StatusReason = "PHOTO_NOT_KEPT"
}
