import CommonMessages
package import OCRMessages
package import RPC
import RPCTestSupport

extension TestGateway {
    /// The received photos and their receipts.
    package struct Receipts: Sendable {
        /// One call to watch a receipt: the states to send, and how it ends.
        package struct Watch: Sendable {
            package var states: [OCR.ReceiptProgress]
            /// The status; nil ends the stream with OK.
            package var failure: Status?
            /// Whether the stream stays open.
            package var lasts = false

            package init(_ states: [OCR.ReceiptProgress], failure: Status? = nil, lasts: Bool = false) {
                self.states = states
                self.failure = failure
                self.lasts = lasts
            }
        }

        /// Complete uploads, in order.
        package var uploads: [(header: OCR.UploadHeader, pieces: [Int], photo: [UInt8], key: String)] = []
        /// Statuses with which uploads fail in the middle, in order.
        package var uploadFailures: [Status] = []
        /// The status with which every upload fails at once.
        package var uploadRefusal: Status?
        /// The receipts by idempotency key.
        package var receiptByKey: [String: String] = [:]
        /// The outcomes of calls to watch, in order; the last one repeats.
        package var watches = [Watch([.init(state: .done, percent: 100, purchaseID: UserRecords.purchaseID)])]
        package var watchCount = 0
        package var listWatches = ListWatches<OCR.ReceiptListUpdate>()
        package var listed: [OCR.Receipt] = []
        /// Stored photos, by receipt.
        package var photos: [String: [[UInt8]]] = [:]
        /// Bytes that downloads announce but do not send.
        package var missingBytes: Int64 = 0
        /// The earlier receipt reported for the next uploads.
        package var samePhotoReceiptID = ""

        package init() {}
    }
}

struct ReceiptsAnswers: OCR.ReceiptsProvider {
    let gateway: TestGateway

    func uploadReceipt(
        _ requests: MessageStream<OCR.UploadReceiptRequest>,
        context: CallContext
    ) async throws -> OCR.UploadReceiptResponse {
        if let refusal = gateway.state({ $0.receipts.uploadRefusal }) { throw refusal }
        var header = OCR.UploadHeader()
        var pieces: [Int] = []
        var photo: [UInt8] = []
        for try await request in requests {
            switch request.part {
            case .header(let value): header = value
            case .nextPhoto(let next): header.size += next.size
            case .chunk(let bytes):
                pieces.append(bytes.count)
                photo += bytes
                let failure = gateway.state { state in
                    state.receipts.uploadFailures.isEmpty ? nil : state.receipts.uploadFailures.removeFirst()
                }
                if let failure { throw failure }
            case nil: break
            }
        }
        let upload = (header: header, pieces: pieces, photo: photo, key: context.idempotencyKey ?? "")
        return gateway.state { state in
            state.receipts.uploads.append(upload)
            let number = Int64(state.receipts.receiptByKey.count + 1)
            let id = state.receipts.receiptByKey[upload.key] ?? "receipt-\(number)"
            state.receipts.receiptByKey[upload.key] = id
            return OCR.UploadReceiptResponse(
                receiptID: id,
                queueNumber: number,
                ahead: 2,
                samePhotoReceiptID: state.receipts.samePhotoReceiptID
            )
        }
    }

    func watchReceipt(
        _ request: OCR.WatchReceiptRequest,
        responses: MessageWriter<OCR.ReceiptProgress>,
        context: CallContext
    ) async throws {
        let watch = gateway.state { state in
            state.receipts.watchCount += 1
            let isLast = state.receipts.watches.count == 1
            return isLast ? state.receipts.watches[0] : state.receipts.watches.removeFirst()
        }
        for state in watch.states { try await responses.write(state) }
        if watch.lasts { try await Gate().wait() }
        if let failure = watch.failure { throw failure }
    }

    func getReceipt(_ request: OCR.GetReceiptRequest, context: CallContext) async throws -> OCR.Receipt {
        guard let receipt = gateway.state({ $0.receipts.listed.first { $0.id == request.receiptID } }) else {
            throw Status.notFound("receipt")
        }
        return receipt
    }

    func listReceipts(
        _ request: OCR.ListReceiptsRequest,
        context: CallContext
    ) async throws -> OCR.ListReceiptsResponse {
        let listed = gateway.state { $0.receipts.listed }
        let (entries, next) = page(of: listed, request.page)
        return .init(receipts: entries, nextPageToken: next)
    }

    func retryReceipt(_ request: OCR.RetryReceiptRequest, context: CallContext) async throws -> OCR.Receipt {
        .init(id: request.receiptID, queueNumber: 1, state: .queued)
    }
}

extension ReceiptsAnswers {
    func downloadPhoto(
        _ request: OCR.DownloadPhotoRequest,
        responses: MessageWriter<OCR.DownloadPhotoResponse>,
        context: CallContext
    ) async throws {
        let (photos, missing) = gateway.state { ($0.receipts.photos[request.receiptID], $0.receipts.missingBytes) }
        guard let photo = photos?.dropFirst(Int(request.photo)).first else {
            throw Status(.notFound, "The photo has been removed.", reason: "PHOTO_NOT_KEPT")
        }
        let size = Int64(photo.count) + missing
        let header = OCR.PhotoHeader(mediaType: "image/jpeg", size: size, width: 600, height: 800)
        try await responses.write(.init(part: .header(header)))
        for start in stride(from: 0, to: photo.count, by: 1_000) {
            try await responses.write(.init(part: .chunk(Array(photo[start..<min(start + 1_000, photo.count)]))))
        }
    }

    func removePhoto(_ request: OCR.RemovePhotoRequest, context: CallContext) async throws -> OCR.Receipt {
        gateway.state { $0.receipts.photos[request.receiptID] = nil }
        return .init(id: request.receiptID, queueNumber: 1, state: .done)
    }

    func searchReceipts(
        _ request: OCR.SearchReceiptsRequest,
        context: CallContext
    ) async throws -> OCR.SearchReceiptsResponse {
        let found = gateway.state { $0.receipts.listed }.filter { $0.reading?.rawText.contains(request.text) ?? false }
        let (entries, next) = page(of: found, request.page)
        return .init(matches: entries.map { .init(receipt: $0, rows: [request.text]) }, nextPageToken: next)
    }
}

/// A page with a token that says where the next one begins.
func page<Entry>(of entries: [Entry], _ request: Common.PageRequest?) -> ([Entry], next: String) {
    let start = Int(request?.token ?? "") ?? 0
    let size = Int(request?.size ?? 0)
    let end = min(start + (size == 0 ? 50 : size), entries.count)
    return (Array(entries[start..<end]), end < entries.count ? "\(end)" : "")
}
