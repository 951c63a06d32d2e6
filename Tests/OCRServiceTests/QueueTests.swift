import Foundation
import OCRMessages
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing
import Texts
import Wire

@testable import larder_ocr

@Suite("The queue", .timeLimit(.minutes(5)))
struct QueueTests {
    private let photo = UploadedReceipt(photos: [[1]], hash: [2], timeZone: "")

    @Test("lets nobody write whose claim was taken over")
    func lostClaim() async throws {
        try await OCRTestEnvironment.with { environment in
            _ = try await environment.store.enqueue(photo, of: UUID(), key: nil)
            let (first, second) = (environment.queue("first"), environment.queue("second"))
            let lost = try #require(try await first.claim(.understanding))
            #expect(try await second.claim(.understanding) == nil)
            try await environment.expireClaims()
            let taken = try #require(try await second.claim(.understanding))
            #expect(taken.receipt == lost.receipt)
            await #expect(throws: LeaseLost.self) { try await first.renew(lost) }
            await #expect(throws: LeaseLost.self) { try await first.storePage([1], lost) }
            await #expect(throws: LeaseLost.self) { try await first.fail(lost, .readingFailed) }
            await #expect(throws: LeaseLost.self) { try await first.postpone(lost, by: .zero, isCounted: true) }
            await #expect(throws: LeaseLost.self) { try await first.complete(lost, purchaseID: "1") }
            #expect(try await environment.count("outbox") == 0)
            #expect(try await environment.count("receipt_images") == 1)
            try await second.renew(taken)
        }
    }

    @Test("gives an instance its own work back when it starts again, and leaves that of others")
    func restart() async throws {
        try await OCRTestEnvironment.with { environment in
            for _ in 0..<2 { _ = try await environment.store.enqueue(photo, of: UUID(), key: nil) }
            let (first, second) = (environment.queue("first"), environment.queue("second"))
            let own = try #require(try await first.claim(.understanding))
            _ = try #require(try await second.claim(.understanding))
            try await environment.queue("first").releaseOwn()
            #expect(try await first.claim(.understanding)?.receipt == own.receipt)
            #expect(try await first.claim(.understanding) == nil)
        }
    }

