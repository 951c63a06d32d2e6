public import OCRMessages

/// A downloaded photo.
public struct DownloadedPhoto: Sendable, Equatable {
    /// Its format and size as displayed.
    public var header: OCR.PhotoHeader
    /// The file.
    public var bytes: [UInt8]
}

extension LarderClient {
    /// Downloads a receipt's photo in the orientation to which the reading's boxes refer.
    /// - Parameter number: the index of the photo, from 0.
    /// - Throws: NOT_FOUND for a receipt that is not the user's, or whose photo has been removed (PHOTO_NOT_KEPT).
    public func downloadPhoto(
        _ receiptID: String,
        number: Int = 0,
        options: CallOptions = CallOptions()
    ) async throws -> DownloadedPhoto {
        try await receipts.downloadPhoto(.init(receiptID: receiptID, photo: Int32(clamping: number)), options: options)
        { parts in
            guard case .header(let header) = try await parts.next()?.part else {
                throw Status(.dataLoss, .client.photoWithoutHeader, reason: .photoIncomplete)
            }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(Int(max(0, min(header.size, ReceiptPhoto.maximumSize))))
            while let part = try await parts.next(), bytes.count <= header.size {
                if case .chunk(let chunk) = part.part { bytes += chunk }
            }
            guard bytes.count == header.size else {
                throw Status(.dataLoss, .client.photoIncomplete, reason: .photoIncomplete)
            }
            return DownloadedPhoto(header: header, bytes: bytes)
        }
    }
}

extension StatusReason {
    /// A downloaded photo is incomplete.
    static let photoIncomplete: StatusReason = "PHOTO_INCOMPLETE"
}
