import BudgetMessages
import Foundation
import Postgres
import PostgresTestSupport
import Testing
import Texts

@testable import larder_budget

@Suite("A change in a purchase's history", .timeLimit(.minutes(5)))
struct PurchaseChangeTests {
    /// What is stored must be readable for ever.
    private static let stored: [(PurchaseChange, String, text: String)] = [
        (.confirmed, #"{"confirmed":{}}"#, "Confirmed"), (.discarded, #"{"discarded":{}}"#, "Discarded"),
        (.restored, #"{"restored":{}}"#, "Brought back"), (.reopened, #"{"reopened":{}}"#, "To verify again"),
        (.keptSeparate, #"{"keptSeparate":{}}"#, "Kept as a separate purchase"),
        (.duplicateAgain, #"{"duplicateAgain":{}}"#, "Seems a duplicate again"),
        (
            .field(.total, before: "9.90", after: ""),
            #"{"field":{"_0":"total","after":"","before":"9.90"}}"#, "Total: 9.90 → none"
        ), (.fieldConfirmed(.storeName), #"{"fieldConfirmed":{"_0":"storeName"}}"#, "Store confirmed"),
        (
            .itemRemoved(name: "", amount: "1.00"),
            #"{"itemRemoved":{"amount":"1.00","name":""}}"#, "Removed “item”: 1.00"
        ),
        (
            .itemAdded(name: "Bread", amount: "3.25"),
            #"{"itemAdded":{"amount":"3.25","name":"Bread"}}"#, "Added “Bread”: 3.25"
        ),
        (
            .itemRenamed(name: "BRD", after: "Bread"),
            #"{"itemRenamed":{"after":"Bread","name":"BRD"}}"#, "“BRD”: BRD → Bread"
        ),
        (
            .item(name: "Bread", .unitPrice, before: "", after: "1.00"),
            #"{"item":{"_1":"unitPrice","after":"1.00","before":"","name":"Bread"}}"#,
            "“Bread” unit price: none → 1.00"
        ),
        (
            .itemOfAnotherProduct(name: "Bread"),
            #"{"itemOfAnotherProduct":{"name":"Bread"}}"#, "“Bread”: another product"
        ), (.itemConfirmed(name: "Bread"), #"{"itemConfirmed":{"name":"Bread"}}"#, "“Bread” confirmed"),
        (.reordered, #"{"reordered":{}}"#, "Items reordered"),
        (.storeFound(store: "Shop"), #"{"storeFound":{"store":"Shop"}}"#, "Store found: Shop"),
        (.storeCreated(store: "Shop"), #"{"storeCreated":{"store":"Shop"}}"#, "New store: Shop"),
        (.productsFound(1), #"{"productsFound":{"_0":1}}"#, "Product found for 1 item"),
        (.nothingFound, #"{"nothingFound":{}}"#, "Looked up; nothing is changed"),
    ]

    private static let product = UUID(uuidString: "7d0c1a52-5a0e-4d0a-9d5b-0a4c0d3a9e01")!

    /// Changes that no former version has stored, such as those of items whose name is no printed text.
    private static let named: [(PurchaseChange, String, text: String)] = [
        (
            .itemRenamed(name: .charge(.tip), after: "Thanks"),
            #"{"itemRenamed":{"after":"Thanks","name":{"charge":{"_0":"tip"}}}}"#, "“Tip”: Tip → Thanks"
        ),
        (
            .itemOfAnotherProduct(name: .unnamed),
            #"{"itemOfAnotherProduct":{"name":{"unnamed":{}}}}"#, "“Unnamed item”: another product"
        ),
        (
            .itemConfirmed(name: .product(product, name: "Oat milk")),
            #"{"itemConfirmed":{"name":{"product":{"_0":"7D0C1A52-5A0E-4D0A-9D5B-0A4C0D3A9E01","name":"Oat milk"}}}}"#,
            "“Oat milk” confirmed"
        ),
        (.noted, #"{"noted":{}}"#, "Note changed"),
        (.conflictKept, #"{"conflictKept":{}}"#, "Another device’s version is kept for choice"),
        (.conflictSettled, #"{"conflictSettled":{}}"#, "Chosen between two versions"),
    ]

    @Test("is stored as kind and values, and put into words when it is read", arguments: (stored + named).indices)
    func form(index: Int) throws {
        let (change, stored, text) = (Self.stored + Self.named)[index]
        #expect(try change.stored == stored)
        #expect(PurchaseChange(stored: stored) == change)
        #expect(PurchaseChange.text(ofStored: stored, ProductNames()).english == text)
    }

    @Test("is a sentence where a former version has stored it, and something unknown of a newer one")
    func otherVersions() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            try await environment.edit(purchase, user, .date(.init(value: "2025-03-10")))
            try await environment.storeAsFormerVersions()
            let rows = try await environment.pool.query("SELECT changes FROM purchase_steps")
            let lines: [String] = try #require(rows.first)["changes"]
            #expect(lines == [#"{"field":{"_0":"date","after":"2025-03-10","before":"2025-03-09"}}"#])
            let others = ["Date: 2025-03-09 → 2025-03-10", #"{"moonRose":{}}"#]
            try await environment.pool.execute("UPDATE purchase_steps SET changes = \(others)")
            #expect(try await environment.steps(purchase, user).map(\.changes) == [[others[0], "Changed"]])
        }
    }

    /// Sentences as former versions stored them, which are not those of ``stored``, and what becomes of them.
    private static let former: [(sentence: String, change: PurchaseChange?)] = [
        ("Kept as a purchase of its own", .keptSeparate),
        ("Address: none → 1 \"Old\" Street", .field(.storeAddress, before: "", after: "1 \"Old\" Street")),
        ("Store: A\\B → C/D", .field(.storeName, before: "A\\B", after: "C/D")),
        ("“item”: none → Bread", .itemRenamed(name: "", after: "Bread")),
        ("“item” quantity: 1 → 2.5", .item(name: "", .quantity, before: "1", after: "2.5")),
        ("Removed “Bread”: -1.00", .itemRemoved(name: "Bread", amount: "-1.00")),
        ("Product found for 12 items", .productsFound(12)),
        // They may mean two things, or nothing that is known.
        ("Store: A → B → C", nil), ("“a”: b → c", nil), ("“a” unit: x → y → z", nil), ("Added “a”: much", nil),
        ("Field confirmed", nil), ("confirmed", nil), ("The moon rose.", nil),
    ]

    @Test("that a former version has stored as a sentence becomes kind and values where it is recognised")
    func formerSentences() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            try await environment.edit(purchase, user, .date(.init(value: "2025-03-10")))
            try await environment.storeAsFormerVersions()
            let known = Self.stored.map { (sentence: $0.text, change: Optional($0.0)) } + Self.former
            let sentences = known.map(\.sentence) + [#"{"moonRose":{}}"#]
            try await environment.pool.execute("UPDATE purchase_steps SET changes = \(sentences)")
            let before = try await environment.steps(purchase, user).map(\.changes)
            let file = Shell.repository + "/Services/Budget/Migrations/0010_change_codes.sql"
            let migration = try String(contentsOfFile: file, encoding: .utf8)
            for _ in 0..<2 {
                try await environment.owner.transaction { try await $0.executeScript(migration) }
                let rows = try await environment.pool.query("SELECT changes FROM purchase_steps")
                let lines: [String] = try #require(rows.first)["changes"]
                let expected = try known.map { try $0.change?.stored ?? $0.sentence } + [#"{"moonRose":{}}"#]
                #expect(lines == expected)
            }
            let after = try await environment.steps(purchase, user).map(\.changes)
            #expect(after.first?.count == before.first?.count)
            for (old, new) in zip(before.joined(), after.joined()) {
                #expect(new == (old == "Kept as a purchase of its own" ? "Kept as a separate purchase" : old))
            }
        }
    }
}
