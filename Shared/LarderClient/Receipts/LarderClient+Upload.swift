import FoundationEssentials
import Foundations
public import OCRMessages

/// The progress of an upload.
public struct UploadProgress: Sendable, Hashable {
    /// Bytes passed to the connection. Returns to 0 when the upload restarts after a connection failure.
    public var sentBytes: Int64
    /// Bytes of the whole photo, or of all photos.
    public var totalBytes: Int64

    /// The progress in percent, 0 to 100.
    public var percent: Int { totalBytes == 0 ? 100 : Int(sentBytes * 100 / totalBytes) }
}

extension LarderClient {
    /// Bytes in one piece of a photo.
    static let pieceSize = 256 << 10

    /// Uploads a photo of a receipt, in chunks read from the file as they are sent.
    ///
    /// An upload that fails because the service is unavailable is retried at most three times within the timeout; the
    /// idempotency key ensures a single receipt.
    /// - Parameters:
    ///   - idempotencyKey: the same key and photo give the same receipt; a new key each time if nil.
    ///   - timeZone: the IANA name, for the day of the purchase; empty if unknown.
    ///   - keeping: how long the photo is kept once its purchase is recorded.
    ///   - progress: called after every chunk.
    /// - Returns: the receipt's id and its position in the queue.
    /// - Throws: INVALID_ARGUMENT for an empty photo or one over 20 MB, before anything is sent; ``LocalFileError``.
    public func uploadReceipt(
        photo: ReceiptPhoto,
        idempotencyKey: String? = nil,
        timeZone: String = "",
        keeping: OCR.PhotoKeeping = .unspecified,
        options: CallOptions = CallOptions(),
        progress: @Sendable (UploadProgress) -> Void = { _ in }
    ) async throws -> OCR.UploadReceiptResponse {
        try await uploadReceipt(
            photos: [photo],
            idempotencyKey: idempotencyKey,
            timeZone: timeZone,
            keeping: keeping,
            options: options,
            progress: progress
        )
    }

    /// Uploads several photos of one long receipt; overlapping parts are merged.
    ///
    /// Otherwise as ``uploadReceipt(photo:idempotencyKey:timeZone:keeping:options:progress:)``.
    /// - Parameter photos: 1 to 8, from the receipt's top to its end; up to 40 MB together.
    public func uploadReceipt(
        photos: [ReceiptPhoto],
        idempotencyKey: String? = nil,
        timeZone: String = "",
        keeping: OCR.PhotoKeeping = .unspecified,
        options: CallOptions = CallOptions(),
        progress: @Sendable (UploadProgress) -> Void = { _ in }
    ) async throws -> OCR.UploadReceiptResponse {
        guard !photos.isEmpty else { throw Status(.invalidArgument, .client.noPhoto, reason: .photoEmpty) }
        var readers: [PhotoReader] = []
        defer { for reader in readers { reader.close() } }
        for photo in photos { readers.append(try photo.open()) }
        var options = options
        options.idempotencyKey = idempotencyKey ?? UUID().canonical
        let deadline = Deadline(timeout: options.timeout)
        var retries = RetryState(maximum: 3)
        while true {
            options.timeout = try deadline.remaining()
            do {
                return try await send(
                    readers,
                    timeZone: timeZone,
                    keeping: keeping,
                    options: options,
                    progress: progress
                )
            } catch let status as Status where retries.allows(status) {
                try await deadline.pause(retries.delay(status))
            }
        }
    }

    private func send(
        _ readers: [PhotoReader],
        timeZone: String,
        keeping: OCR.PhotoKeeping,
        options: CallOptions,
        progress: @Sendable (UploadProgress) -> Void
    ) async throws -> OCR.UploadReceiptResponse {
        let total = readers.reduce(0) { $0 + $1.size }
        return try await receipts.uploadReceipt(options: options) { writer in
            var done: Int64 = 0
            progress(UploadProgress(sentBytes: done, totalBytes: total))
            for (index, reader) in readers.enumerated() {
                let header = OCR.UploadHeader(size: reader.size, timeZone: timeZone, keeping: keeping)
                try await writer.write(.init(part: index == 0 ? .header(header) : .nextPhoto(.init(size: reader.size))))
                var sent: Int64 = 0
                while sent < reader.size {
                    try Task.checkCancellation()
                    let piece = try await reader.read(at: sent, count: LarderClient.pieceSize)
                    try await writer.write(.init(part: .chunk(piece)))
                    sent += Int64(piece.count)
                    progress(UploadProgress(sentBytes: done + sent, totalBytes: total))
                }
                done += sent
            }
        }
    }
}

/// Counts the attempts of an upload.
private struct RetryState {
    let maximum: Int
    private var failures = 0
    private var hasRenewedToken = false

    init(maximum: Int) { self.maximum = maximum }

    mutating func allows(_ status: Status) -> Bool {
        if status.saysTokenExpired, !hasRenewedToken {
            // The channel has renewed it.
            hasRenewedToken = true
            return true
        }
        failures += 1
        return status.code == .unavailable && failures <= maximum
    }

    func delay(_ status: Status) -> Duration {
        guard status.code == .unavailable else { return .zero }
        return status.retryDelay ?? .milliseconds(200 << failures)
    }
}

extension StatusReason {
    /// The photo has no bytes.
    static let photoEmpty: StatusReason = "PHOTO_EMPTY"
}
