import BudgetMessages
import CatalogMessages
import CommonMessages
import EventsMessages
import Foundation
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_budget

extension BudgetTestEnvironment {
    /// Records the sample as when catalog was unavailable: the second item and the store are not matched.
    fileprivate func recordUnmatched(
        _ user: User,
        phone: String = "",
        adjust: (inout Budget.Purchase) -> Void = { _ in }
    ) async throws -> Budget.Purchase {
        let unmatched = Budget.Unmatched(store: true, receiptLines: [2, 3], storePhone: phone)
        return try await record(user, unmatched: unmatched) { purchase in
            purchase.storeID = ""
            purchase.storeName = "JUNIPER STR MARKET"
            for index in purchase.items.indices { purchase.items[index].receiptLine = Int32(index + 1) }
            adjust(&purchase)
        }
    }

    /// Matches a purchase once, whether it is due or not.
    @discardableResult
    fileprivate func matchOnce(_ purchase: Budget.Purchase, _ user: User) async throws -> Budget.Purchase? {
        let id = try #require(UUID(uuidString: purchase.id))
        return try await matcher.match(id, of: try #require(UUID(uuidString: user.id)))?.message(service.store.names)
    }
}

@Suite("Matching after catalog was unavailable")
struct MatchingTests {
    private let down = Status(.unavailable, "nobody there")

