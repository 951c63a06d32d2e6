import HTTPTypes
import HummingbirdCore
import MessageCoding
import NIOCore
import OCRMessages
import RPC

/// `/files/receipts`: photos of receipts as files, handed on in chunks as they come.
struct ReceiptPhotos: Sendable {
    static let path = "/files/receipts"

    let sessions: WebSessions

    private static let upload = "larder.ocr.v1.Receipts/UploadReceipt"
    private static let download = "larder.ocr.v1.Receipts/DownloadPhoto"
    private static let keepings: [String: OCR.PhotoKeeping] = [
        "PHOTO_KEEPING_REMOVE": .remove, "PHOTO_KEEPING_KEEP": .keep, "PHOTO_KEEPING_UNTIL_CONFIRMED": .untilConfirmed,
    ]
    /// The largest chunk in bytes.
    private static let chunk = 65_536

    func respond(to exchange: WebExchange) async -> WebResponse {
        let parts = exchange.path.dropFirst(ReceiptPhotos.path.count).split(
            separator: "/",
            omittingEmptySubsequences: true
        )
        if parts.isEmpty {
            guard exchange.method == .post else { return .methodNotAllowed("POST") }
            return await sessions.answering(exchange) { try await receive(exchange, $0) }
        }
        guard parts.count == 3, parts[1] == "photos", let index = Int32(parts[2]) else {
            return Status(.notFound, .gateway.noSuchFile).webResponse(in: exchange.language)
        }
        guard [.get, .head].contains(exchange.method) else { return .methodNotAllowed("GET, HEAD") }
        return await sessions.answering(exchange) { try await send(String(parts[0]), index, exchange, $0) }
    }

    // MARK: From the browser

    private func receive(_ exchange: WebExchange, _ session: WebSession) async throws -> WebResponse {
        guard (exchange[.contentType] ?? "").hasPrefix("image/") else { return .unsupportedMediaType("image/*") }
        let sizes = try photoSizes(exchange)
        let header = try uploadHeader(exchange, size: sizes[0])
        // A photo is read once, so that whether the session still holds is asked first.
        try await session.retrying { authorization in
            try await exchange.client.admit(ReceiptPhotos.upload, metadata: try exchange.metadata(authorization))
        }
        let handle = try await exchange.start(
            ReceiptPhotos.upload,
            metadata: try exchange.metadata(await session.authorization)
        )
        defer { handle.cancel() }
        let response = try await handle.sending {
            try await handle.send(try OCR.UploadReceiptRequest(part: .header(header)).encoded())
            try await sendPhotos(of: sizes, exchange, to: handle)
            handle.endSending()
        } whileReceiving: {
            try await handle.response()
        }
        let json = try ConnectCodec.json.encode(response, as: OCR.UploadReceiptResponse.descriptor)
        return WebResponse(.ok, [.contentType: "application/json"], body: .bytes(json))
    }

    /// The sizes of the photos in the body, in bytes, at least one: those of `sizes`, or the whole body's, 0 when unknown.
    /// - Throws: INVALID_ARGUMENT unless the sizes are those of a body of their sum.
    private func photoSizes(_ exchange: WebExchange) throws(Status) -> [Int64] {
        let length = exchange[.contentLength].flatMap { Int64($0) }
        guard let list = exchange.parameter("sizes") else { return [length ?? 0] }
        var rest = length ?? 0
        var sizes: [Int64] = []
        for part in list.split(separator: ",", omittingEmptySubsequences: false) {
            // Subtracted one by one, no list of sizes overflows.
            guard let size = Int64(part), size > 0, size <= rest else { throw ReceiptPhotos.wrongSizes }
            rest -= size
            sizes.append(size)
        }
        guard rest == 0, !sizes.isEmpty else { throw ReceiptPhotos.wrongSizes }
        return sizes
    }

    private static let wrongSizes = Status(
        .invalidArgument,
        .gateway.wrongSizes(field: "sizes"),
        fieldViolations: [.init("sizes", .gateway.sizesRule(header: "Content-Length"))],
        reason: .invalidFields
    )

    private static let keepingRule: LocalizedText = .gateway.values(
        values: "PHOTO_KEEPING_REMOVE, PHOTO_KEEPING_KEEP",
        last: "PHOTO_KEEPING_UNTIL_CONFIRMED"
    )

    private func uploadHeader(_ exchange: WebExchange, size: Int64) throws(Status) -> OCR.UploadHeader {
        var header = OCR.UploadHeader()
        header.size = size
        header.timeZone = exchange.parameter("timeZone") ?? ""
        guard let name = exchange.parameter("keeping") else { return header }
        guard let keeping = ReceiptPhotos.keepings[name] else {
            throw Status(
                .invalidArgument,
                .gateway.unknownValue(field: "keeping"),
                fieldViolations: [.init("keeping", ReceiptPhotos.keepingRule)],
                reason: .invalidFields
            )
        }
        header.keeping = keeping
        return header
    }

    private func sendPhotos(of sizes: [Int64], _ exchange: WebExchange, to handle: ClientCallHandle) async throws {
        var following = sizes.dropFirst()
        // A photo alone is the whole body, of whatever size.
        var rest = following.isEmpty ? Int64.max : sizes[0]
        for try await var part in exchange.request.body {
            let size = part.readableBytes
            guard await exchange.client.hold(size) else { throw Status.tooMuchStored }
            defer { exchange.client.release(size) }
            while part.readableBytes > 0 {
                if rest == 0 {
                    guard let next = following.popFirst() else { throw ReceiptPhotos.wrongSizes }
                    rest = next
                    try await handle.send(
                        try OCR.UploadReceiptRequest(part: .nextPhoto(OCR.NextPhoto(size: next))).encoded()
                    )
                }
                let length = min(Int64(min(part.readableBytes, ReceiptPhotos.chunk)), rest)
                guard let chunk = part.readBytes(length: Int(length)) else { break }
                rest -= length
                try await handle.send(try OCR.UploadReceiptRequest(part: .chunk(chunk)).encoded())
            }
        }
    }

    // MARK: To the browser

    private func send(
        _ receipt: String,
        _ index: Int32,
        _ exchange: WebExchange,
        _ session: WebSession
    ) async throws -> WebResponse {
        let request = try OCR.DownloadPhotoRequest(receiptID: receipt, photo: index).encoded()
        let (handle, header) = try await session.retrying { authorization in
            let handle = try await exchange.start(
                ReceiptPhotos.download,
                request: request,
                metadata: try exchange.metadata(authorization)
            )
            guard let first = try await handle.receive(),
                case .header(let header)? = try OCR.DownloadPhotoResponse(decoding: first).part
            else { throw Status(.internalError, .rpc.ourFault) }
            return (handle, header)
        }
        if exchange.method == .head { handle.cancel() }
        var fields: HTTPFields = [.contentType: header.mediaType, .cacheControl: "private, no-store"]
        if header.size > 0 { fields[.contentLength] = "\(header.size)" }
        return WebResponse(
            .ok,
            fields,
            body: .stream { writer in
                defer { handle.cancel() }
                while let message = try await handle.receive() {
                    if case .chunk(let bytes)? = try OCR.DownloadPhotoResponse(decoding: message).part {
                        try await writer.write(ByteBuffer(bytes: bytes))
                    }
                }
            }
        )
    }
}
