import BudgetMessages
import CTesseract
import CommonMessages
import EventsMessages
import Glibc
import OCRMessages
import RPC
import Testing

@testable import larder_ocr

@Suite("A receipt of several photos", .timeLimit(.minutes(5)))
struct SeveralPhotosTests {
    /// The part of the test receipt between two fractions of its height.
    private func part(_ from: Double, _ to: Double) throws -> [UInt8] {
        struct Failure: Error {}
        var source = pixReadMem(Photo.receipt, Photo.receipt.count)
        defer { pixDestroy(&source) }
        let height = Double(pixGetHeight(source))
        var box = boxCreate(0, Int32(height * from), pixGetWidth(source), Int32(height * (to - from)))
        defer { boxDestroy(&box) }
        var piece = pixClipRectangle(source, box, nil)
        defer { pixDestroy(&piece) }
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard pixWriteMem(&bytes, &count, piece, Int32(IFF_PNG)) == 0, let bytes else { throw Failure() }
        defer { free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    @Test("becomes one purchase; overlaps are merged, and boxes name their photo")
    func joined() async throws {
        let photos = [try part(0, 0.62), try part(0.4, 1)]
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let backends = TestBackends()
            let id = try await environment.upload(photos, as: user, keeping: .keep).receiptID
            try await environment.withWorkers(backends) { _ in
                let last = try await environment.watch(id, user).last
                #expect(last?.state == .done)
            }
            let purchase = try #require(backends.purchases.first)
            #expect(backends.purchases.count == 1)
            #expect(purchase.storeName == "Harbour Market")
            #expect(purchase.items.map { $0.amount?.minorUnits } == [549, 198, 425, 999])
            #expect(purchase.total?.minorUnits == 2_280)
            let reading = try #require(try await environment.receipt(id, user).reading)
            #expect(reading.sumCheck == .agrees)
            #expect(reading.storeName?.box?.photo == 0)
            #expect(reading.total?.box?.photo == 1)
            #expect(try await environment.count("receipt_images") == 2)
        }
    }

    @Test("is the same receipt under the same key only with the same photos")
    func key() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let first = try await environment.upload([Photo.receipt, Photo.blank], as: user, key: "both")
            #expect(try await environment.upload([Photo.receipt, Photo.blank], as: user, key: "both") == first)
            let other = try await status {
                _ = try await environment.upload([Photo.blank, Photo.receipt], as: user, key: "both")
            }
            #expect(other?.reason == "IDEMPOTENCY_KEY_REUSED")
            #expect(try await environment.count("receipt_images") == 2)
        }
    }

    @Test("is rejected as a whole when one photo is invalid, and has eight at most")
    func refused() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let none = try await status {
                _ = try await environment.upload([Photo.receipt, Array("no".utf8)], as: user)
            }
            #expect(none?.code == .invalidArgument && none?.reason == "NOT_AN_IMAGE")
            let empty = try await status { _ = try await environment.upload([Photo.receipt, []], as: user) }
            #expect(empty?.reason == "IMAGE_EMPTY")
            let nine = [[UInt8]](repeating: Photo.blank, count: 9)
            let many = try await status { _ = try await environment.upload(nine, as: user) }
            #expect(many?.reason == "TOO_MANY_PHOTOS")
            #expect(try await environment.count("receipts") == 0)
            _ = try await environment.upload(Array(nine.dropLast()), as: user)
        }
    }
}

@Suite("A photo that cannot be read", .timeLimit(.minutes(5)))
struct UnreadablePhotoTests {
    @Test("is announced once, however often it is retried or sent, with the cause and a suggestion")
    func once() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let id = try await environment.upload(Photo.blank, as: user).receiptID
            try await environment.withWorkers(TestBackends()) { _ in
                let last = try #require(try await environment.watch(id, user).last)
                #expect(last.state == .failed)
                #expect(last.failure.contains("by hand"))
                #expect(last.failure.split(separator: ".").count <= 2)
                _ = try await environment.client.retryReceipt(.init(receiptID: id), options: user.options())
                #expect(try await environment.watch(id, user).last?.state == .failed)
                let again = try await environment.upload(Photo.blank, as: user).receiptID
                #expect(try await environment.watch(again, user).last?.state == .failed)
            }
            #expect(try await environment.events().count == 1)
            let other = User()
            let theirs = try await environment.upload(Photo.blank, as: other).receiptID
            try await environment.withWorkers(TestBackends()) { _ in
                let last = try await environment.watch(theirs, other).last
                #expect(last?.state == .failed)
            }
            #expect(try await environment.events().count == 2)
        }
    }

    @Test("does not prevent the next one from being read")
    func next() async throws {
        var broken = Photo.receipt
        for index in stride(from: 400, to: broken.count - 40, by: 90) { broken[index] ^= 0xFF }
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let bad = try await environment.upload(broken, as: user).receiptID
            let good = try await environment.upload(Photo.receipt, as: user).receiptID
            try await environment.withWorkers(TestBackends()) { _ in
                let failed = try #require(try await environment.watch(bad, user).last)
                #expect(failed.state == .failed && failed.failure.contains("lease"))
                #expect(try await environment.watch(good, user).last?.state == .done)
            }
        }
    }
}
