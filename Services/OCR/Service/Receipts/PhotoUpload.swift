import Crypto
import Foundation
import Foundations
import ImageFiles
import OCRMessages
import RPC
import ServiceKit

/// The photos of a receipt that were received whole and whose headers were checked.
struct UploadedReceipt: Sendable {
    /// At least one; from the receipt's top to its end; without what the camera noted in the files.
    var photos: [[UInt8]]
    /// SHA-256 of the photo; of the hashes of all where there are several.
    var hash: [UInt8]
    /// IANA name; empty when the device sent none.
    var timeZone: String
    /// What its owner wants to become of it.
    var keeping = OCR.PhotoKeeping.unspecified
}

/// Collects a receipt that arrives in pieces. Stops at the first byte that is too much.
///
/// Pieces are kept as they come; whatever goes over a whole photo is done off the event loop.
struct PhotoUpload: Sendable {
    static let longestChunk = 256 * 1024
    static let mostPhotos = 8
    /// Of all photos together.
    static let mostBytes = 2 * ImageHeader.Limits.bytes

    private let header: OCR.UploadHeader
    private let user: UUID
    private let work: PhotoWork
    private var photos: [CheckedPhoto] = []
    private var photo: PhotoPieces
    /// Bytes of the photos before this one.
    private var checkedBytes = 0

    /// Receives the header and the first piece of a photo, until which an upload holds nothing.
    /// - Parameters:
    ///   - user: The sender.
    ///   - work: Where photos are checked.
    ///   - clock: When the sender must have sent them.
    /// - Throws: INVALID_ARGUMENT with a sentence for the sender; DEADLINE_EXCEEDED; what the stream throws.
    static func begin(
        _ requests: MessageStream<OCR.UploadReceiptRequest>,
        of user: UUID,
        on work: PhotoWork,
        clock: any WallClock
    ) async throws -> PhotoUpload {
        try await TransferProgress(.upload, clock: clock).guarding {
            guard let first = try await requests.next(), case .header(let header) = first.part else {
                throw Status(.invalidArgument, .ocr.headerExpected, reason: .headerExpected)
            }
            var upload = try PhotoUpload(header, of: user, on: work)
            if let request = try await requests.next() { try await upload.receive(request) }
            return upload
        }
    }

    /// Receives the rest of a receipt and checks it.
    /// - Throws: As ``begin(_:of:on:clock:)``; RESOURCE_EXHAUSTED when there is no room for more.
    func receiveRest(
        of requests: MessageStream<OCR.UploadReceiptRequest>,
        holding memory: PhotoMemory,
        clock: any WallClock
    ) async throws -> UploadedReceipt {
        try memory.hold(photo.count)
        let progress = TransferProgress(.upload, holding: memory, clock: clock)
        let upload = try await progress.guarding {
            var upload = self
            while let request = try await requests.next() {
                if case .chunk(let chunk) = request.part {
                    progress.record(chunk.count)
                    try memory.hold(chunk.count)
                }
                if case .nextPhoto = request.part {
                    try await progress.working { try await upload.receive(request) }
                } else {
                    try await upload.receive(request)
                }
            }
            return upload
        }
        return try await upload.finish()
    }

    private mutating func receive(_ request: OCR.UploadReceiptRequest) async throws {
        switch request.part {
        case .chunk(let chunk): try append(chunk)
        case .nextPhoto(let next): try await begin(next)
        case .header, nil:
            throw Status(.invalidArgument, .ocr.chunkExpected, reason: .chunkExpected)
        }
    }

    /// - Throws: INVALID_ARGUMENT when the photo is rejected by its header alone.
    init(_ header: OCR.UploadHeader, of user: UUID, on work: PhotoWork) throws {
        var violations = try PhotoPieces.violations(size: header.size, field: "header.size")
        // Only its form: the device may know a newer list of zones than this machine.
        let isName = header.timeZone.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || "/_+-".utf8.contains(byte)
        }
        if !isName || header.timeZone.utf8.count > 64 {
            violations.append(.init("header.time_zone", .ocr.timeZone(example: "America/Vancouver")))
        }
        if case .unrecognized = header.keeping {
            violations.append(.init("header.keeping", .ocr.keeping))
        }
        guard violations.isEmpty else { throw Status.invalid(violations) }
        self.header = header
        self.user = user
        self.work = work
        photo = PhotoPieces(size: header.size)
    }

    /// - Throws: INVALID_ARGUMENT when the piece, or what came before with it, is too large.
    mutating func append(_ chunk: [UInt8]) throws {
        guard chunk.count <= PhotoUpload.longestChunk else {
            throw Status(.invalidArgument, .ocr.chunkTooLarge, reason: .chunkTooLarge)
        }
        try photo.append(chunk)
        guard checkedBytes + photo.count <= PhotoUpload.mostBytes else {
            throw Status(.invalidArgument, .ocr.photosTooLarge, reason: .imageTooLarge)
        }
    }

    /// Another photo of the same receipt follows.
    /// - Throws: INVALID_ARGUMENT when the one before is incomplete or is none, or there are too many.
    mutating func begin(_ next: OCR.NextPhoto) async throws {
        let violations = try PhotoPieces.violations(size: next.size, field: "next_photo.size")
        guard violations.isEmpty else { throw Status.invalid(violations) }
        try await close()
        guard photos.count < PhotoUpload.mostPhotos else {
            throw Status(
                .invalidArgument,
                .ocr.tooManyPhotos(highest: PhotoUpload.mostPhotos),
                reason: .tooManyPhotos
            )
        }
        photo = PhotoPieces(size: next.size)
    }

    /// - Throws: INVALID_ARGUMENT when a photo is incomplete or is none.
    func finish() async throws -> UploadedReceipt {
        var upload = self
        try await upload.close()
        let hashes = upload.photos.map(\.hash)
        return UploadedReceipt(
            photos: upload.photos.map(\.bytes),
            hash: Array(hashes.count == 1 ? hashes[0] : SHA256.hash(data: Data(hashes.joined()))),
            timeZone: header.timeZone,
            keeping: header.keeping
        )
    }

    private mutating func close() async throws {
        try photo.requireComplete()
        let pieces = photo.take()
        let checked = try await work.run(for: user) { try CheckedPhoto(pieces) }
        checkedBytes += checked.bytes.count
        photos.append(checked)
    }
}

