import BudgetMessages
import CommonMessages
import EventsMessages
import Foundation
import Foundations
import OCRMessages
import Postgres
import PostgresTestSupport
import RPC
import ReceiptRecognition
import ServiceKit
import Testing

@testable import larder_ocr

@Suite(
    "From photo to purchase",
    .enabled("Tesseract with its English data is not installed") { await TestReader.isAvailable() },
    .timeLimit(.minutes(5))
)
struct PipelineTests {
    @Test("a photo without print fails with a likely cause, and notifications receives an event")
    func illegible() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let id = try await environment.upload(Photo.blank, as: user).receiptID
            let backends = TestBackends()
            try await environment.withWorkers(backends) { _ in
                let end = try #require(try await environment.watch(id, user).last)
                #expect(end.state == .failed)
                #expect(end.failure.contains("No print was found"))
                #expect(end.failure.hasSuffix("type the receipt in by hand."))
            }
            guard case .receiptFailed(let event) = try #require(try await environment.events().first).payload else {
                return #expect(Bool(false), "another event")
            }
            #expect(event.userID == user.id.canonical)
            #expect(event.receiptID == id)
            #expect(backends.calls == 0)
        }
    }

    @Test("an image that cannot be decoded fails at once")
    func undecodable() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let id = try await environment.upload(Photo.png(width: 500, height: 500), as: user).receiptID
            try await environment.withWorkers(TestBackends()) { _ in
                let end = try await environment.watch(id, user).last
                #expect(end?.failure.contains("damaged") == true)
            }
        }
    }

    @Test("a rejection by budget fails the receipt, which says so")
    func refused() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let id = try await environment.upload(Photo.receipt, as: user).receiptID
            let backends = TestBackends()
            backends.outage = Status(.invalidArgument, "purchase.items is wrong")
            try await environment.withWorkers(backends) { _ in
                let end = try #require(try await environment.watch(id, user).last)
                #expect(end.state == .failed)
                #expect(!end.failure.contains("purchase.items"))
            }
            #expect(try await environment.count("outbox") == 1)
        }
    }

    @Test("while budget is down the receipt is in state saving, and done soon after")
    func outage() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let id = try await environment.upload(Photo.receipt, as: user).receiptID
            let backends = TestBackends()
            backends.outage = Status(.unavailable, "nobody there")
            try await environment.withWorkers(backends) { _ in
                try await until("it was retried a few times") { backends.calls >= 8 }
                #expect(try await environment.receipt(id, user).state == .saving)
                #expect(try await environment.receipt(id, user).reading != nil)
                backends.outage = nil
                try await environment.wait(for: .done, id)
            }
            #expect(backends.purchases.count == 1)
        }
    }

    @Test("while catalog is down the purchase is recorded as printed, and budget knows what to ask for")
    func catalogOutage() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let id = try await environment.upload(Photo.receipt, as: user).receiptID
            let backends = TestBackends()
            backends.outageOfStores = Status(.unavailable, "nobody there")
            backends.outageOfCatalog = Status(.unavailable, "nobody there")
            try await environment.withWorkers(backends) { _ in try await environment.wait(for: .done, id) }
            let purchase = try #require(backends.purchases.first)
            #expect(purchase.storeName == "HARBOUR MARKET" && purchase.storeID.isEmpty)
            #expect(purchase.items.allSatisfy { $0.productID.isEmpty && $0.productName.isEmpty })
            #expect(purchase.items.map { $0.amount?.minorUnits } == [549, 198, 425, 999])
            #expect(backends.unmatched[id] == .init(store: true, receiptLines: [1, 2, 3, 4]))
            #expect(backends.callsOfCatalog == 0)
        }
    }

    @Test("a resolved store is kept when catalog fails for the lines")
    func outageOfLines() async throws {
        try await OCRTestEnvironment.with { environment in
            let id = try await environment.upload(Photo.receipt, as: User()).receiptID
            let backends = TestBackends()
            backends.outageOfCatalog = Status(.resourceExhausted, "busy")
            try await environment.withWorkers(backends) { _ in try await environment.wait(for: .done, id) }
            let purchase = try #require(backends.purchases.first)
            #expect(purchase.storeName == "Harbour Market" && !purchase.storeID.isEmpty)
            #expect(backends.unmatched[id] == .init(receiptLines: [1, 2, 3, 4]))
        }
    }

    @Test("a hanging catalog delays no longer than the timeout, and nothing is lost")
    func hangingCatalog() async throws {
        try await OCRTestEnvironment.with { environment in
            let id = try await environment.upload(Photo.receipt, as: User()).receiptID
            let backends = TestBackends()
            backends.isCatalogHanging = true
            try await environment.withWorkers(backends, catalogTimeout: .milliseconds(50)) { _ in
                try await environment.wait(for: .done, id)
            }
            #expect(backends.unmatched[id] == .init(store: true, receiptLines: [1, 2, 3, 4]))
        }
    }

    @Test("lines that catalog rejects stay as printed and are not asked for again")
    func refusedByCatalog() async throws {
        try await OCRTestEnvironment.with { environment in
            let id = try await environment.upload(Photo.receipt, as: User()).receiptID
            let backends = TestBackends()
            backends.outageOfStores = Status(.invalidArgument, "no")
            backends.outageOfCatalog = Status(.invalidArgument, "no")
            try await environment.withWorkers(backends) { _ in try await environment.wait(for: .done, id) }
            #expect(backends.purchases.first?.storeName == "HARBOUR MARKET")
            #expect(backends.unmatched[id] == nil)
        }
    }

    @Test("a killed reader costs time, not the receipt")
    func killedReader() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let backends = TestBackends()
            try await environment.withWorkers(backends) { work in
                try await until("a reader runs") { !work.supervisor.workerProcessIDs.isEmpty }
                let reader = try #require(work.supervisor.workerProcessIDs.first)
                // Stopped, it is certainly reading when it is killed.
                kill(reader, SIGSTOP)
                let id = try await environment.upload(Photo.receipt, as: user).receiptID
                try await environment.wait(for: .reading, id)
                kill(reader, SIGKILL)
                try await environment.wait(for: .done, id)
                #expect(!work.supervisor.workerProcessIDs.contains(reader))
            }
            #expect(backends.purchases.count == 1)
            #expect(backends.calls == 1)
        }
    }

    @Test("a photo that kills every reader fails after three")
    func deadlyPhoto() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let id = try await environment.upload(Photo.receipt, as: user).receiptID
            var readers = TestReader.configuration
            // Works without an image, exits with one.
            readers.executable = "/bin/sh"
            readers.arguments = ["-c", "IFS= read -r line && kill -9 $$; exit 0"]
            try await environment.withWorkers(TestBackends(), readers: readers) { _ in
                let end = try #require(try await environment.watch(id, user).last)
                #expect(end.state == .failed)
                #expect(end.failure.contains("by hand"))
            }
            let attempts: Int = try await environment.pool.query("SELECT attempts FROM receipts")[0]["attempts"]
            #expect(attempts == 3)
        }
    }

    @Test("two instances share the queue and record each receipt once")
    func sharing() async throws {
        try await OCRTestEnvironment.with(size: 12) { environment in
            let user = User()
            var ids: Set<String> = []
            for _ in 0..<6 { ids.insert(try await environment.upload(Photo.receipt, as: user).receiptID) }
            let backends = TestBackends()
            try await environment.withWorkers(backends, as: "first") { _ in
                try await environment.withWorkers(backends, as: "second") { _ in
                    for id in ids { try await environment.wait(for: .done, id) }
                }
            }
            #expect(Set(backends.purchases.map(\.receiptID)) == ids)
            #expect(backends.calls == 6)
        }
    }

    @Test("the work of a dead instance is taken over from its last result, and recorded once")
    func takeover() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let id = try await environment.upload(Photo.receipt, as: user).receiptID
            let backends = TestBackends()
            // The first instance records the purchase, but dies before it stores that.
            try await environment.withWorkers(backends, as: "first") { _ in
                backends.outage = Status(.unavailable, "nobody there")
                try await environment.wait(for: .saving, id)
            }
            backends.outage = nil
            let first = environment.queue("first")
            try await environment.pool.execute("UPDATE receipts SET due_at = now()")
            let claim = try #require(try await first.claim(.saving))
            let purchase = try await backends.recordPurchase(.init(purchase: .init(receiptID: id)))
            try await environment.expireClaims()
            try await environment.withWorkers(backends, as: "second") { _ in try await environment.wait(for: .done, id)
            }
            #expect(try await environment.receipt(id, user).purchaseID == purchase.id)
            #expect(backends.purchases.count == 1)
            await #expect(throws: LeaseLost.self) { try await first.renew(claim) }
        }
    }

    @Test("a stopping instance releases its receipt to others at once")
    func stopping() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let backends = TestBackends()
            var id = ""
            try await environment.withWorkers(backends, as: "first") { work in
                try await until("a reader runs") { !work.supervisor.workerProcessIDs.isEmpty }
                for reader in work.supervisor.workerProcessIDs { kill(reader, SIGSTOP) }
                id = try await environment.upload(Photo.receipt, as: user).receiptID
                try await environment.wait(for: .reading, id)
            }
            #expect(try await environment.receipt(id, user).state == .queued)
            let next = try #require(try await environment.queue("second").claim(.understanding))
            #expect(next.attempt == 1)
        }
    }

    @Test("a receipt becomes a purchase with everything that is printed")
    func purchase() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let backends = TestBackends()
            let header = OCR.UploadHeader(timeZone: "America/Vancouver", keeping: .keep)
            let id = try await environment.upload(Photo.receipt, as: user, header: header).receiptID
            try await environment.withWorkers(backends) { _ in
                let seen = try await environment.watch(id, user)
                let order = seen.map(\.state).reduce(into: [OCR.ReceiptState]()) { if $0.last != $1 { $0.append($1) } }
                #expect(order.suffix(4) == [.reading, .parsing, .saving, .done])
            }
            let purchase = try #require(backends.purchases.first)
            #expect(purchase.receiptID == id)
            #expect(purchase.storeName == "Harbour Market")
            #expect(purchase.purchasedAt == .init(date: "2025-03-09", time: "14:05", timeZone: "America/Vancouver"))
            #expect(purchase.currency == "CAD")
            #expect(purchase.total == .init(minorUnits: 2_280, currency: "CAD"))
            #expect(purchase.items.map { $0.amount?.minorUnits } == [549, 198, 425, 999])
            #expect(purchase.taxes.map { $0.amount?.minorUnits } == [109])
            let receipt = try await environment.receipt(id, user)
            #expect(receipt.purchaseID == purchase.id)
            #expect(receipt.reading?.sumCheck == .agrees)
            #expect(receipt.reading?.rawText.contains("OLIVE OIL") == true)
            #expect((receipt.reading?.photoWidth ?? 0) > 0 && (receipt.reading?.photoHeight ?? 0) > 0)
            #expect(purchase.items.map(\.receiptLine) == [1, 2, 3, 4])
            #expect(!purchase.fieldsToReview.contains(.total))
            #expect(try await environment.count("receipt_pages") == 0)
            #expect(try await environment.count("receipt_images") == 1)
        }
    }
}

@Suite("The readers' availability", .timeLimit(.minutes(5)))
struct ReaderProbeTests {
    @Test("is denied with the cause", arguments: ["/nowhere/reader", "/bin/false"])
    func broken(path: String) async throws {
        let probe = ReaderProbe(.init(executable: path))
        let problem = try #require(await probe.problem(hasLiveReader: false))
        #expect(problem.contains(path))
    }

    @Test("makes a receipt wait when there is none, without counting an attempt")
    func waiting() async throws {
        try await OCRTestEnvironment.with { environment in
            let id = try await environment.upload(Photo.receipt, as: User()).receiptID
            var readers = TestReader.configuration
            readers.executable = "/bin/false"
            try await environment.withWorkers(TestBackends(), readers: readers) { work in
                try await until("it was tried") {
                    try await environment.pool.query(
                        "SELECT revision FROM receipts WHERE id = \(id)::uuid"
                    )[0]["revision"] as Int64 >= 3
                }
                #expect(await work.readerProblem()?.contains("tesseract-ocr-eng") == true)
            }
            let attempts: Int = try await environment.pool.query("SELECT attempts FROM receipts")[0]["attempts"]
            #expect(attempts == 0)
        }
    }
}
