import Foundation
import Foundations
import OCRMessages
import Postgres
import RPC
import Testing

@testable import larder_ocr

@Suite("Watching the list of receipts", .timeLimit(.minutes(5)))
struct WatchListTests {
    /// The first update after a cursor.
    private func update(
        _ environment: OCRTestEnvironment,
        _ user: User,
        after cursor: String = ""
    ) async throws -> OCR.ReceiptListUpdate {
        let request = OCR.WatchReceiptsRequest(cursor: cursor)
        let update = try await environment.client.watchReceipts(request, options: user.options()) { updates in
            try await updates.next()
        }
        return try #require(update)
    }

    /// A receipt as the list has it.
    private func listed(_ id: String, _ environment: OCRTestEnvironment, _ user: User) async throws -> OCR.Receipt {
        let list = try await environment.client.listReceipts(.init(), options: user.options())
        return try #require(list.receipts.first { $0.id == id })
    }

    @Test("rejects a malformed cursor", arguments: ["yesterday", "cmVjZWlwdHN8MQ", "😀"])
    func malformed(cursor: String) async throws {
        try await OCRTestEnvironment.with { environment in
            let rejected = try await status { _ = try await update(environment, User(), after: cursor) }
            #expect(rejected?.code == .invalidArgument)
            #expect(rejected?.fieldViolations.map(\.field) == ["cursor"])
        }
    }

    @Test("shows nothing of another user's receipts, not even with a cursor of theirs")
    func foreign() async throws {
        try await OCRTestEnvironment.with { environment in
            let (user, other) = (User(), User())
            _ = try await environment.upload(Photo.receipt, as: other)
            let cursor = try await update(environment, other).cursor
            _ = try await environment.upload(Photo.receipt, as: other)
            let own = try await environment.upload(Photo.receipt, as: user).receiptID
            #expect(try await update(environment, user, after: cursor).receipts.map(\.id) == [own])
        }
    }

    @Test("sends receipts as they are queued and make progress")
    func live() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            _ = try await environment.upload(Photo.receipt, as: user)
            try await environment.client.watchReceipts(.init(), options: user.options()) { updates in
                let first = try await updates.next()
                #expect(first?.reset == true)
                #expect(first?.receipts == [])
                let queue = environment.queue()
                let earlier = try #require(try await queue.claim(.understanding))
                #expect(try await updates.next()?.receipts.map(\.state) == [.reading])
                let id = try await environment.upload(Photo.receipt, as: user).receiptID
                #expect(try await updates.next()?.receipts == [try await listed(id, environment, user)])
                try await queue.setPercent(40, earlier)
                let progress = try await updates.next()?.receipts.first
                #expect(progress?.id == earlier.receipt.canonical)
                #expect(progress?.percent == 40)
                // What no list shows is no change.
                try await queue.renew(earlier)
                try await queue.setPercent(60, earlier)
                #expect(try await updates.next()?.receipts.map(\.percent) == [60])
            }
        }
    }

    @Test("resumes with what has changed since, each receipt once, as it is")
    func resumed() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let first = try await environment.upload(Photo.receipt, as: user).receiptID
            let start = try await update(environment, user).cursor
            let second = try await environment.upload(Photo.receipt, as: user).receiptID
            #expect(try await environment.finish(purchaseID: "bought").canonical == first)
            let missed = try await update(environment, user, after: start)
            #expect(!missed.reset)
            #expect(missed.receipts.map(\.id) == [second, first])
            #expect(missed.receipts.map(\.state) == [.queued, .done])
            #expect(missed.receipts.map(\.purchaseID) == ["", "bought"])
            #expect(missed.receipts.allSatisfy { $0.reading == nil })
            let next = try await update(environment, user, after: missed.cursor)
            #expect(!next.reset)
            #expect(next.receipts == [])
        }
    }

    @Test("sends a receipt again when its photo is removed")
    func photoRemoved() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let header = OCR.UploadHeader(timeZone: "America/Vancouver", keeping: .keep)
            let id = try await environment.upload(Photo.receipt, as: user, header: header).receiptID
            try await environment.finish()
            let start = try await update(environment, user).cursor
            _ = try await environment.client.removePhoto(.init(receiptID: id), options: user.options())
            let sent = try await update(environment, user, after: start).receipts
            #expect(sent == [try await listed(id, environment, user)])
            #expect(sent.map(\.hasPhoto) == [false])
        }
    }

    @Test("says which receipts were removed")
    func removed() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let id = try await environment.upload(Photo.receipt, as: user).receiptID
            let start = try await update(environment, user).cursor
            try await environment.pool.execute(
                "DELETE FROM receipts WHERE user_id = \(user.id) AND id = \(UUID(canonical: id))"
            )
            let sent = try await update(environment, user, after: start)
            #expect(sent.receipts == [])
            #expect(sent.removedIDs == [id])
        }
    }
}
