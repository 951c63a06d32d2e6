import Foundation
import FoundationsTestSupport
import OCRMessages
import Postgres
import PostgresTestSupport
import RPC
import RPCTestSupport
import Testing

@testable import larder_ocr

@Suite("An upload", .timeLimit(.minutes(5)))
struct UploadTests {
    struct Refusal: Sendable, CustomTestStringConvertible {
        var what: String
        var photo: [UInt8]
        var header: OCR.UploadHeader? = .init()
        var pieces = 100_000
        var reason: StatusReason
        /// Part of the sentence for the sender.
        var sentence: String

        var testDescription: String { what }
    }

    static let refusals = [
        Refusal(what: "text", photo: Array("not a photo".utf8), reason: "NOT_AN_IMAGE", sentence: "text file"),
        Refusal(what: "a PDF", photo: Array("%PDF-1.7".utf8), reason: "NOT_AN_IMAGE", sentence: "PDF"),
        Refusal(
            what: "a JPEG of twelve bits",
            photo: Photo.twelveBits,
            reason: "IMAGE_DAMAGED",
            sentence: "ordinary JPEG"
        ),
        Refusal(what: "nothing", photo: [], reason: "IMAGE_EMPTY", sentence: "empty"),
        Refusal(
            what: "half an image",
            photo: Array(Photo.receipt.prefix(Photo.receipt.count / 2)),
            reason: "IMAGE_TRUNCATED",
            sentence: "incomplete"
        ),
        Refusal(
            what: "fewer bytes than announced",
            photo: Photo.receipt,
            header: .init(size: Int64(Photo.receipt.count + 1)),
            reason: "IMAGE_TRUNCATED",
            sentence: "incomplete"
        ),
        Refusal(
            what: "an image of 1 × 100,000",
            photo: Photo.png(width: 1, height: 100_000),
            reason: "IMAGE_DIMENSIONS",
            sentence: "100000"
        ),
        Refusal(
            what: "an image of 60,000 × 60,000",
            photo: Photo.png(width: 60_000, height: 60_000),
            reason: "IMAGE_DIMENSIONS",
            sentence: "too many pixels"
        ),
        Refusal(
            what: "21 MB",
            photo: [UInt8](repeating: 7, count: 21 << 20),
            reason: "IMAGE_TOO_LARGE",
            sentence: "20 MB"
        ),
        Refusal(
            what: "21 MB as announced",
            photo: [],
            header: .init(size: 21 << 20),
            reason: "IMAGE_TOO_LARGE",
            sentence: "20 MB"
        ),
        Refusal(
            what: "no header",
            photo: Photo.receipt,
            header: nil,
            reason: "HEADER_EXPECTED",
            sentence: "header"
        ),
        Refusal(what: "nothing at all", photo: [], header: nil, reason: "HEADER_EXPECTED", sentence: "header"),
        Refusal(
            what: "a piece that is too large",
            photo: [UInt8](repeating: 7, count: 300_000),
            pieces: 300_000,
            reason: "CHUNK_TOO_LARGE",
            sentence: "256 KiB"
        ),
        Refusal(
            what: "a time zone that is none",
            photo: Photo.receipt,
            header: .init(timeZone: "'; DROP TABLE"),
            reason: "INVALID_FIELDS",
            sentence: "time zone"
        ),
    ]

    @Test("is rejected with a sentence, and nothing is queued", arguments: refusals)
    func refused(_ refusal: Refusal) async throws {
        try await OCRTestEnvironment.with { environment in
            let refused = try await status {
                _ = try await environment.upload(
                    refusal.photo,
                    as: User(),
                    header: refusal.header,
                    pieces: refusal.pieces
                )
            }
            #expect(refused?.code == .invalidArgument)
            #expect(refused?.reason == refusal.reason)
            #expect(refused?.message.contains(refusal.sentence) == true, "\(refused?.message ?? "")")
            #expect(try await environment.count("receipts") == 0)
            #expect(try await environment.count("receipt_images") == 0)
        }
    }

    @Test("is rejected when a header comes in the middle")
    func secondHeader() async throws {
        try await OCRTestEnvironment.with { environment in
            let refused = try await status {
                _ = try await environment.client.uploadReceipt(options: User().options()) { writer in
                    try await writer.write(.init(part: .header(.init())))
                    try await writer.write(.init(part: .header(.init())))
                }
            }
            #expect(refused?.reason == "CHUNK_EXPECTED")
        }
    }

