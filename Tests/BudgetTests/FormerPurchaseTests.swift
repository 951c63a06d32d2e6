import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import PersonalMessages
import Postgres
import PostgresTestSupport
import ServiceKit
import Testing
import Texts

@testable import larder_budget

@Suite("Purchases that a former version has stored as they were", .timeLimit(.minutes(5)))
struct FormerPurchaseTests {
    /// What a user sees of their purchases.
    private struct Sight: Equatable {
        var list: [Budget.Purchase]
        var steps: [[Budget.PurchaseStep]]
    }

    private func sight(_ environment: BudgetTestEnvironment, _ user: User) async throws -> Sight {
        let list = try await environment.service.listPurchases(.init(), context: user.context()).purchases
        var steps: [[Budget.PurchaseStep]] = []
        for purchase in list {
            #expect(try await environment.get(purchase.id, user) == purchase)
            steps.append(try await environment.steps(purchase, user))
        }
        return Sight(list: list, steps: steps)
    }

    /// A user with purchases that were read, typed in and edited, as a former version has stored them.
    private func fill(_ environment: BudgetTestEnvironment) async throws -> (User, Budget.Purchase) {
        let user = User()
        try await environment.record(user, unmatched: .init(store: true, receiptLines: [2], storePhone: "604 555 0100"))
        {
            $0.storeID = ""
            $0.storeName = "Quince Lane Grocer"
            $0.items[1].receiptLine = 2
        }
        let purchase = try await environment.create(user) { $0.purchasedAt?.date = "2025-03-10" }
        try await environment.edit(purchase, user, .storeName(.init(value: "Corner shop")))
        try await environment.edit(purchase, user, .itemRemoval(.init(itemID: purchase.items[0].id)))
        try await environment.storeAsFormerVersions()
        for column in PurchaseColumns.former {
            #expect(try await environment.readableCount(column) > 0, "\(column.name)")
        }
        return (user, purchase)
    }

    @Test("are read, listed and watched as before, and so they are once a job has encrypted them")
    func reading() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, purchase) = try await fill(environment)
            let before = try await sight(environment, user)
            let (id, owner) = (try #require(UUID(canonical: purchase.id)), try #require(UUID(canonical: user.id)))
            let updates = try await environment.service.store.updates(of: id, after: 1, for: owner).updates
            #expect(updates.count > 2)
            let noted = try await environment.pool.contents()["purchase_changes"]

            #expect(try await environment.sealing.sealAll() > 0)
            for column in PurchaseColumns.former {
                #expect(try await environment.readableCount(column) == 0, "\(column.table).\(column.name)")
            }
            #expect(try await environment.sealing.sealAll() == 0)
            // Those who watch are told nothing: there is nothing new.
            #expect(try await environment.pool.contents()["purchase_changes"] == noted)
            #expect(try await sight(environment.instance(try .test), user) == before)
            let after = try await environment.service.store.updates(of: id, after: 1, for: owner).updates
            #expect(after.map(\.0) == updates.map(\.0) && after.map(\.1) == updates.map(\.1))
        }
    }

    @Test("are edited, undone and matched, before and after", arguments: [false, true])
    func changing(isSealed: Bool) async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, purchase) = try await fill(environment)
            if isSealed { try await environment.sealing.sealAll() }
            try await environment.edit(purchase, user, .storeAddress(.init(value: "1 Elm Street")))
            #expect(try await environment.undo(purchase, user).purchase?.storeAddress == "14 Juniper Street")
            #expect(try await environment.undo(purchase, user).purchase?.items.count == 3)
            let first = try await environment.undo(purchase, user)
            #expect(first.purchase?.storeName == "Juniper Street Market")
            #expect(first.undone?.changes.contains { $0.contains("Corner shop") } == true)
            let present = try await environment.get(purchase.id, user)
            #expect(present.items == purchase.items && present.taxes == purchase.taxes)

            try await environment.pool.execute("UPDATE purchases_to_match SET due_at = now()")
            while try await environment.matcher.worker.runOnce() > 0 {}
            #expect(environment.catalog.phones.contains("604 555 0100"))
            let matched = try await environment.service.listPurchases(.init(), context: user.context()).purchases
            #expect(matched.allSatisfy { !$0.awaitsMatching && $0.storeID == TestCatalog.storeID })
            try await environment.sealing.sealAll()
            for column in PurchaseColumns.former {
                #expect(try await environment.readableCount(column) == 0)
            }
            #expect(try await environment.get(purchase.id, user).items == purchase.items)
        }
    }

    @Test("are found to be the same as a new one by the store's name", arguments: [false, true])
    func duplicates(isSealed: Bool) async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let first = try await environment.record(user) { ($0.storeID, $0.storeName) = ("", "Quince Lane Grocer") }
            try await environment.storeAsFormerVersions()
            if isSealed { try await environment.sealing.sealAll() }
            let second = try await environment.record(user) { ($0.storeID, $0.storeName) = ("", "QUINCE LANE GROCER") }
            #expect(second.duplicateOf == first.id)
        }
    }

    @Test("lose no change that is made while they are encrypted")
    func concurrent() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            var purchases: [Budget.Purchase] = []
            for _ in 0..<20 { purchases.append(try await environment.record(user)) }
            try await environment.storeAsFormerVersions()
            let all = purchases
            try await withThrowingTaskGroup { group in
                group.addTask { _ = try await environment.sealing.sealAll() }
                group.addTask {
                    for purchase in all {
                        try await environment.edit(purchase, user, .storeName(.init(value: "Edited \(purchase.id)")))
                    }
                }
                try await group.waitForAll()
            }
            try await environment.sealing.sealAll()
            for purchase in purchases {
                let present = try await environment.get(purchase.id, user)
                #expect(present.storeName == "Edited \(purchase.id)")
                #expect(present.items == purchase.items)
            }
        }
    }

    @Test("are exported with the same names and values, encrypted or not")
    func exported() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, _) = try await fill(environment)
            let before = try await records(environment, user)
            #expect(Set(before.keys) == ["purchases", "purchase_items", "purchase_taxes", "purchase_steps"])
            for (table, names) in [
                ("purchases", ["store_name", "store_address", "known_store"]),
                ("purchase_items", ["product_name", "printed_text"]), ("purchase_taxes", ["label"]),
                ("purchase_steps", ["before", "changes"]),
            ] {
                for name in names {
                    #expect(
                        before[table]?.allSatisfy { $0.contains("\"\(name)\": ") && !$0.contains("_sealed") } == true
                    )
                }
            }
            try await environment.sealing.sealAll()
            #expect(try await records(environment, user) == before)
            #expect(before["purchases"]?.contains { $0.contains("\"store_name\": \"Quince Lane Grocer\"") } == true)
        }
    }

    /// What an export has of a user, by table.
    private func records(_ environment: BudgetTestEnvironment, _ user: User) async throws -> [String: [String]] {
        var (records, category): ([String: [String]], String) = ([:], "")
        let export = PersonalExport(.budget(environment.keys), in: environment.pool)
        try await export.read(try #require(UUID(canonical: user.id)), in: .english) { part in
            switch part {
            case .category(let begun): category = begun.name
            case .record(let record): records[category, default: []].append(record)
            case .file, .contents: break
            }
        }
        return records
    }
}