    @Test("keeps printed values while catalog is down, retries, and changes the purchase once")
    func outage() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            environment.catalog.outage = down
            let purchase = try await environment.recordUnmatched(user)
            #expect(purchase.awaitsMatching)
            #expect(purchase.storeName == "JUNIPER STR MARKET" && purchase.items[1].productName.isEmpty)
            try await environment.pool.execute("UPDATE purchases_to_match SET due_at = now()")
            let working = Task { await environment.matcher.worker.run() }
            try await until("it was retried a few times") { environment.catalog.asked.count >= 4 }
            let waiting = try await environment.get(purchase.id, user)
            #expect(waiting == purchase)
            environment.catalog.outage = nil
            try await until("it is matched") { try await !environment.get(purchase.id, user).awaitsMatching }
            working.cancel()
            await working.value
            let matched = try await environment.get(purchase.id, user)
            #expect(matched.storeID == TestCatalog.storeID && matched.storeName == "Juniper Street Market")
            #expect(matched.knownStore.isEmpty)
            #expect(matched.items[1].productName == "Bananas" && matched.items[1].productID == TestCatalog.product)
            #expect(matched.items[1].categorySymbol == "🛒")
            // It already had a name.
            #expect(matched.items[2].productName == "Bottle deposit" && matched.items[2].productID.isEmpty)
            #expect(matched.version == 2)
            let steps = try await environment.steps(purchase, user)
            #expect(steps.map(\.matched) == [true])
            #expect(
                steps[0].changes == [
                    "Store found: Juniper Street Market, 14 Juniper Street", "Product found for 1 item",
                ]
            )
            #expect(try await environment.count("purchases_to_match") == 0)
            #expect(try await environment.events(to: "catalog").isEmpty)
        }
    }

    @Test("is done once by one of many instances")
    func concurrent() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.recordUnmatched(user)
            try await withThrowingTaskGroup { group in
                for _ in 0..<8 { group.addTask { _ = try await environment.matchOnce(purchase, user) } }
                try await group.waitForAll()
            }
            #expect(try await environment.get(purchase.id, user).version == 2)
            #expect(try await environment.steps(purchase, user).count == 1)
            #expect(environment.catalog.asked.count == 2)
        }
    }

    @Test("is taken over from an instance that died, whose late response then changes nothing")
    func takeover() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.recordUnmatched(user)
            let (id, owner) = (try #require(UUID(uuidString: purchase.id)), try #require(UUID(uuidString: user.id)))
            let dead = try #require(
                try await environment.matcher.queue
                    .claim(atMost: 1, where: "work.user_id = \(owner) AND work.purchase_id = \(id)", early: true).first
            )
            #expect(try await environment.matchOnce(purchase, user) == nil)
            try await environment.pool.execute("UPDATE purchases_to_match SET claimed_until = now() - interval '1 s'")
            #expect(try await environment.matchOnce(purchase, user)?.version == 2)
            #expect(try await environment.matcher.store.match(dead, PurchaseMatches()) == nil)
            #expect(try await environment.get(purchase.id, user).version == 2)
        }
    }

    @Test("does not overwrite the owner's corrections meanwhile, which are sent to catalog with the store")
    func corrected() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            environment.catalog.outage = down
            let purchase = try await environment.recordUnmatched(user) { $0.items[2].productName = "" }
            let edited = try await environment.edit(
                purchase,
                user,
                .item(.init(itemID: purchase.items[1].id, name: .init(value: "Plantains"))),
                .itemRemoval(.init(itemID: purchase.items[0].id))
            )
            #expect(edited.awaitsMatching)
            environment.catalog.outage = nil
            let matched = try #require(try await environment.matchOnce(purchase, user))
            #expect(matched.items.map(\.productName) == ["Plantains", "Deposit Return"])
            #expect(matched.items[0].productID.isEmpty)
            #expect(environment.catalog.asked.last == "DEPOSIT RETURN at \(TestCatalog.storeID)")
            let learnt = try await environment.events(to: "catalog").compactMap { event in
                if case .purchaseCorrected(let corrected) = event.payload { corrected } else { nil }
            }
            #expect(learnt.map(\.storeID) == ["", TestCatalog.storeID])
            #expect(learnt.last?.corrections.map(\.after) == ["Plantains"])
        }
    }

    @Test("ignores a response for a store name that was corrected meanwhile")
    func outdated() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.recordUnmatched(user)
            let other = TestCatalog.storeID.replacing("55", with: "77")
            environment.catalog.during {
                environment.catalog.outage = down
                try await environment.edit(purchase, user, .storeName(.init(value: "Corner Shop")))
                environment.catalog.outage = nil
            }
            #expect(try await environment.matchOnce(purchase, user) == nil)
            #expect(try await environment.get(purchase.id, user).storeID.isEmpty)
            environment.catalog.store = .init(id: other, name: "Corner Shop", address: "")
            let matched = try #require(try await environment.matchOnce(purchase, user))
            #expect(matched.storeID == other && matched.storeName == "Corner Shop" && matched.knownStore.isEmpty)
            // The printed text is looked up nevertheless.
            #expect(matched.items[1].productName == "Bananas")
        }
    }

    @Test("persists when the owner's revisions before and after it are undone")
    func undo() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.recordUnmatched(user)
            try await environment.edit(purchase, user, .time(.init(value: "10:00")))
            try await environment.matchOnce(purchase, user)
            try await environment.edit(purchase, user, .time(.init(value: "11:00")))
            for time in ["10:00", "17:42"] {
                let undone = try #require(try await environment.undo(purchase, user).purchase)
                #expect(undone.purchasedAt?.time == time)
                #expect(undone.storeName == "Juniper Street Market" && undone.items[1].productName == "Bananas")
            }
            #expect(await failure { try await environment.undo(purchase, user) }?.reason == "NOTHING_TO_UNDO")
        }
    }

    @Test("marks uncertain matches for review; in a confirmed purchase the printed values stay")
    func doubtful() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            environment.catalog.confidence = 60
            let first = try await environment.recordUnmatched(user) { $0.items[1].needsReview = false }
            let matched = try #require(try await environment.matchOnce(first, user))
            #expect(matched.items[1].productName == "Bananas" && matched.items[1].needsReview)
            let second = try await environment.recordUnmatched(user) { $0.total = .cad(1) }
            let confirmation = Budget.ConfirmPurchaseRequest(purchaseID: second.id)
            _ = try await environment.service.confirmPurchase(confirmation, context: user.context())
            let confirmed = try #require(try await environment.matchOnce(second, user))
            #expect(confirmed.state == .confirmed && !confirmed.awaitsMatching)
            #expect(confirmed.items[1].productName.isEmpty && !confirmed.items[1].needsReview)
            #expect(confirmed.storeID == TestCatalog.storeID)
        }
    }

    @Test(
        "shows an uncertain store beside the printed one and marks it for review; a confirmed purchase stays as printed"
    )
    func doubtfulStore() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            environment.catalog.storeConfidence = 79
            let first = try await environment.recordUnmatched(user)
            let matched = try #require(try await environment.matchOnce(first, user))
            #expect(matched.storeID == TestCatalog.storeID && matched.storeName == "JUNIPER STR MARKET")
            #expect(matched.knownStore == "Juniper Street Market, 14 Juniper Street")
            #expect(matched.fieldsToReview == [.storeName])
            let second = try await environment.recordUnmatched(user) { $0.total = .cad(1) }
            let confirmation = Budget.ConfirmPurchaseRequest(purchaseID: second.id)
            _ = try await environment.service.confirmPurchase(confirmation, context: user.context())
            let confirmed = try #require(try await environment.matchOnce(second, user))
            #expect(confirmed.storeID.isEmpty && confirmed.knownStore.isEmpty && confirmed.fieldsToReview.isEmpty)
            #expect(confirmed.state == .confirmed && !confirmed.awaitsMatching)
        }
    }

    @Test("asks with the printed telephone number, unless the owner has named another store")
    func phone() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            environment.catalog.outage = down
            let purchase = try await environment.recordUnmatched(user, phone: "604-555-0123")
            try await environment.matchOnce(purchase, user)
            try await environment.edit(purchase, user, .storeName(.init(value: "Corner Shop")))
            #expect(environment.catalog.phones == ["604-555-0123", ""])
        }
    }

    @Test("stops for good when catalog rejects the printed values")
    func refused() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.recordUnmatched(user)
            environment.catalog.outage = Status(.invalidArgument, "no")
            let ended = try #require(try await environment.matchOnce(purchase, user))
            #expect(!ended.awaitsMatching && ended.storeName == purchase.storeName && ended.items == purchase.items)
            #expect(try await environment.steps(purchase, user).map(\.changes) == [["Looked up; nothing is changed"]])
        }
    }

    @Test("detects a duplicate once its store is known")
    func duplicate() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let first = try await environment.record(user) { $0.storeID = TestCatalog.storeID }
            let second = try await environment.recordUnmatched(user)
            #expect(second.duplicateOf.isEmpty)
            #expect(try await environment.matchOnce(second, user)?.duplicateOf == first.id)
        }
    }

    @Test("is rejected with too many lines, and skipped without any")
    func validation() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let many = Budget.Unmatched(receiptLines: Array(repeating: 1, count: 501))
            let status = await failure { try await environment.record(user, unmatched: many) }
            #expect(status?.fieldViolations.map(\.field) == ["unmatched.receipt_lines"])
            let long = Budget.Unmatched(store: true, storePhone: String(repeating: "1", count: 41))
            let tooLong = await failure { try await environment.record(user, unmatched: long) }
            #expect(tooLong?.fieldViolations.map(\.field) == ["unmatched.store_phone"])
            let nothing = try await environment.record(user, unmatched: .init())
            #expect(!nothing.awaitsMatching)
        }
    }
}