    @Test("gives each receipt to one of many who ask at the same time")
    func sharing() async throws {
        try await OCRTestEnvironment.with { environment in
            for _ in 0..<20 { _ = try await environment.store.enqueue(photo, of: UUID(), key: nil) }
            let claims = try await withThrowingTaskGroup { group in
                for instance in 0..<8 {
                    group.addTask {
                        var claims: [UUID] = []
                        while let claim = try await environment.queue("\(instance)").claim(.understanding) {
                            claims.append(claim.receipt)
                        }
                        return claims
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(Set(claims).count == 20)
            #expect(claims.count == 20)
        }
    }

    @Test("numbers each user's receipts without gaps, also when they come at the same time")
    func numbers() async throws {
        try await OCRTestEnvironment.with { environment in
            let users = [UUID(), UUID()]
            let photo = photo
            let numbers = try await withThrowingTaskGroup { group in
                for index in 0..<30 {
                    let user = users[index % 2]
                    group.addTask { (user, try await environment.store.enqueue(photo, of: user, key: nil).number) }
                }
                return try await group.reduce(into: [UUID: [Int64]]()) { $0[$1.0, default: []].append($1.1) }
            }
            for user in users { #expect(numbers[user]?.sorted() == Array(1...15)) }
        }
    }

    @Test("lets a user's first photo pass the tenth of another")
    func fairness() async throws {
        try await OCRTestEnvironment.with { environment in
            let (busy, other) = (UUID(), UUID())
            for _ in 0..<10 { _ = try await environment.store.enqueue(photo, of: busy, key: nil) }
            #expect(try await environment.store.enqueue(photo, of: other, key: nil).ahead == 1)
            let queue = environment.queue()
            let owners = [try await queue.claim(.understanding)?.user, try await queue.claim(.understanding)?.user]
            #expect(owners == [busy, other])
        }
    }

    @Test("lets a user's first photo pass the second of another, however long that has waited")
    func ages() async throws {
        try await OCRTestEnvironment.with { environment in
            let (busy, other) = (UUID(), UUID())
            let store = environment.store
            for _ in 0..<ReceiptStore.mostUnread { _ = try await store.enqueue(photo, of: busy, key: nil) }
            try await environment.pool.execute(
                "UPDATE receipts SET turn_at = turn_at - interval '301 s', due_at = due_at - interval '301 s'"
            )
            #expect(try await store.enqueue(photo, of: other, key: nil).ahead == 1)
            let queue = environment.queue()
            let owners = [try await queue.claim(.understanding)?.user, try await queue.claim(.understanding)?.user]
            #expect(owners == [busy, other])
        }
    }

    @Test("takes no more than fifty photos of a user until some are read, and those of others all the same")
    func unreadLimit() async throws {
        try await OCRTestEnvironment.with { environment in
            let (busy, store) = (UUID(), environment.store)
            let first = try await store.enqueue(photo, of: busy, key: "first")
            for _ in 1..<50 { _ = try await store.enqueue(photo, of: busy, key: nil) }
            let refused = try await status { _ = try await store.enqueue(photo, of: busy, key: nil) }
            #expect(refused?.code == .resourceExhausted)
            #expect(refused?.reason == "TOO_MANY_UNREAD")
            // The repetition of an upload adds nothing.
            #expect(try await store.enqueue(photo, of: busy, key: "first").id == first.id)
            _ = try await store.enqueue(photo, of: UUID(), key: nil)
            let queue = environment.queue()
            let claim = try #require(try await queue.claim(.understanding))
            try await queue.fail(claim, .readingFailed, retryMayHelp: true)
            #expect(try await store.enqueue(photo, of: busy, key: nil).number == 51)
            let retried = try await status { try await store.retry(claim.receipt, of: busy) }
            #expect(retried?.reason == "TOO_MANY_UNREAD")
        }
    }

    @Test("reads a photo again behind everybody's when reading it took too long, and its owner's others before")
    func putBehind() async throws {
        try await OCRTestEnvironment.with { environment in
            let (slow, other) = (UUID(), UUID())
            let store = environment.store
            let first = try await store.enqueue(photo, of: slow, key: nil)
            let others = [
                try await store.enqueue(photo, of: other, key: nil),
                try await store.enqueue(photo, of: other, key: nil),
            ]
            let queue = environment.queue()
            let claim = try #require(try await queue.claim(.understanding))
            #expect(claim.receipt == first.id)
            try await queue.putBehind(claim)
            let second = try await store.enqueue(photo, of: slow, key: nil)
            var order: [UUID] = []
            while let claim = try await queue.claim(.understanding) {
                order.append(claim.receipt)
                if claim.receipt == first.id { #expect(claim.attempt == 2) }
            }
            #expect(order == [others[0].id, second.id, others[1].id, first.id])
        }
    }

    @Test("never lets a user's photo overtake an earlier one of theirs")
    func ownOrder() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = UUID()
            for _ in 0..<6 { _ = try await environment.store.enqueue(photo, of: user, key: nil) }
            for _ in 0..<4 { try await environment.finish() }
            // The next one comes 4.5 s later.
            try await environment.pool.execute("UPDATE receipts SET turn_at = turn_at - interval '4.5 s'")
            _ = try await environment.store.enqueue(photo, of: user, key: nil)
            for _ in 0..<40 { _ = try await environment.store.enqueue(photo, of: user, key: nil) }
            let rows = try await environment.pool.query(
                "SELECT queue_number FROM receipts WHERE state = 'queued' ORDER BY turn_at"
            )
            let numbers = try rows.map { try $0["queue_number"] as Int64 }
            #expect(numbers == Array(5...47))
        }
    }

    @Test("lets retries pass neither what others sent before nor the user's own")
    func retries() async throws {
        try await OCRTestEnvironment.with { environment in
            let (busy, other) = (UUID(), UUID())
            var failed: [UUID] = []
            for _ in 0..<5 { _ = try await environment.store.enqueue(photo, of: busy, key: nil) }
            let queue = environment.queue()
            while let claim = try await queue.claim(.understanding) {
                try await queue.fail(claim, .readingFailed, retryMayHelp: true)
                failed.append(claim.receipt)
            }
            for receipt in failed { try await environment.store.retry(receipt, of: busy) }
            #expect(try await environment.store.enqueue(photo, of: other, key: nil).ahead == 1)
            let order = try await environment.pool.query(
                "SELECT id FROM receipts WHERE user_id = \(busy) ORDER BY turn_at"
            ).map { try $0["id"] as UUID }
            #expect(order == failed)
        }
    }

    @Test("keeps a postponed receipt back until it is due, and tells when that is")
    func postponed() async throws {
        try await OCRTestEnvironment.with { environment in
            _ = try await environment.store.enqueue(photo, of: UUID(), key: nil)
            let queue = environment.queue()
            #expect(try await queue.nextDue(.saving) == nil)
            let claim = try #require(try await queue.claim(.understanding))
            try await queue.postpone(claim, by: .seconds(1_000), isCounted: false)
            #expect(try await queue.claim(.understanding) == nil)
            let due = try #require(try await queue.nextDue(.understanding))
            #expect(due > .seconds(900) && due <= .seconds(1_000))
        }
    }
}

@Suite("Watching", .timeLimit(.minutes(5)))
struct WatchTests {
    @Test("shows every change in order, until the receipt is done")
    func changes() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let id = try await environment.upload(Photo.receipt, as: user).receiptID
            let queue = environment.queue()
            let seen = try await environment.client.watchReceipt(.init(receiptID: id), options: user.options()) {
                stream in
                var seen = [try #require(try await stream.next())]
                let claim = try #require(try await queue.claim(.understanding))
                try await queue.setPercent(40, claim)
                try await queue.setPercent(40, claim)
                try await queue.storePage([1], claim)
                try await queue.storeReading([], rawText: "", currency: nil, claim)
                let saving = try #require(try await queue.claim(.saving))
                try await queue.complete(saving, purchaseID: "p")
                for try await progress in stream { seen.append(progress) }
                return seen
            }
            #expect(seen.map(\.state) == [.queued, .reading, .reading, .parsing, .saving, .done])
            #expect(seen.map(\.percent) == [0, 0, 40, 100, 100, 100])
            #expect(seen.last?.purchaseID == "p")
            #expect(try await environment.watch(id, user) == [try #require(seen.last)])
        }
    }

    @Test("ends with the call's deadline")
    func deadline() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let id = try await environment.upload(Photo.receipt, as: user).receiptID
            var options = user.options()
            options.timeout = .milliseconds(100)
            let late = try await status {
                try await environment.client.watchReceipt(.init(receiptID: id), options: options) { stream in
                    while try await stream.next() != nil {}
                }
            }
            #expect(late?.code == .deadlineExceeded)
        }
    }

    @Test("goes on after the database's connection broke")
    func reconnected() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let id = try await environment.upload(Photo.receipt, as: user).receiptID
            let queue = environment.queue()
            let last = try await environment.client.watchReceipt(.init(receiptID: id), options: user.options()) {
                stream in
                var last = try await stream.next()
                let claim = try #require(try await queue.claim(.understanding))
                try await environment.pool.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()"
                )
                try await queue.fail(claim, .tooDark)
                while let progress = try await stream.next() { last = progress }
                return last
            }
            #expect(last?.state == .failed)
            #expect(last?.failure == ReceiptFailure.tooDark.text.english)
        }
    }
}
