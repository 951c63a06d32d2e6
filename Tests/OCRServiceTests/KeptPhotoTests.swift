import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import FoundationsTestSupport
import OCRMessages
import Postgres
import PostgresTestSupport
import RPC
import RPCTestSupport
import ServiceKit
import Testing

@testable import larder_ocr

@Suite("A photo beside its receipt", .timeLimit(.minutes(5)))
struct KeptPhotoTests {
    private static let keep = OCR.UploadHeader(timeZone: "America/Vancouver", keeping: .keep)
    private static let text = OCR.Reading(rawText: "OAT MILK 3.49\nTOTAL 3.49")

    @Test("is not available to others, nor for a nonexistent receipt")
    func foreign() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let id = try await environment.upload(Photo.receipt, as: user, header: Self.keep).receiptID
            try await environment.finish(Self.text)
            for other in [id, UUID().canonical] {
                let download = try await status { _ = try await environment.download(other, User()) }
                #expect(download?.code == .notFound && download?.reason != "PHOTO_NOT_KEPT")
                let removal = try await status {
                    _ = try await environment.client.removePhoto(.init(receiptID: other), options: User().options())
                }
                #expect(removal?.code == .notFound)
            }
            #expect(try await environment.receipt(id, user).hasPhoto)
        }
    }

    @Test("is removed with its text once the purchase is recorded, unless its owner chose to keep it")
    func removedWhenStored() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            for keeping in [OCR.PhotoKeeping.unspecified, .remove, .keep] {
                let header = OCR.UploadHeader(timeZone: "America/Vancouver", keeping: keeping)
                let id = try await environment.upload(Photo.receipt, as: user, header: header).receiptID
                #expect(try await environment.receipt(id, user).hasPhoto)
                try await environment.finish(Self.text)
                let receipt = try await environment.receipt(id, user)
                #expect(receipt.hasPhoto == (keeping == .keep))
                #expect(receipt.reading?.rawText == (keeping == .keep ? Self.text.rawText : ""))
                guard keeping != .keep else { continue }
                let download = try await status { _ = try await environment.download(id, user) }
                #expect(download?.reason == "PHOTO_NOT_KEPT")
            }
            #expect(try await environment.count("receipt_images") == 1)
            let texts = try await environment.pool.query(
                "SELECT 1 FROM receipt_readings WHERE raw_text_sealed IS NOT NULL"
            )
            #expect(texts.count == 1)
        }
    }

    @Test("is removed by its owner, but not while it is read; the extracted data are kept")
    func removedByOwner() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let id = try await environment.upload(Photo.receipt, as: user, header: Self.keep).receiptID
            let early = try await status {
                _ = try await environment.client.removePhoto(.init(receiptID: id), options: user.options())
            }
            #expect(early?.reason == "RECEIPT_IN_WORK")
            var reading = Self.text
            reading.storeName = .init(value: "Maple Market", confidence: 90)
            try await environment.finish(reading)
            for _ in 0..<2 {
                let receipt = try await environment.client.removePhoto(.init(receiptID: id), options: user.options())
                #expect(!receipt.hasPhoto)
                #expect(receipt.reading?.rawText == "")
                #expect(receipt.reading?.storeName?.value == "Maple Market")
            }
            let search = OCR.SearchReceiptsRequest(text: "milk")
            #expect(try await environment.client.searchReceipts(search, options: user.options()).matches.isEmpty)
        }
    }

    @Test("is sent in chunks, in the orientation in which it was read")
    func download() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let id = try await environment.upload(Photo.receipt, as: user, header: Self.keep).receiptID
            let before = try await environment.download(id, user)
            #expect(before.bytes == Photo.receipt)
            #expect(before.header.mediaType == "image/png")
            var reading = Self.text
            reading.quarterTurns = 1
            try await environment.finish(reading)
            let after = try await environment.download(id, user)
            #expect((after.header.width, after.header.height) == (before.header.height, before.header.width))
            #expect(after.header.size == Int64(after.bytes.count))
            #expect(after.pieces.allSatisfy { $0 <= 256 << 10 })
        }
    }
}

@Suite("A photo that is downloaded and not read", .timeLimit(.minutes(5)))
struct UnreadPhotoTests {
    /// Larger than what a stream and its buffers hold.
    private static let large = Photo.large

