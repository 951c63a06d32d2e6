public import Messages

/// A photo as it was downloaded.
public struct DownloadedPhoto: Sendable, Equatable {
    /// Its format and size as it is shown.
    public var header: OCR.PhotoHeader
    /// The file.
    public var bytes: [UInt8]
}

extension LarderClient {
    /// Downloads a photo of a receipt while it is kept, in the direction in which it was read: the boxes of the reading
    /// lie on it as it is shown.
    /// - Parameter number: Which of several photos, counted from 0.
    /// - Throws: NOT_FOUND for a receipt that isn't the user's, or whose photo has been removed (PHOTO_NOT_KEPT).
    public func downloadPhoto(
        _ receiptID: String,
        number: Int = 0,
        options: CallOptions = CallOptions()
    ) async throws -> DownloadedPhoto {
        try await receipts.downloadPhoto(.init(receiptID: receiptID, photo: Int32(clamping: number)), options: options)
        { parts in
            guard case .header(let header) = try await parts.next()?.part else {
                throw Status(.dataLoss, "The photo came without its header.", reason: "PHOTO_INCOMPLETE")
            }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(Int(max(0, min(header.size, ReceiptPhoto.largestSize))))
            while let part = try await parts.next(), bytes.count <= header.size {
                if case .chunk(let chunk) = part.part { bytes += chunk }
            }
            guard bytes.count == header.size else {
                throw Status(.dataLoss, "The photo came incomplete. Please try again.", reason: "PHOTO_INCOMPLETE")
            }
            return DownloadedPhoto(header: header, bytes: bytes)
        }
    }
}