/// One photo on its way.
private struct PhotoPieces: Sendable {
    private let size: Int64
    private var pieces: [[UInt8]] = []
    private(set) var count = 0

    /// - Parameter size: bytes to come; 0 when unknown.
    init(size: Int64) { self.size = size }

    /// What is wrong with a size that was announced.
    /// - Throws: INVALID_ARGUMENT when it is too large.
    static func violations(size: Int64, field: String) throws -> [Status.FieldViolation] {
        guard size <= ImageHeader.Limits.bytes else { throw Status(ImageRejection.tooLarge) }
        guard size < 0 else { return [] }
        return [.init(field, .ocr.sizeRule)]
    }

    mutating func append(_ chunk: [UInt8]) throws {
        guard count + chunk.count <= ImageHeader.Limits.bytes else { throw Status(ImageRejection.tooLarge) }
        pieces.append(chunk)
        count += chunk.count
    }

    /// - Throws: INVALID_ARGUMENT when fewer or more bytes came than were announced.
    func requireComplete() throws {
        guard size == 0 || count == size else {
            throw Status(
                .invalidArgument,
                .ocr.photoIncomplete(received: "\(count)", size: "\(size)"),
                reason: .imageTruncated
            )
        }
    }

    /// The pieces, which nobody else holds any more: their memory is freed where they are joined.
    mutating func take() -> [[UInt8]] {
        defer { (pieces, count) = ([], 0) }
        return pieces
    }
}

/// One photo as it is stored.
private struct CheckedPhoto: Sendable {
    let bytes: [UInt8]
    let hash: SHA256Digest

    /// Joins and checks a photo. Takes long: not for event loops.
    /// - Throws: INVALID_ARGUMENT when it is none.
    init(_ pieces: [[UInt8]]) throws {
        var received: [UInt8] = []
        received.reserveCapacity(pieces.reduce(0) { $0 + $1.count })
        for piece in pieces { received.append(contentsOf: piece) }
        let picture: ImageHeader
        do {
            picture = try ImageHeader.inspectWhole(received)
        } catch {
            throw Status(error)
        }
        // Where and with what it was taken is nobody's business. The same photo without these notes is the same photo.
        guard let bytes = PhotoMetadata.rewritten(received, picture.format, orientation: picture.orientation) else {
            throw Status(ImageRejection.damaged)
        }
        self.bytes = bytes
        hash = SHA256.hash(data: bytes)
    }
}

extension Status {
    /// The status of a rejected photo.
    init(_ rejection: ImageRejection) {
        let reason: StatusReason =
            switch rejection {
            case .unknownFormat: .notAnImage
            case .empty: .imageEmpty
            case .tooLarge: .imageTooLarge
            case .truncated: .imageTruncated
            case .tooSmall, .tooNarrow, .tooManyPixels, .tooHeavy: .imageDimensions
            case .damaged, .animated, .tooManyScans, .unusualCoding: .imageDamaged
            }
        self.init(.invalidArgument, rejection.text, reason: reason)
    }
}

extension StatusReason {
    /// The first message of an upload is not the header.
    static let headerExpected: StatusReason = "HEADER_EXPECTED"
    /// A message of an upload after the first is not a piece of the photo.
    static let chunkExpected: StatusReason = "CHUNK_EXPECTED"
    /// A piece of a photo is over the limit.
    static let chunkTooLarge: StatusReason = "CHUNK_TOO_LARGE"
    /// The photo has too many bytes.
    static let imageTooLarge: StatusReason = "IMAGE_TOO_LARGE"
    /// The receipt has too many photos.
    static let tooManyPhotos: StatusReason = "TOO_MANY_PHOTOS"
    /// The photo ends before its last byte.
    static let imageTruncated: StatusReason = "IMAGE_TRUNCATED"
    /// The photo is of no format that can be read.
    static let notAnImage: StatusReason = "NOT_AN_IMAGE"
    /// The photo has no bytes.
    static let imageEmpty: StatusReason = "IMAGE_EMPTY"
    /// The photo's width or height is out of range.
    static let imageDimensions: StatusReason = "IMAGE_DIMENSIONS"
    /// The photo cannot be decoded.
    static let imageDamaged: StatusReason = "IMAGE_DAMAGED"
}
