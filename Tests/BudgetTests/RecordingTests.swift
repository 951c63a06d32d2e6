import BudgetMessages
import CommonMessages
import EventsMessages
import Foundation
import Foundations
import Postgres
import PostgresTestSupport
import RPC
import Testing

@testable import larder_budget

@Suite("Recording a purchase", .timeLimit(.minutes(5)))
struct RecordingTests {
    @Test("stores nothing of a rejected purchase")
    func refused() async throws {
        try await BudgetTestEnvironment.with { environment in
            let status = await failure { try await environment.record(User()) { $0.items[0].amount = nil } }
            #expect(status?.fieldViolations.map(\.field) == ["purchase.items[0].amount"])
            let stored = (try await environment.count("purchases"), try await environment.count("outbox"))
            #expect(stored == (0, 0))
        }
    }

    @Test("takes the units that a quantity can have, and no other text for one")
    func units() async throws {
        try await BudgetTestEnvironment.with { environment in
            for unit in ReceiptUnit.allCases.map(\.rawValue) + [""] {
                let purchase = try await environment.record(User()) { $0.items[0].unit = unit }
                #expect(purchase.items[0].unit == unit)
            }
            let status = await failure { try await environment.record(User()) { $0.items[0].unit = "furlong" } }
            #expect(status?.fieldViolations.map(\.field) == ["purchase.items[0].unit"])
        }
    }

    @Test("sends no event when it cannot be stored as a whole")
    func noEventWithoutPurchase() async throws {
        try await BudgetTestEnvironment.with { environment in
            try await environment.owner.execute("ALTER TABLE purchase_taxes ADD CHECK (false) NOT VALID")
            await #expect(throws: PostgresError.self) { try await environment.record(User()) }
            for table in ["purchases", "purchase_items", "outbox"] { #expect(try await environment.count(table) == 0) }
        }
    }

    @Test("stores nothing when its event cannot be written")
    func noPurchaseWithoutEvent() async throws {
        try await BudgetTestEnvironment.with { environment in
            try await environment.owner.execute("ALTER TABLE outbox ADD CHECK (false) NOT VALID")
            await #expect(throws: PostgresError.self) { try await environment.record(User()) }
            for table in ["purchases", "purchase_items", "outbox"] { #expect(try await environment.count(table) == 0) }
        }
    }

    @Test("stores everything, to be verified, and computes the sums")
    func whole() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, receipt) = (User(), UUID())
            let recorded = try await environment.record(user, receipt: receipt)
            let read = try await environment.get(recorded.id, user)
            #expect(read == recorded)
            var expected = try #require(Budget.RecordPurchaseRequest.sample(user, receipt: receipt).purchase)
            expected.id = recorded.id
            expected.state = .toVerify
            expected.version = 1
            expected.kind = .purchase
            expected.recordedAt = Common.Timestamp(seconds: 1_700_000_000)
            expected.computedTotal = .cad(920)
            expected.totalsAgree = true
            for index in expected.items.indices {
                expected.items[index].id = recorded.items[index].id
                expected.items[index].discount = expected.items[index].discount ?? .cad(0)
                // Of the symbol, which the sample has alone.
                if expected.items[index].categorySymbol == "🥛" { expected.items[index].category = "dairy" }
            }
            #expect(recorded == expected)
            #expect(Set(recorded.items.map(\.id)).count == 3)
        }
    }

    @Test("reports whether the printed total agrees")
    func totals() async throws {
        try await BudgetTestEnvironment.with { environment in
            let different = try await environment.record(User()) { $0.total = .cad(921) }
            #expect(!different.totalsAgree)
            #expect(different.computedTotal == .cad(920))
            let unprinted = try await environment.record(User()) { $0.total = nil }
            #expect(!unprinted.totalsAgree)
            #expect(unprinted.total == nil)
        }
    }

    @Test("announces how many items and other fields are to be reviewed")
    func announced() async throws {
        try await BudgetTestEnvironment.with { environment in
            try await environment.record(User()) { $0.fieldsToReview = [.date, .total, .unrecognized(99)] }
            let counts = try await environment.events(to: "notifications").map { event -> [Int32] in
                guard case .purchaseRecorded(let recorded) = event.payload else { return [] }
                return [recorded.items, recorded.itemsToReview, recorded.fieldsToReview]
            }
            #expect(counts == [[3, 1, 2]])
        }
    }

    @Test("keeps unprinted fields unknown")
    func unknown() async throws {
        try await BudgetTestEnvironment.with { environment in
            let purchase = try await environment.record(User()) {
                $0.storeID = ""
                $0.storeName = ""
                $0.purchasedAt = nil
                $0.subtotal = nil
                $0.taxes = []
            }
            #expect(purchase.storeID.isEmpty)
            #expect(purchase.purchasedAt == Common.LocalDateTime())
            #expect(purchase.subtotal == nil)
            #expect(purchase.items[1].unitPrice == nil)
            #expect(purchase.items[1].productID.isEmpty)
        }
    }

    @Test("returns the same purchase for the same receipt, whatever is read the second time")
    func sameReceipt() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, receipt) = (User(), UUID())
            let first = try await environment.record(user, receipt: receipt)
            let second = try await environment.record(user, receipt: receipt) { $0.items.removeLast() }
            #expect(second == first)
            #expect(try await environment.count("purchases") == 1)
            #expect(try await environment.count("outbox") == 1)
        }
    }

    @Test("creates one purchase and one event when a receipt arrives many times at once")
    func concurrent() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, receipt) = (User(), UUID())
            let ids = try await withThrowingTaskGroup { group in
                for _ in 0..<20 { group.addTask { try await environment.record(user, receipt: receipt).id } }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(ids.count == 1)
            #expect(try await environment.count("purchases") == 1)
            #expect(try await environment.count("purchase_items") == 3)
            #expect(try await environment.count("outbox") == 1)
        }
    }

    @Test("keeps the same receipt id of two users apart")
    func twoUsers() async throws {
        try await BudgetTestEnvironment.with { environment in
            let receipt = UUID()
            let first = try await environment.record(User(), receipt: receipt)
            let second = try await environment.record(User(), receipt: receipt)
            #expect(first.id != second.id)
        }
    }

    @Test("stores the largest purchase")
    func largest() async throws {
        try await BudgetTestEnvironment.with { environment in
            let purchase = try await environment.record(User()) {
                $0.items = Array(repeating: $0.items[0], count: 500)
                $0.total = nil
            }
            #expect(purchase.items.count == 500)
            #expect(purchase.computedTotal == .cad(500 * 698 + 44))
        }
    }
}