@Suite("A corrected store name")
struct CorrectedStoreTests {
    @Test("is kept and looked up later while catalog is down")
    func outage() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            environment.catalog.outage = Status(.unavailable, "nobody there")
            let purchase = try await environment.record(user)
            let edited = try await environment.edit(purchase, user, .storeName(.init(value: "Juniper")))
            #expect(edited.storeName == "Juniper" && edited.storeID.isEmpty && edited.awaitsMatching)
            environment.catalog.outage = nil
            let matched = try #require(try await environment.matchOnce(purchase, user))
            #expect(matched.storeID == TestCatalog.storeID && !matched.awaitsMatching)
        }
    }

    @Test("is looked up at once, kept as typed, and resolved to a known store")
    func found() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let edited = try await environment.edit(
                purchase,
                user,
                .storeName(.init(value: "Juniper")),
                .storeAddress(.init(value: "14 Juniper St"))
            )
            #expect(environment.catalog.asked == ["Juniper, 14 Juniper St"])
            #expect(edited.storeName == "Juniper" && edited.storeID == TestCatalog.storeID)
            #expect(edited.knownStore == "Juniper Street Market, 14 Juniper Street")
            #expect(!edited.awaitsMatching)
            let undone = try await environment.undo(purchase, user).purchase
            #expect(undone?.storeID == purchase.storeID && undone?.storeName == purchase.storeName)
            #expect(undone?.knownStore.isEmpty == true && undone?.awaitsMatching == false)
        }
    }

    @Test("stays a store of its own while catalog is uncertain which one it is")
    func uncertain() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            environment.catalog.storeConfidence = 63
            let purchase = try await environment.record(user)
            let edited = try await environment.edit(purchase, user, .storeName(.init(value: "Corner Shop")))
            #expect(edited.storeName == "Corner Shop" && edited.storeID.isEmpty && edited.knownStore.isEmpty)
            #expect(!edited.fieldsToReview.contains(.storeName) && !edited.awaitsMatching)
        }
    }

    @Test("without letters is not looked up", arguments: ["", "???"])
    func blank(name: String) async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let edited = try await environment.edit(purchase, user, .storeName(.init(value: name)))
            #expect(edited.storeID.isEmpty && !edited.awaitsMatching)
            #expect(environment.catalog.asked.isEmpty)
        }
    }

    @Test("returns the same response to a repeated request, and is looked up once")
    func repeated() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            for _ in 0..<2 {
                try await environment.edit(purchase, user, key: "k", .storeName(.init(value: "Juniper")))
            }
            #expect(environment.catalog.asked.count == 1)
            #expect(try await environment.get(purchase.id, user).version == 3)
        }
    }
}