    @Test("needs a user")
    func anonymous() async throws {
        try await OCRTestEnvironment.with { environment in
            let refused = try await status { _ = try await environment.client.uploadReceipt { _ in } }
            #expect(refused?.code == .unauthenticated)
        }
    }

    @Test("that exceeds the user's concurrent uploads is rejected")
    func tooMany() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let (started, gate) = (Recorder<Int>(), RPCTestSupport.Gate())
            try await withThrowingTaskGroup { group in
                for number in 0..<4 {
                    group.addTask {
                        _ = try await environment.client.uploadReceipt(options: user.options()) { writer in
                            try await writer.write(.init(part: .header(.init())))
                            // More than the first window: when all of it is sent, the handler has begun to read.
                            for start in stride(from: 0, to: 4_000_000, by: 200_000) {
                                _ = start
                                try await writer.write(.init(part: .chunk([UInt8](repeating: 0, count: 200_000))))
                            }
                            started.record(number)
                            try await gate.wait()
                        }
                    }
                }
                try await started.wait(forCount: 4)
                let refused = try await status { _ = try await environment.upload(Photo.receipt, as: user) }
                #expect(refused?.code == .resourceExhausted)
                #expect(refused?.reason == "TOO_MANY_UPLOADS")
                #expect(try await environment.upload(Photo.receipt, as: User()).queueNumber == 1)
                gate.open()
                while let result = await group.nextResult() { #expect(throws: Status.self) { try result.get() } }
            }
            #expect(try await environment.upload(Photo.receipt, as: user).queueNumber == 1)
        }
    }

    /// Begins four uploads of each of eight users, which send the header and then do something else.
    private func beginUploads(
        _ environment: OCRTestEnvironment,
        _ group: inout ThrowingTaskGroup<Void, any Error>,
        _ then: @escaping @Sendable (MessageWriter<OCR.UploadReceiptRequest>) async throws -> Void
    ) {
        for user in (0..<8).map({ _ in User() }) {
            for _ in 0..<4 {
                group.addTask {
                    _ = try await environment.client.uploadReceipt(options: user.options()) { writer in
                        try await writer.write(.init(part: .header(.init())))
                        try await then(writer)
                    }
                }
            }
        }
    }

    @Test("is not kept out by uploads of others that begin and send nothing, however many")
    func beside() async throws {
        try await OCRTestEnvironment.with { environment in
            let (started, gate) = (Recorder<Void>(), RPCTestSupport.Gate())
            try await withThrowingTaskGroup { group in
                beginUploads(environment, &group) { _ in
                    started.record(())
                    try await gate.wait()
                }
                try await started.wait(forCount: 32)
                #expect(try await environment.upload(Photo.receipt, as: User()).queueNumber == 1)
                #expect(environment.service.uploads.taken == 0)
                gate.open()
                while let result = await group.nextResult() { #expect(throws: Status.self) { try result.get() } }
            }
        }
    }

    @Test("is not kept out by eight users who have each begun as many as they may")
    func ninth() async throws {
        try await OCRTestEnvironment.with { environment in
            let gate = RPCTestSupport.Gate()
            try await withThrowingTaskGroup { group in
                beginUploads(environment, &group) { writer in
                    try await writer.write(.init(part: .chunk([1])))
                    try await gate.wait()
                }
                try await until("all have begun") { environment.service.uploads.taken == 32 }
                #expect(try await environment.upload(Photo.receipt, as: User()).queueNumber == 1)
                gate.open()
                while let result = await group.nextResult() { #expect(throws: Status.self) { try result.get() } }
            }
        }
    }

    @Test("gets room beside eight users who hold all of it and take long")
    func hoarders() async throws {
        let clock = ManualWallClock()
        let limits = TransferLimiter.Limits(bytes: 1_000_000, bytesPerUser: 200_000, bytesAssured: 200_000)
        try await OCRTestEnvironment.with(transfers: limits, clock: clock) { environment in
            let gate = RPCTestSupport.Gate()
            try await withThrowingTaskGroup { group in
                beginUploads(environment, &group) { writer in
                    try await writer.write(.init(part: .chunk([UInt8](repeating: 0, count: 31_250))))
                    try await gate.wait()
                }
                try await until("all room is taken") { environment.service.uploads.bytes == 1_000_000 }
                let rejection = try await status { _ = try await environment.upload(Photo.receipt, as: User()) }
                #expect(rejection?.reason == "TOO_MANY_UPLOADS")
                clock.advance(by: 11)
                #expect(try await environment.upload(Photo.receipt, as: User()).queueNumber == 1)
                gate.open()
                var displaced = 0
                while let result = await group.nextResult() {
                    let failure = #expect(throws: Status.self) { try result.get() }
                    displaced += failure?.reason == "TRANSFER_DISPLACED" ? 1 : 0
                }
                #expect(displaced == (Photo.receipt.count + 31_249) / 31_250)
            }
        }
    }

    @Test("that stands is ended and gives its slot back", arguments: [0, 1, 2])
    func stalled(messages: Int) async throws {
        let clock = ManualWallClock()
        try await OCRTestEnvironment.with(clock: clock) { environment in
            let (sent, gate) = (Recorder<Void>(), RPCTestSupport.Gate())
            let upload = Task {
                try await status {
                    _ = try await environment.client.uploadReceipt(options: User().options()) { writer in
                        if messages > 0 { try await writer.write(.init(part: .header(.init()))) }
                        if messages > 1 { try await writer.write(.init(part: .chunk([1]))) }
                        sent.record(())
                        try await gate.wait()
                    }
                }
            }
            try await sent.wait(forCount: 1)
            try await until("the upload is waited for") {
                clock.sleeperCount == 1 && environment.service.uploads.taken == (messages > 1 ? 1 : 0)
            }
            clock.advance(by: 30)
            try await until("it has ended") { clock.sleeperCount == 0 && environment.service.uploads.taken == 0 }
            gate.open()
            let failure = try await upload.value
            #expect(failure?.code == .deadlineExceeded)
            #expect(failure?.reason == "UPLOAD_STALLED")
        }
    }

    @Test("gets a queue number and is stored as it was sent, encrypted")
    func accepted() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let first = try await environment.upload(Photo.receipt, as: user, pieces: 1_000)
            let second = try await environment.upload(Photo.receipt, as: user)
            let others = try await environment.upload(Photo.receipt, as: User())
            #expect([first.queueNumber, second.queueNumber, others.queueNumber] == [1, 2, 1])
            #expect(first.ahead == 0)
            // The second photo of one user comes after the first of another.
            #expect(others.ahead == 1)
            let stored = try await environment.pool.query(
                "SELECT bytes, is_sealed FROM receipt_images WHERE receipt_id = \(first.receiptID)::uuid"
            )[0]
            #expect(try stored["is_sealed"] && stored["bytes"] != Photo.receipt)
            let id = try #require(UUID(uuidString: first.receiptID))
            #expect(try await environment.store.photo(id, of: user.id)?.bytes == Photo.receipt)
            let receipt = try await environment.receipt(first.receiptID, user)
            #expect(receipt.state == .queued)
            #expect(receipt.uploadedAt != nil)
            #expect(receipt.reading == nil)
        }
    }
}

