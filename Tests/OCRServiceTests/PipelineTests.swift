import Foundation
import Messages
import Postgres
import PostgresTestSupport
import RPC
import ReceiptRecognition
import ServiceKit
import ServiceStubs
import Testing

@testable import larder_ocr

@Suite(
    "From photo to purchase",
    .enabled("Tesseract with its English data is not installed") { await TestReader.isAvailable() },
    .timeLimit(.minutes(5))
)
struct PipelineTests {
    @Test("a photo without print fails with a likely cause, and notifications are told")
    func illegible() async throws {
        try await Kitchen.with { kitchen in
            let user = User()
            let id = try await kitchen.upload(Photo.blank, as: user).receiptID
            let ledger = Ledger()
            try await kitchen.withShift(ledger) { _ in
                let end = try #require(try await kitchen.watch(id, user).last)
                #expect(end.state == .failed)
                #expect(end.failure.contains("No print was found"))
                #expect(end.failure.hasSuffix("type the receipt in by hand."))
            }
            guard case .receiptFailed(let event) = try #require(try await kitchen.events().first).payload else {
                return #expect(Bool(false), "another event")
            }
            #expect(event.userID == user.id.canonical)
            #expect(event.receiptID == id)
            #expect(ledger.calls == 0)
        }
    }

    @Test("an image that cannot be decoded fails at once")
    func undecodable() async throws {
        try await Kitchen.with { kitchen in
            let user = User()
            let id = try await kitchen.upload(Photo.png(width: 500, height: 500), as: user).receiptID
            try await kitchen.withShift(Ledger()) { _ in
                let end = try await kitchen.watch(id, user).last
                #expect(end?.failure.contains("damaged") == true)
            }
        }
    }

    @Test("a refusal of budget fails the receipt, which says so")
    func refused() async throws {
        try await Kitchen.with { kitchen in
            let user = User()
            let id = try await kitchen.upload(Photo.receipt, as: user).receiptID
            let ledger = Ledger()
            ledger.outage = Status(.invalidArgument, "purchase.items is wrong")
            try await kitchen.withShift(ledger) { _ in
                let end = try #require(try await kitchen.watch(id, user).last)
                #expect(end.state == .failed)
                #expect(!end.failure.contains("purchase.items"))
            }
            #expect(try await kitchen.count("outbox") == 1)
        }
    }

    @Test("while budget is down the receipt is being saved, and done soon after")
    func outage() async throws {
        try await Kitchen.with { kitchen in
            let user = User()
            let id = try await kitchen.upload(Photo.receipt, as: user).receiptID
            let ledger = Ledger()
            ledger.outage = Status(.unavailable, "nobody there")
            try await kitchen.withShift(ledger) { _ in
                try await until("it was tried a few times") { ledger.calls >= 8 }
                #expect(try await kitchen.receipt(id, user).state == .saving)
                #expect(try await kitchen.receipt(id, user).reading != nil)
                ledger.outage = nil
                try await kitchen.wait(for: .done, id)
            }
            #expect(ledger.purchases.count == 1)
        }
    }

    @Test("while catalog is down the purchase is recorded as it is printed, and budget knows what to ask for")
    func catalogOutage() async throws {
        try await Kitchen.with { kitchen in
            let user = User()
            let id = try await kitchen.upload(Photo.receipt, as: user).receiptID
            let ledger = Ledger()
            ledger.outageOfStores = Status(.unavailable, "nobody there")
            ledger.outageOfCatalog = Status(.unavailable, "nobody there")
            try await kitchen.withShift(ledger) { _ in try await kitchen.wait(for: .done, id) }
            let purchase = try #require(ledger.purchases.first)
            #expect(purchase.storeName == "HARBOUR MARKET" && purchase.storeID.isEmpty)
            #expect(purchase.items.allSatisfy { $0.productID.isEmpty && $0.productName.isEmpty })
            #expect(purchase.items.map { $0.amount?.minorUnits } == [549, 198, 425, 999])
            #expect(ledger.unmatched[id] == .init(store: true, receiptLines: [1, 2, 3, 4]))
            #expect(ledger.callsOfCatalog == 0)
        }
    }

    @Test("a store that is known is kept when catalog fails at the lines")
    func outageOfLines() async throws {
        try await Kitchen.with { kitchen in
            let id = try await kitchen.upload(Photo.receipt, as: User()).receiptID
            let ledger = Ledger()
            ledger.outageOfCatalog = Status(.resourceExhausted, "busy")
            try await kitchen.withShift(ledger) { _ in try await kitchen.wait(for: .done, id) }
            let purchase = try #require(ledger.purchases.first)
            #expect(purchase.storeName == "Harbour Market" && !purchase.storeID.isEmpty)
            #expect(ledger.unmatched[id] == .init(receiptLines: [1, 2, 3, 4]))
        }
    }

    @Test("a catalog that hangs costs no more than the patience, and nothing is lost")
    func hangingCatalog() async throws {
        try await Kitchen.with { kitchen in
            let id = try await kitchen.upload(Photo.receipt, as: User()).receiptID
            let ledger = Ledger()
            ledger.isCatalogHanging = true
            try await kitchen.withShift(ledger, patience: .milliseconds(50)) { _ in
                try await kitchen.wait(for: .done, id)
            }
            #expect(ledger.unmatched[id] == .init(store: true, receiptLines: [1, 2, 3, 4]))
        }
    }

    @Test("what catalog refuses stays as it is printed and is not asked for again")
    func refusedByCatalog() async throws {
        try await Kitchen.with { kitchen in
            let id = try await kitchen.upload(Photo.receipt, as: User()).receiptID
            let ledger = Ledger()
            ledger.outageOfStores = Status(.invalidArgument, "no")
            ledger.outageOfCatalog = Status(.invalidArgument, "no")
            try await kitchen.withShift(ledger) { _ in try await kitchen.wait(for: .done, id) }
            #expect(ledger.purchases.first?.storeName == "HARBOUR MARKET")
            #expect(ledger.unmatched[id] == nil)
        }
    }

    @Test("a reader that is killed in the middle costs time, not the receipt")
    func killedReader() async throws {
        try await Kitchen.with { kitchen in
            let user = User()
            let ledger = Ledger()
            try await kitchen.withShift(ledger) { work in
                try await until("a reader runs") { !work.supervisor.workerProcessIDs.isEmpty }
                let reader = try #require(work.supervisor.workerProcessIDs.first)
                // Stopped, it is certainly in the middle when it is killed.
                kill(reader, SIGSTOP)
                let id = try await kitchen.upload(Photo.receipt, as: user).receiptID
                try await kitchen.wait(for: .reading, id)
                kill(reader, SIGKILL)
                try await kitchen.wait(for: .done, id)
                #expect(!work.supervisor.workerProcessIDs.contains(reader))
            }
            #expect(ledger.purchases.count == 1)
            #expect(ledger.calls == 1)
        }
    }

    @Test("a photo that kills every reader fails after three")
    func deadlyPhoto() async throws {
        try await Kitchen.with { kitchen in
            let user = User()
            let id = try await kitchen.upload(Photo.receipt, as: user).receiptID
            var readers = TestReader.configuration
            // Well when it has nothing to read, dead when it has.
            readers.executable = "/bin/sh"
            readers.arguments = ["-c", "IFS= read -r line && kill -9 $$; exit 0"]
            try await kitchen.withShift(Ledger(), readers: readers) { _ in
                let end = try #require(try await kitchen.watch(id, user).last)
                #expect(end.state == .failed)
                #expect(end.failure.contains("by hand"))
            }
            let attempts: Int = try await kitchen.pool.query("SELECT attempts FROM receipts")[0]["attempts"]
            #expect(attempts == 3)
        }
    }

    @Test("two instances share the queue and record each receipt once")
    func sharing() async throws {
        try await Kitchen.with(size: 12) { kitchen in
            let user = User()
            var ids: Set<String> = []
            for _ in 0..<6 { ids.insert(try await kitchen.upload(Photo.receipt, as: user).receiptID) }
            let ledger = Ledger()
            try await kitchen.withShift(ledger, as: "first") { _ in
                try await kitchen.withShift(ledger, as: "second") { _ in
                    for id in ids { try await kitchen.wait(for: .done, id) }
                }
            }
            #expect(Set(ledger.purchases.map(\.receiptID)) == ids)
            #expect(ledger.calls == 6)
        }
    }

    @Test("what a dead instance had begun is taken over, from its last result, and recorded once")
    func takeover() async throws {
        try await Kitchen.with { kitchen in
            let user = User()
            let id = try await kitchen.upload(Photo.receipt, as: user).receiptID
            let ledger = Ledger()
            // The first instance gets as far as recording the purchase, but dies before it can take note of that.
            try await kitchen.withShift(ledger, as: "first") { _ in
                ledger.outage = Status(.unavailable, "nobody there")
                try await kitchen.wait(for: .saving, id)
            }
            ledger.outage = nil
            let first = kitchen.queue("first")
            try await kitchen.pool.execute("UPDATE receipts SET due_at = now()")
            let claim = try #require(try await first.claim(.saving))
            let purchase = try await ledger.recordPurchase(.init(purchase: .init(receiptID: id)))
            try await kitchen.expireClaims()
            try await kitchen.withShift(ledger, as: "second") { _ in try await kitchen.wait(for: .done, id) }
            #expect(try await kitchen.receipt(id, user).purchaseID == purchase.id)
            #expect(ledger.purchases.count == 1)
            await #expect(throws: Setback.self) { try await first.renew(claim) }
        }
    }

    @Test("an instance that stops leaves its receipt to others at once")
    func stopping() async throws {
        try await Kitchen.with { kitchen in
            let user = User()
            let ledger = Ledger()
            var id = ""
            try await kitchen.withShift(ledger, as: "first") { work in
                try await until("a reader runs") { !work.supervisor.workerProcessIDs.isEmpty }
                for reader in work.supervisor.workerProcessIDs { kill(reader, SIGSTOP) }
                id = try await kitchen.upload(Photo.receipt, as: user).receiptID
                try await kitchen.wait(for: .reading, id)
            }
            #expect(try await kitchen.receipt(id, user).state == .queued)
            let next = try #require(try await kitchen.queue("second").claim(.understanding))
            #expect(next.attempts == 1)
        }
    }

    @Test("a receipt becomes a purchase with everything that is printed")
    func purchase() async throws {
        try await Kitchen.with { kitchen in
            let user = User()
            let ledger = Ledger()
            let header = OCR.UploadHeader(timeZone: "America/Vancouver", keeping: .keep)
            let id = try await kitchen.upload(Photo.receipt, as: user, header: header).receiptID
            try await kitchen.withShift(ledger) { _ in
                let seen = try await kitchen.watch(id, user)
                let order = seen.map(\.state).reduce(into: [OCR.ReceiptState]()) { if $0.last != $1 { $0.append($1) } }
                #expect(order.suffix(4) == [.reading, .parsing, .saving, .done])
            }
            let purchase = try #require(ledger.purchases.first)
            #expect(purchase.receiptID == id)
            #expect(purchase.storeName == "Harbour Market")
            #expect(purchase.purchasedAt == .init(date: "2025-03-09", time: "14:05", timeZone: "America/Vancouver"))
            #expect(purchase.currency == "CAD")
            #expect(purchase.total == .init(minorUnits: 2_280, currency: "CAD"))
            #expect(purchase.items.map { $0.amount?.minorUnits } == [549, 198, 425, 999])
            #expect(purchase.taxes.map { $0.amount?.minorUnits } == [109])
            let receipt = try await kitchen.receipt(id, user)
            #expect(receipt.purchaseID == purchase.id)
            #expect(receipt.reading?.sumCheck == .agrees)
            #expect(receipt.reading?.rawText.contains("OLIVE OIL") == true)
            #expect((receipt.reading?.photoWidth ?? 0) > 0 && (receipt.reading?.photoHeight ?? 0) > 0)
            #expect(purchase.items.map(\.receiptLine) == [1, 2, 3, 4])
            #expect(!purchase.fieldsToReview.contains(.total))
            #expect(try await kitchen.count("receipt_pages") == 0)
            #expect(try await kitchen.count("receipt_images") == 1)
        }
    }
}

@Suite("Whether readers can work", .timeLimit(.minutes(5)))
struct ReaderProbeTests {
    @Test("is denied with the cause", arguments: ["/nowhere/reader", "/bin/false"])
    func broken(path: String) async throws {
        let probe = ReaderProbe(.init(executable: path))
        let problem = try #require(await probe.problem(hasLiveReader: false))
        #expect(problem.contains(path))
    }

    @Test("a receipt waits while none can, without being counted")
    func waiting() async throws {
        try await Kitchen.with { kitchen in
            let id = try await kitchen.upload(Photo.receipt, as: User()).receiptID
            var readers = TestReader.configuration
            readers.executable = "/bin/false"
            try await kitchen.withShift(Ledger(), readers: readers) { work in
                try await until("it was tried") {
                    try await kitchen.pool.query(
                        "SELECT revision FROM receipts WHERE id = \(id)::uuid"
                    )[0]["revision"] as Int64 >= 3
                }
                #expect(await work.readerProblem()?.contains("tesseract-ocr-eng") == true)
            }
            let attempts: Int = try await kitchen.pool.query("SELECT attempts FROM receipts")[0]["attempts"]
            #expect(attempts == 0)
        }
    }
}