@Suite("Reading a purchase", .timeLimit(.minutes(5)))
struct ReadingTests {
    @Test("does not distinguish another user's purchase from a nonexistent one")
    func foreign() async throws {
        try await BudgetTestEnvironment.with { environment in
            let receipt = UUID()
            let purchase = try await environment.record(User(), receipt: receipt)
            let stranger = User()
            let keys: [Budget.GetPurchaseRequest.Key] = [
                .purchaseID(purchase.id), .purchaseID(UUID().canonical), .receiptID(purchase.receiptID),
            ]
            for key in keys {
                let status = await failure {
                    try await environment.service.getPurchase(.init(key: key), context: stranger.context())
                }
                #expect(status == .notFound("purchase"))
            }
        }
    }

    @Test("rejects malformed and missing ids")
    func malformed() async throws {
        try await BudgetTestEnvironment.with { environment in
            for key: Budget.GetPurchaseRequest.Key? in [nil, .purchaseID(""), .purchaseID("1"), .receiptID("é")] {
                let status = await failure {
                    try await environment.service.getPurchase(.init(key: key), context: User().context())
                }
                #expect(status?.code == .invalidArgument)
            }
        }
    }

    @Test("needs a user")
    func anonymous() async throws {
        try await BudgetTestEnvironment.with { environment in
            let id = UUID().canonical
            let status = await failure {
                try await environment.service.getPurchase(.init(key: .purchaseID(id)), context: .ocr)
            }
            #expect(status?.code == .unauthenticated)
        }
    }

    @Test("finds a purchase by its receipt")
    func byReceipt() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            try await environment.record(user)
            let found = try await environment.service.getPurchase(
                .init(key: .receiptID(purchase.receiptID)),
                context: user.context()
            )
            #expect(found == purchase)
        }
    }
}