@Suite("An upload with an idempotency key", .timeLimit(.minutes(5)))
struct RepeatedUploadTests {
    @Test("is rejected when the key belongs to another photo")
    func reused() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            _ = try await environment.upload(Photo.receipt, as: user, key: "one")
            let refused = try await status { _ = try await environment.upload(Photo.blank, as: user, key: "one") }
            #expect(refused?.code == .alreadyExists)
            #expect(refused?.reason == "IDEMPOTENCY_KEY_REUSED")
            #expect(try await environment.count("receipts") == 1)
        }
    }

    @Test("is rejected when the key is invalid", arguments: ["", String(repeating: "k", count: 129), "a\u{7F}"])
    func malformed(key: String) async throws {
        try await OCRTestEnvironment.with { environment in
            let refused = try await status { _ = try await environment.upload(Photo.receipt, as: User(), key: key) }
            #expect(refused?.code == .invalidArgument)
            #expect(try await environment.count("receipts") == 0)
        }
    }

    @Test("creates one receipt, however often it is sent")
    func repeated() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let first = try await environment.upload(Photo.receipt, as: user, key: "one")
            let again = try await environment.upload(Photo.receipt, as: user, key: "one")
            #expect(again == first)
            #expect(try await environment.upload(Photo.receipt, as: User(), key: "one").receiptID != first.receiptID)
            #expect(try await environment.upload(Photo.receipt, as: user, key: "two").queueNumber == 2)
        }
    }

    @Test("creates one receipt, also when sent twice concurrently")
    func concurrent() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let ids = try await withThrowingTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask { try await environment.upload(Photo.receipt, as: user, key: "one").receiptID }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(ids.count == 1)
            #expect(try await environment.count("receipts") == 1)
        }
    }
}
