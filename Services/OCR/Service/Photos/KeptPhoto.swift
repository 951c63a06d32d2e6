import ImageFiles
import OCRMessages
import RPC

/// A photo as it is stored beside its receipt.
struct KeptPhoto: Sendable {
    let bytes: [UInt8]
    /// By how many quarters it was turned, clockwise, to be read.
    let quarterTurns: Int

    /// A photo that can be shown.
    struct Shown: Sendable {
        let header: OCR.PhotoHeader
        let bytes: [UInt8]
    }

    /// The photo in the direction in which it was read, so that the boxes of its reading lie where they belong. Takes long:
    /// not for event loops.
    func shown() throws -> Shown {
        let header: ImageHeader
        do {
            header = try ImageHeader.inspect(bytes)
        } catch {
            throw Status(.internalError, .rpc.ourFault, reason: .photoDamaged)
        }
        let orientation = header.orientation.turned(byQuarters: quarterTurns)
        guard let rewritten = PhotoMetadata.rewritten(bytes, header.format, orientation: orientation) else {
            throw Status(.internalError, .rpc.ourFault, reason: .photoDamaged)
        }
        let swaps = orientation.swapsSides
        return Shown(
            header: OCR.PhotoHeader(
                mediaType: "image/\(header.format.rawValue)",
                size: Int64(rewritten.count),
                width: Int32(clamping: swaps ? header.height : header.width),
                height: Int32(clamping: swaps ? header.width : header.height)
            ),
            bytes: rewritten
        )
    }
}

extension StatusReason {
    /// A stored photo cannot be decrypted.
    static let photoDamaged: StatusReason = "PHOTO_DAMAGED"
}
