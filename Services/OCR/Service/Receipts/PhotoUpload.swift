import Crypto
import Foundation
import Messages
import RPC
import ReceiptRecognition

/// A photo that was received whole and whose header was checked.
struct UploadedPhoto: Sendable {
    /// Without what the camera noted in the file.
    var bytes: [UInt8]
    /// SHA-256 of the bytes.
    var hash: [UInt8]
    /// IANA name; empty when the device didn't tell.
    var timeZone: String
    /// What its owner wants to become of it.
    var keeping = OCR.PhotoKeeping.unspecified
}

/// Collects a photo that arrives in pieces. Stops at the first byte that is too much.
struct PhotoUpload {
    static let longestChunk = 256 * 1024
    private static let limit = ImageHeader.Limits.bytes

    private let header: OCR.UploadHeader
    private var bytes: [UInt8] = []

    /// Receives a photo and checks it.
    /// - Throws: INVALID_ARGUMENT with a sentence for the sender; what the stream throws.
    static func receive(_ requests: MessageStream<OCR.UploadReceiptRequest>) async throws -> UploadedPhoto {
        guard let first = try await requests.next(), case .header(let header) = first.part else {
            throw Status(.invalidArgument, "The first message must be the header.", reason: "HEADER_EXPECTED")
        }
        var upload = try PhotoUpload(header)
        while let request = try await requests.next() {
            guard case .chunk(let chunk) = request.part else {
                throw Status(
                    .invalidArgument,
                    "After the header only pieces of the photo may follow.",
                    reason: "CHUNK_EXPECTED"
                )
            }
            try upload.append(chunk)
        }
        return try await upload.finish()
    }

    /// - Throws: INVALID_ARGUMENT when the header already tells that the photo is refused.
    init(_ header: OCR.UploadHeader) throws {
        guard header.size <= PhotoUpload.limit else { throw Status(ImageRejection.tooLarge) }
        var violations: [Status.FieldViolation] = []
        if header.size < 0 {
            violations.append(.init("header.size", "The size is the number of bytes to come, or 0 when unknown."))
        }
        // Only its form: the device may know a newer list of zones than this machine.
        let isName = header.timeZone.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || "/_+-".utf8.contains(byte)
        }
        if !isName || header.timeZone.utf8.count > 64 {
            violations.append(.init("header.time_zone", "The time zone is an IANA name such as America/Vancouver."))
        }
        if case .unrecognized = header.keeping {
            violations.append(.init("header.keeping", "The photo can be kept or removed."))
        }
        guard violations.isEmpty else { throw Status.invalid(violations) }
        self.header = header
        bytes.reserveCapacity(Int(header.size))
    }

    /// - Throws: INVALID_ARGUMENT when the piece, or the photo with it, is too large.
    mutating func append(_ chunk: [UInt8]) throws {
        guard bytes.count + chunk.count <= PhotoUpload.limit else { throw Status(ImageRejection.tooLarge) }
        guard chunk.count <= PhotoUpload.longestChunk else {
            throw Status(.invalidArgument, "A piece of the photo has at most 256 KiB.", reason: "CHUNK_TOO_LARGE")
        }
        bytes.append(contentsOf: chunk)
    }

    /// - Throws: INVALID_ARGUMENT when the photo is incomplete or is none.
    func finish() async throws -> UploadedPhoto {
        guard header.size == 0 || bytes.count == header.size else {
            throw Status(
                .invalidArgument,
                "The photo arrived incomplete: \(bytes.count) of \(header.size) bytes. Please send it again.",
                reason: "IMAGE_TRUNCATED"
            )
        }
        return try await inspected()
    }

    // A hostile file can make this take a while: not on the connection's thread.
    @concurrent private func inspected() async throws -> UploadedPhoto {
        let picture: ImageHeader
        do {
            picture = try ImageHeader.inspect(bytes)
        } catch {
            throw Status(error)
        }
        // Where and with what it was taken is nobody's business. The same photo without these notes is the same photo.
        guard let bytes = PhotoMetadata.rewritten(bytes, picture.format, orientation: picture.orientation) else {
            throw Status(ImageRejection.damaged)
        }
        return UploadedPhoto(
            bytes: bytes,
            hash: Array(SHA256.hash(data: bytes)),
            timeZone: header.timeZone,
            keeping: header.keeping
        )
    }
}

extension Status {
    /// What the sender of a photo that isn't accepted is told.
    init(_ rejection: ImageRejection) {
        let reason =
            switch rejection {
            case .unknownFormat: "NOT_AN_IMAGE"
            case .empty: "IMAGE_EMPTY"
            case .tooLarge: "IMAGE_TOO_LARGE"
            case .truncated: "IMAGE_TRUNCATED"
            case .tooSmall, .tooNarrow, .tooManyPixels: "IMAGE_DIMENSIONS"
            default: "IMAGE_DAMAGED"
            }
        self.init(.invalidArgument, rejection.description, reason: reason)
    }
}
