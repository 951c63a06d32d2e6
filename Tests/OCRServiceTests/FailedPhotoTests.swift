import EventsMessages
import Foundation
import FoundationsTestSupport
import MessageCoding
import NIOCore
import OCRMessages
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing
import Texts

@testable import larder_ocr

extension OCRTestEnvironment {
    /// Uploads a receipt that fails at the clock's time, with all that is stored before.
    @discardableResult
    fileprivate func fail(
        _ user: User,
        keeping: OCR.PhotoKeeping = .unspecified,
        retryMayHelp: Bool = false,
        at clock: ManualWallClock
    ) async throws -> String {
        let header = OCR.UploadHeader(keeping: keeping)
        let id = try await upload(Photo.receipt, as: user, header: header).receiptID
        try await failNext(retryMayHelp: retryMayHelp, at: clock)
        return id
    }

    fileprivate func failNext(retryMayHelp: Bool = false, at clock: ManualWallClock) async throws {
        var queue = queue()
        queue.clock = clock
        let claim = try #require(try await queue.claim(.understanding))
        try await queue.storePage([1], claim)
        try await queue.fail(claim, .tooDark, retryMayHelp: retryMayHelp)
    }

    fileprivate func removeExpired(_ clock: ManualWallClock) async throws {
        try await PhotoExpiry(store: store, log: TestDatabase.quietLogger, clock: clock).removeExpired()
    }
}

@Suite("The photo of a failed receipt", .timeLimit(.minutes(5)))
struct FailedPhotoTests {
    private let day: TimeInterval = 86_400

    @Test("waits thirty days for a retry, unless its owner chose to keep it for good")
    func expiry() async throws {
        try await OCRTestEnvironment.with { environment in
            let (user, clock) = (User(), ManualWallClock())
            var ids: [OCR.PhotoKeeping: String] = [:]
            for keeping in [OCR.PhotoKeeping.unspecified, .remove, .keep, .untilConfirmed] {
                ids[keeping] = try await environment.fail(user, keeping: keeping, retryMayHelp: true, at: clock)
            }
            clock.advance(by: 29 * day)
            try await environment.removeExpired(clock)
            #expect(try await environment.count("receipt_images") == 4)
            clock.advance(by: 2 * day)
            for _ in 0..<2 { try await environment.removeExpired(clock) }
            for (keeping, id) in ids {
                #expect(try await environment.receipt(id, user).hasPhoto == (keeping == .keep))
            }
            #expect(try await environment.count("receipt_pages") == 1)
            let expired = try #require(ids[.unspecified])
            #expect(try await environment.receipt(expired, user).failure == ReceiptFailure.tooDark.text.english)
        }
    }

    @Test("counts its days anew after a retry, and is left alone while it is read")
    func retried() async throws {
        try await OCRTestEnvironment.with { environment in
            let (user, clock) = (User(), ManualWallClock())
            let id = try await environment.fail(user, at: clock)
            _ = try await environment.client.retryReceipt(.init(receiptID: id), options: user.options())
            clock.advance(by: 31 * day)
            try await environment.removeExpired(clock)
            #expect(try await environment.receipt(id, user).hasPhoto)
            try await environment.failNext(at: clock)
            clock.advance(by: 29 * day)
            try await environment.removeExpired(clock)
            #expect(try await environment.receipt(id, user).hasPhoto)
            clock.advance(by: 2 * day)
            try await environment.removeExpired(clock)
            #expect(try await !environment.receipt(id, user).hasPhoto)
        }
    }

    @Test("goes with its text when it was read but not saved; what it says is kept")
    func notSaved() async throws {
        try await OCRTestEnvironment.with { environment in
            let (user, clock) = (User(), ManualWallClock())
            let id = try await environment.upload(Photo.receipt, as: user).receiptID
            var queue = environment.queue()
            queue.clock = clock
            let claim = try #require(try await queue.claim(.understanding))
            let reading = OCR.Reading(storeName: .init(value: "Maple Market"), rawText: "MAPLE MARKET")
            let packed = Array(try reading.encoded().readableBytesView)
            try await queue.storeReading(packed, rawText: reading.rawText, currency: nil, claim)
            try await queue.fail(try #require(try await queue.claim(.saving)), .notSaved)
            clock.advance(by: 31 * day)
            try await environment.removeExpired(clock)
            let left = try await environment.receipt(id, user)
            #expect(!left.hasPhoto && left.reading?.rawText == "")
            #expect(left.reading?.storeName?.value == "Maple Market")
            let texts = try await environment.pool.query(
                "SELECT 1 FROM receipt_readings WHERE raw_text_sealed IS NOT NULL OR raw_text IS NOT NULL"
            )
            #expect(texts.isEmpty)
        }
    }

    @Test("goes at once when its owner chose that and a retry cannot help", arguments: [false, true])
    func useless(retryMayHelp: Bool) async throws {
        try await OCRTestEnvironment.with { environment in
            let (user, clock) = (User(), ManualWallClock())
            let id = try await environment.fail(user, keeping: .remove, retryMayHelp: retryMayHelp, at: clock)
            #expect(try await environment.receipt(id, user).hasPhoto == retryMayHelp)
            #expect(try await environment.count("receipt_pages") == (retryMayHelp ? 1 : 0))
            let retry = try await status {
                _ = try await environment.client.retryReceipt(.init(receiptID: id), options: user.options())
            }
            #expect(retry?.reason == (retryMayHelp ? nil : "PHOTO_NOT_KEPT"))
            #expect(try await environment.receipt(id, user).state == (retryMayHelp ? .queued : .failed))
        }
    }

    @Test(
        "goes when its owner has typed the purchase in, unless it was to be kept for good",
        arguments: [OCR.PhotoKeeping.unspecified, .remove, .keep, .untilConfirmed]
    )
    func typedIn(keeping: OCR.PhotoKeeping) async throws {
        try await OCRTestEnvironment.with { environment in
            let (user, clock) = (User(), ManualWallClock())
            let id = try await environment.fail(user, keeping: keeping, retryMayHelp: true, at: clock)
            let receipt = try #require(UUID(uuidString: id))
            let key = try await environment.store.readingKey(receipt, of: user.id)
            try await environment.pool.transaction { connection in
                try await environment.store.settle(receipt, of: UUID(), with: key, in: connection)
            }
            #expect(try await environment.receipt(id, user).hasPhoto)
            try await environment.pool.transaction { connection in
                try await environment.store.settle(receipt, of: user.id, with: key, in: connection)
            }
            #expect(try await environment.receipt(id, user).hasPhoto == (keeping == .keep))
        }
    }

    @Test("that cannot be removed is reported, and does not hold up others")
    func damaged() async throws {
        try await OCRTestEnvironment.with { environment in
            let (user, clock) = (User(), ManualWallClock())
            let ids = [try await environment.fail(user, at: clock), try await environment.fail(user, at: clock)]
                .sorted()
            try await environment.pool.execute(
                """
                INSERT INTO receipt_readings (user_id, receipt_id, reading, raw_text)
                VALUES (\(user.id), \(try #require(UUID(uuidString: ids[0]))), '\\x01', 'TOTAL')
                """
            )
            clock.advance(by: 31 * day)
            await #expect(throws: (any Error).self) { try await environment.removeExpired(clock) }
            #expect(try await environment.receipt(ids[1], user).hasPhoto == false)
            #expect(try await environment.count("receipt_images") == 1)
        }
    }
}