    @Test("is given up after half a minute, and keeps nobody from sending photos meanwhile")
    func stalled() async throws {
        let clock = ManualWallClock()
        try await OCRTestEnvironment.with(clock: clock) { environment in
            let user = User()
            let id = try await environment.upload(Self.large, as: user, header: .init(keeping: .keep)).receiptID
            let gate = RPCTestSupport.Gate()
            let downloads = (0..<4).map { _ in
                Task {
                    try await status {
                        try await environment.client.downloadPhoto(.init(receiptID: id), options: user.options()) {
                            try await gate.wait()
                            while try await $0.next() != nil {}
                        }
                    }
                }
            }
            try await until("all are sent") { clock.sleeperCount == 4 }
            #expect(environment.service.downloads.taken == 4)
            #expect(try await environment.upload(Photo.receipt, as: user).queueNumber == 2)
            // What fits windows and buffers may have gone in the first interval.
            clock.advance(by: 30)
            try await until("the rest is waited for") {
                clock.sleeperCount == 4 || environment.service.downloads.taken == 0
            }
            clock.advance(by: 30)
            try await until("all are given up") { environment.service.downloads.taken == 0 }
            gate.open()
            for download in downloads {
                let failure = try await download.value
                #expect(failure?.reason == "DOWNLOAD_STALLED")
            }
        }
    }
}

@Suite("A duplicate photo", .timeLimit(.minutes(5)))
struct SamePhotoTests {
    @Test("is detected with its earlier purchase, and remains a separate receipt")
    func noticed() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let first = try await environment.upload(Photo.receipt, as: user)
            #expect(first.samePhotoReceiptID.isEmpty)
            let second = try await environment.upload(Photo.receipt, as: user, key: "second")
            #expect(second.samePhotoReceiptID == first.receiptID)
            #expect(second.samePhotoPurchaseID.isEmpty)
            try await environment.finish()
            let third = try await environment.upload(Photo.receipt, as: user)
            #expect(third.samePhotoReceiptID == first.receiptID)
            #expect(third.samePhotoPurchaseID == "p")
            let receipt = try await environment.receipt(third.receiptID, user)
            #expect(receipt.samePhotoReceiptID == first.receiptID)
            // A repeated upload is not a duplicate photo.
            #expect(try await environment.upload(Photo.receipt, as: user, key: "second").receiptID == second.receiptID)
            #expect(try await environment.count("receipts") == 3)
        }
    }

    @Test("is not confused with other users' photos, nor with others of the user")
    func different() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            _ = try await environment.upload(Photo.receipt, as: User())
            _ = try await environment.upload(Photo.blank, as: user)
            #expect(try await environment.upload(Photo.receipt, as: user).samePhotoReceiptID.isEmpty)
        }
    }

    @Test("is detected for all but one when they arrive concurrently")
    func concurrent() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = UUID()
            let photo = UploadedReceipt(photos: [[1]], hash: [2], timeZone: "")
            let earlier = try await withThrowingTaskGroup { group in
                for _ in 0..<10 {
                    group.addTask {
                        try await environment.store.enqueue(photo, of: user, key: nil).samePhoto?.receiptID
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(earlier.count { $0 == nil } == 1)
            #expect(Set(earlier).count == 2)
        }
    }

    @Test("is reported to budget with its purchase")
    func told() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let first = try await environment.upload(Photo.receipt, as: user)
            try await environment.finish()
            _ = try await environment.upload(Photo.receipt, as: user)
            let claim = try #require(try await environment.queue().claim(.understanding))
            #expect(claim.samePhotoAs?.canonical == first.receiptID)
            var draft = PurchaseDraft(reading: .init(), receiptID: "", timeZone: "")
            draft.samePhotoReceiptID = first.receiptID
            #expect(draft.purchase.samePhotoReceiptID == first.receiptID)
        }
    }
}

@Suite("Searching receipts", .timeLimit(.minutes(5)))
struct SearchTests {
    private func search(_ environment: OCRTestEnvironment, _ user: User, _ text: String) async throws -> [OCR
        .ReceiptMatch]
    {
        try await environment.client.searchReceipts(.init(text: text), options: user.options()).matches
    }

    @Test("requires a search term", arguments: ["", " ", "&|!", "'", String(repeating: "a", count: 101)])
    func nothing(text: String) async throws {
        try await OCRTestEnvironment.with { environment in
            let status = try await status { _ = try await search(environment, User(), text) }
            #expect(status?.fieldViolations.map(\.field) == ["text"])
        }
    }

