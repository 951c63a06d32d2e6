import BudgetMessages
import CatalogMessages
import CommonMessages
import EventsMessages
import Foundation
import Foundations
import Postgres
import PostgresTestSupport
import RPC
import Testing

@testable import larder_budget

@Suite("The name of an item", .timeLimit(.minutes(5)))
struct ItemNameTests {
    /// A line of the sample receipt that is a charge, as ocr sends it.
    private func charge(_ kind: Common.Charge, printed: String = "", line: Int32 = 4) -> Budget.PurchaseItem {
        Budget.PurchaseItem(
            printedText: printed,
            quantityThousandths: 1_000,
            unit: "each",
            amount: .cad(100),
            discount: .cad(0),
            confidence: 90,
            receiptLine: line,
            charge: kind
        )
    }

    /// A product of which catalog has no name.
    private var unnamed: Budget.PurchaseItem {
        Budget.PurchaseItem(
            productID: UUID().canonical,
            printedText: "***",
            quantityThousandths: 1_000,
            unit: "each",
            amount: .cad(100),
            receiptLine: 5
        )
    }

    private func names(_ purchase: Budget.Purchase) -> [String] { purchase.items.dropFirst(3).map(\.productName) }

    @Test("of a charge is in the reader's language, and nothing is printed for it")
    func charges() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user) { purchase in
                purchase.items += [
                    charge(.service, printed: "Service charge"), charge(.tip), charge(.rounding), unnamed,
                ]
            }
            #expect(names(purchase) == ["Service charge", "Tip", "Rounding", "Unnamed item"])
            let french = try await inFrench { try await environment.get(purchase.id, user) }
            #expect(names(french) == ["Frais de service", "Pourboire", "Arrondi", "Article sans nom"])
            #expect(french.items.dropFirst(3).map(\.printedText) == ["", "", "", "***"])
            #expect(french.items.dropFirst(3).map(\.charge) == [.service, .tip, .rounding, .unspecified])
            #expect(french.items.prefix(3).map(\.productName) == purchase.items.prefix(3).map(\.productName))
            try await environment.storeAsFormerVersions()
            let rows = try await environment.pool.query(
                "SELECT product_name, printed_text, charge FROM purchase_items WHERE position > 2 ORDER BY position"
            )
            #expect(try rows.map { try $0["product_name"] as String } == ["", "", "", ""])
            #expect(try rows.map { try $0["printed_text"] as String } == ["", "", "", "***"])
            #expect(try rows.map { try $0["charge"] as String? } == ["service", "tip", "rounding", nil])
        }
    }

    @Test("of a charge that a former ocr sends in English is a code, too; a product's never")
    func former() async throws {
        try await BudgetTestEnvironment.with { environment in
            let purchase = try await environment.record(User()) { purchase in
                var product = charge(.unspecified, printed: "Tip")
                product.productID = UUID().canonical
                product.productName = "Asparagus tips"
                purchase.items += [charge(.unspecified, printed: "Tip"), product]
            }
            #expect(purchase.items.suffix(2).map(\.charge) == [.tip, .unspecified])
            #expect(purchase.items.suffix(2).map(\.printedText) == ["", "Tip"])
        }
    }

    @Test("stays as its owner typed it, and the shown name of a charge is not typed")
    func corrected() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user) { $0.items.append(charge(.tip)) }
            let id = purchase.items[3].id
            try await inFrench {
                let same = Budget.ItemCorrection(itemID: id, name: .init(value: "Pourboire"), amount: .cad(200))
                try await environment.edit(purchase, user, .item(same))
            }
            #expect(names(try await environment.get(purchase.id, user)) == ["Tip"])
            let renamed = Budget.ItemCorrection(itemID: id, name: .init(value: "Thank you"))
            try await environment.edit(purchase, user, .item(renamed))
            let french = try await inFrench { try await environment.get(purchase.id, user) }
            #expect(names(french) == ["Thank you"])
            let undone = try await inFrench { try await environment.undo(purchase, user) }
            #expect(undone.purchase.map(names) == ["Pourboire"])
            #expect(names(try await environment.get(purchase.id, user)) == ["Tip"])
        }
    }

    @Test("of a charge is a code in histories and in events")
    func history() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user) { $0.items.append(charge(.service)) }
            let id = purchase.items[3].id
            try await environment.edit(purchase, user, .item(.init(itemID: id, amount: .cad(150))))
            try await environment.edit(purchase, user, .itemRemoval(.init(itemID: id)))
            let english = try await environment.steps(purchase, user).flatMap(\.changes)
            #expect(
                english == [
                    "Removed “Service charge”: 1.50", "“Service charge” amount: 1.00 → 1.50",
                ]
            )
            let french = try await inFrench { try await environment.steps(purchase, user) }.flatMap(\.changes)
            #expect(french.allSatisfy { $0.contains("Frais de service") })
            let corrections = try await environment.events(to: "ocr").flatMap { event -> [Events.FieldCorrection] in
                guard case .purchaseCorrected(let corrected) = event.payload else { return [] }
                return corrected.corrections
            }
            #expect(corrections.map(\.before) == ["1.00", "service"])
            #expect(corrections.map(\.printedText) == ["", ""])
        }
    }

    @Test("of a shared product is in the reader's language, in whichever it was stored")
    func products() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let id = "7d0c1a52-5a0e-4d0a-9d5b-0a4c0d3a9e01"
            func choose(_ purchase: Budget.Purchase, _ name: String) async throws {
                let choice = Budget.ProductChoice(productID: id, name: name, categorySymbol: "🥛")
                try await environment.edit(purchase, user, .item(.init(itemID: purchase.items[1].id, product: choice)))
            }
            let purchase = try await environment.record(user)
            func names(isFrench: Bool) async throws -> [String] {
                func get() async throws -> Budget.Purchase { try await environment.get(purchase.id, user) }
                return try await (isFrench ? inFrench(get) : get()).items.map(\.productName)
            }
            // Catalog has not been asked yet.
            #expect(try await names(isFrench: true) == ["Oat milk", "", "Bottle deposit"])
            environment.service.store.names.update(
                .init(version: "1", products: [.init(productID: id, english: "Oat milk", french: "Lait d’avoine")])
            )
            // The owner's own words stay, also where they are those of another product.
            #expect(try await names(isFrench: true) == ["Lait d’avoine", "", "Bottle deposit"])
            try await choose(purchase, "Lait d’avoine")
            #expect(try await names(isFrench: false) == ["Oat milk", "Oat milk", "Bottle deposit"])
            // What is shown is not typed, and keeps the product.
            let same = Budget.ItemCorrection(itemID: purchase.items[0].id, name: .init(value: "Lait d’avoine"))
            let kept = try await inFrench { try await environment.edit(purchase, user, .item(same)) }
            #expect(kept.items[0].productID == id && kept.items[0].productName == "Lait d’avoine")
            #expect(try await names(isFrench: false)[0] == "Oat milk")
            try await choose(purchase, "Grandmother's oat milk")
            #expect(try await names(isFrench: true)[1] == "Grandmother's oat milk")
            let undone = try await inFrench { try await environment.undo(purchase, user) }
            #expect(undone.purchase?.items[1].productName == "Lait d’avoine")
            // Lists and answers of the same version.
            environment.service.store.names.update(.init(version: "1"))
            let listed = try await inFrench {
                try await environment.service.listPurchases(.init(), context: user.context()).purchases
            }
            #expect(listed.first?.items.first?.productName == "Lait d’avoine")
            // Catalog may lose a name.
            environment.service.store.names.update(.init(version: "2"))
            #expect(try await names(isFrench: true)[0] == "Oat milk")
        }
    }

    @Test("of a shared product is in the reader's language in histories, too")
    func productHistory() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let id = "7d0c1a52-5a0e-4d0a-9d5b-0a4c0d3a9e01"
            environment.service.store.names.update(
                .init(version: "1", products: [.init(productID: id, english: "Oat milk", french: "Lait d’avoine")])
            )
            let purchase = try await environment.record(user)
            let item = purchase.items[1].id
            let choice = Budget.ProductChoice(productID: id, name: "Oat milk", categorySymbol: "🥛")
            try await environment.edit(purchase, user, .item(.init(itemID: item, product: choice)))
            try await environment.edit(purchase, user, .item(.init(itemID: item, amount: .cad(150))))
            try await environment.edit(purchase, user, .itemRemoval(.init(itemID: item)))
            let english = try await environment.steps(purchase, user).flatMap(\.changes)
            let french = try await inFrench { try await environment.steps(purchase, user) }.flatMap(\.changes)
            #expect(english.count == 3 && english.allSatisfy { $0.contains("Oat milk") }, "\(english)")
            #expect(french.count == 3 && french.allSatisfy { $0.contains("Lait d’avoine") }, "\(french)")
        }
    }

    @Test("that a former version has stored in English becomes a code; words that may be typed or printed stay")
    func migrated() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, other) = (User(), User())
            let read = try await environment.record(user) { purchase in
                purchase.items += [
                    charge(.service, line: 4), charge(.tip, line: 5), charge(.rounding, line: 6), unnamed,
                ]
            }
            let typed = try await environment.create(other) { $0.items.append(.init(name: "Tip", amount: .cad(100))) }
            let waiting = try await environment.record(other, unmatched: .init(receiptLines: [4])) {
                $0.items.append(charge(.tip, line: 4))
            }
            try await environment.edit(read, user, .item(.init(itemID: read.items[4].id, amount: .cad(300))))
            try await environment.edit(typed, other, .item(.init(itemID: typed.items[3].id, amount: .cad(300))))
            // As the former version stored them.
            try await environment.storeAsFormerVersions()
            try await environment.pool.execute(
                """
                UPDATE purchase_items SET printed_text =
                    CASE charge WHEN 'service' THEN 'Service charge' WHEN 'tip' THEN 'Tip' ELSE 'Rounding' END
                WHERE charge IS NOT NULL
                """
            )
            try await environment.pool.execute(
                "UPDATE purchase_items SET product_name = 'Unnamed item' WHERE printed_text = '***'"
            )
            let former = #"{"item":{"_1":"amount","after":"3.00","before":"1.00","name":"Tip"}}"#
            try await environment.pool.execute("UPDATE purchase_steps SET changes = \([former])")
            let file = Shell.repository + "/Services/Budget/Migrations/0011_charges.sql"
            let migration = try String(contentsOfFile: file, encoding: .utf8)
            for _ in 0..<2 {
                try await environment.owner.transaction { connection in
                    try await connection.execute("ALTER TABLE purchase_items RENAME COLUMN charge TO former")
                    try await connection.executeScript(migration)
                    try await connection.execute(
                        "UPDATE purchase_items SET charge = former WHERE charge IS NULL AND printed_text = ''"
                    )
                    try await connection.execute("ALTER TABLE purchase_items DROP COLUMN former")
                }
            }
            let french = try await inFrench { try await environment.get(read.id, user) }
            #expect(names(french) == ["Frais de service", "Pourboire", "Arrondi", "Article sans nom"])
            let changes = try await inFrench { try await environment.steps(read, user) }.flatMap(\.changes)
            #expect(changes.count == 1 && changes[0].contains("Pourboire"))
            let own = try await inFrench { try await environment.get(typed.id, other) }
            #expect(own.items.last?.productName == "Tip")
            #expect(try await inFrench { try await environment.steps(typed, other) }[0].changes[0].contains("Tip"))
            let printed = try await environment.get(waiting.id, other)
            #expect(printed.items.last?.printedText == "Tip")
        }
    }
}
