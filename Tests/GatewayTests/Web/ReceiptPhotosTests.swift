import Foundation
import NIOCore
import OCRMessages
import RPC
import RPCTestSupport
import Testing

@testable import larder_gateway

@Suite("Photos of receipts from browsers", .timeLimit(.minutes(5)))
struct ReceiptPhotosTests {
    /// Receives photos and returns their sizes, as announced and as they came, in the receipt's id.
    private static let upload = MethodHandler.clientStreaming(OCR.ReceiptsService.uploadReceipt) {
        (requests: MessageStream<OCR.UploadReceiptRequest>, _) in
        var photos: [(announced: Int64, bytes: [UInt8])] = []
        for try await request in requests {
            switch request.part {
            case .header(let header): photos.append((header.size, []))
            case .nextPhoto(let next): photos.append((next.size, []))
            case .chunk(let bytes): photos[photos.count - 1].bytes += bytes
            case nil: throw Status(.invalidArgument, "There is nothing in the message.")
            }
        }
        let described = photos.map { photo in
            // Each photo of these tests is of one byte alone.
            let letters = Set(photo.bytes).sorted().map { String(UnicodeScalar($0)) }.joined()
            return "\(photo.announced):\(photo.bytes.count)\(letters)"
        }
        return OCR.UploadReceiptResponse(receiptID: described.joined(separator: " "))
    }

    private func send(_ web: WebGateway, _ query: String, _ photos: [(Character, Int)]) async throws -> WebClient.Answer
    {
        let token = try await web.mint.token()
        return try await web.request(
            "POST",
            "/files/receipts\(query)",
            ["Content-Type": "image/jpeg", "Authorization": "Bearer \(token)"],
            body: photos.map { String(repeating: $0, count: $1) }.joined()
        )
    }

    private func with<Result>(_ body: (WebGateway) async throws -> Result) async throws -> Result {
        try await WebGateway.with([Self.upload], of: OCR.ReceiptsService.descriptor, body)
    }

    private func received(_ answer: WebClient.Answer) -> [String]? {
        (object(answer.text)?["receiptId"] as? String)?.split(separator: " ").map(String.init)
    }

    @Test("a body without sizes is one photo")
    func onePhoto() async throws {
        try await with { web in
            let answer = try await send(web, "", [("a", 200_000)])
            #expect(answer.status == 200 && received(answer) == ["200000:200000a"])
        }
    }

    @Test("a body with sizes is that many photos, wherever its chunks end")
    func severalPhotos() async throws {
        try await with { web in
            let answer = try await send(web, "?sizes=150000,1,90000", [("a", 150_000), ("b", 1), ("c", 90_000)])
            #expect(answer.status == 200 && received(answer) == ["150000:150000a", "1:1b", "90000:90000c"])
            let alone = try await send(web, "?sizes=3&keeping=PHOTO_KEEPING_KEEP", [("a", 3)])
            #expect(received(alone) == ["3:3a"])
        }
    }

    @Test(
        "sizes that are not those of the body are rejected before it is read",
        arguments: [
            "", "x", "0,10", "-1,11", "4,5", "4,7", "10,", ",10", "5,5,5", "9223372036854775807,9223372036854775807",
        ]
    )
    func wrongSizes(sizes: String) async throws {
        try await with { web in
            let answer = try await send(web, "?sizes=\(sizes)", [("a", 10)])
            #expect(answer.status == 400 && answer.text.contains("Content-Length"))
        }
    }

    @Test("photos without a session, and what is no photo, are rejected")
    func rejected() async throws {
        try await with { web in
            let stranger = try await web.request("POST", "/files/receipts", ["Content-Type": "image/jpeg"], body: "a")
            #expect(stranger.status == 401)
            let text = try await web.request("POST", "/files/receipts", ["Content-Type": "text/plain"], body: "a")
            #expect(text.status == 415)
        }
    }
}