    @Test("finds all words or prefixes, in any case, in the user's own receipts alone")
    func words() async throws {
        try await OCRTestEnvironment.with { environment in
            let (user, other) = (User(), User())
            let texts = [
                (user, "OAT MILK 1L  3.49\nTOTAL $12.30"), (user, "SOY MILK\n12.35"), (other, "OAT MILK 3.49"),
            ]
            var ids: [String] = []
            for (owner, text) in texts {
                let header = OCR.UploadHeader(keeping: .keep)
                ids.append(try await environment.upload(Photo.receipt, as: owner, header: header).receiptID)
                try await environment.finish(.init(rawText: text))
            }
            #expect(try await search(environment, user, "milk").map(\.receipt?.id) == [ids[1], ids[0]])
            let match = try #require(try await search(environment, user, "mil OAT").first)
            #expect(match.receipt?.id == ids[0])
            #expect(match.rows == ["OAT MILK 1L  3.49"])
            #expect(try await search(environment, user, "12.30").map(\.receipt?.id) == [ids[0]])
            #expect(try await search(environment, user, "$12.3").map(\.receipt?.id) == [ids[1], ids[0]])
            for text in ["oat soy", "ilk", "milk'; drop table receipts", "milk:* | oat", "\\'milk"] {
                _ = try await search(environment, user, text)
            }
            #expect(try await search(environment, user, "oat soy").isEmpty)
            #expect(try await search(environment, User(), "milk").isEmpty)
        }
    }

    @Test(
        "finds words at their beginning, numbers whole",
        arguments: [
            ("CRÈME brûlée", "crè", true), ("CRÈME brûlée", "ème", false), ("3×BRÛLÉE", "brûlée", true),
            ("OAT-MILK", "milk", true), ("ÉMILK", "milk", false), ("12.30", "30", false), ("12.30 30", "30", true),
            ("TOTAL.MILK", "milk", true), ("$12.30", "12.3", true), ("", "milk", false), ("mil milk", "milk", true),
        ]
    )
    func beginnings(text: String, word: String, isFound: Bool) throws {
        #expect(try ReceiptSearch(validating: .init(text: word)).matches(text) == isFound)
    }

    /// Receipts of a user, from the oldest; the text of one is its place, from 0, and whether it has milk.
    private func fill(_ environment: OCRTestEnvironment, _ user: User, _ count: Int, milk: Set<Int>) async throws {
        let key = try await environment.store.sealing.keys.key(of: user.id)
        let statements = try (0..<count).flatMap { place -> [Statement] in
            let id = UUID()
            let text = milk.contains(place) ? "MILK" : "BREAD"
            let reading = StoredReading(user: user.id, receipt: id)
            return [
                """
                INSERT INTO receipts (user_id, id, queue_number, time_zone, image_hash, turn_at)
                VALUES (
                    \(user.id), \(id), \(Int64(place + 1)), 'America/Vancouver', \(Array(id.canonical.utf8)), now()
                )
                """,
                try reading.storing([], rawText: text, currency: nil, with: key),
            ]
        }
        try await environment.pool.pipeline(statements)
    }

    @Test("reads a limited number of receipts in one call, and goes on from there")
    func limited() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            try await fill(environment, user, 330, milk: [0, 1, 50, 329])
            let search = try ReceiptSearch(validating: .init(text: "milk"))
            var (pages, token): ([[Int64]], String) = ([], "")
            repeat {
                let page = try Page<ReceiptKey>(.init(size: 2, token: token))
                let answer = try await environment.store.receipts(with: search, of: user.id, page, readingAtMost: 100)
                pages.append(answer.0.map(\.0.queueNumber))
                token = answer.next ?? ""
            } while !token.isEmpty
            #expect(pages == [[330], [], [51], [2, 1]])
        }
    }

    @Test("of one user takes turns with others', and none is left waiting")
    func turns() async throws {
        try await OCRTestEnvironment.with { environment in
            let users = (0..<6).map { _ in User() }
            for user in users { try await fill(environment, user, 120, milk: [3]) }
            try await withThrowingTaskGroup { group in
                for user in users + users {
                    group.addTask {
                        let found = try await search(environment, user, "milk")
                        #expect(found.map(\.receipt?.queueNumber) == [4])
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("pages")
    func pages() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            for _ in 0..<5 {
                _ = try await environment.upload(Photo.receipt, as: user, header: .init(keeping: .keep))
                try await environment.finish(.init(rawText: "MILK"))
            }
            var numbers: [Int64] = []
            var token = ""
            repeat {
                let request = OCR.SearchReceiptsRequest(text: "milk", page: .init(size: 2, token: token))
                let answer = try await environment.client.searchReceipts(request, options: user.options())
                numbers += answer.matches.compactMap { $0.receipt?.queueNumber }
                token = answer.nextPageToken
            } while !token.isEmpty
            #expect(numbers == [5, 4, 3, 2, 1])
        }
    }
}
