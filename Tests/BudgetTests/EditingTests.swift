import BudgetMessages
import CommonMessages
import Foundation
import PostgresTestSupport
import RPC
import Testing

@testable import larder_budget

@Suite("Editing a purchase", .timeLimit(.minutes(5)))
struct EditingTests {
    @Test("is rejected without edits and with too many")
    func number() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            #expect(
                await failure { try await environment.edit(purchase, user) }?.fieldViolations.map(\.field) == ["edits"]
            )
            let many = Budget.EditPurchaseRequest(
                purchaseID: purchase.id,
                edits: Array(repeating: .init(edit: .time(.init(value: "10:00"))), count: 101)
            )
            let status = await failure { try await environment.service.editPurchase(many, context: user.context()) }
            #expect(status?.fieldViolations.map(\.field) == ["edits"])
            #expect(try await environment.get(purchase.id, user) == purchase)
        }
    }

    @Test("reports all violations, and keeps the previous values")
    func violations() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let status = await failure {
                try await environment.edit(
                    purchase,
                    user,
                    version: 1,
                    .storeName(.init(value: "Right")),
                    .date(.init(value: "2025-02-30")),
                    .time(.init(value: "25:00")),
                    .currency(.init(value: "DOLLAR")),
                    .total(.init(value: .init(minorUnits: 1, currency: "USD"))),
                    .item(
                        .init(
                            itemID: purchase.items[0].id,
                            quantity: .init(thousandths: -1),
                            unit: .init(value: "parsec"),
                            unitPrice: .init(value: .cad(-1)),
                            amount: .cad(-1),
                            discount: .cad(1)
                        )
                    ),
                    .newItem(.init(name: " ", amount: nil)),
                    .confirmation(.init()),
                    .duplicate(.unspecified)
                )
            }
            #expect(status?.code == .invalidArgument)
            #expect(
                status?.fieldViolations.map(\.field) == [
                    "edits[1].date", "edits[2].time", "edits[3].currency", "edits[4].total",
                    "edits[5].item.quantity.thousandths", "edits[5].item.unit", "edits[5].item.amount",
                    "edits[5].item.unit_price", "edits[5].item.discount", "edits[6].new_item.amount",
                    "edits[6].new_item.name",
                    "edits[7].confirmation", "edits[8].duplicate",
                ]
            )
            #expect(try await environment.get(purchase.id, user) == purchase)
            #expect(try await environment.steps(purchase, user).isEmpty)
        }
    }

    @Test("finds no purchase of another user, nor an item of another purchase")
    func foreign() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let (purchase, other) = (
                try await environment.record(user), try await environment.record(user) { $0.total = .cad(1) }
            )
            let stranger = User()
            let edit = Budget.PurchaseEdit.Edit.storeName(.init(value: "Mine"))
            #expect(await failure { try await environment.edit(purchase, stranger, edit) } == .notFound("purchase"))
            #expect(await failure { try await environment.undo(purchase, stranger) } == .notFound("purchase"))
            #expect(await failure { try await environment.steps(purchase, stranger) } == .notFound("purchase"))
            let removal = Budget.PurchaseEdit.Edit.itemRemoval(.init(itemID: other.items[0].id))
            #expect(await failure { try await environment.edit(purchase, user, removal) }?.code == .notFound)
            #expect(try await environment.get(purchase.id, user) == purchase)
            #expect(try await environment.get(other.id, user) == other)
        }
    }

    @Test("is rejected with a clear message when the purchase was changed meanwhile")
    func conflict() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            try await environment.edit(purchase, user, version: 1, .time(.init(value: "10:00")))
            let status = await failure {
                try await environment.edit(purchase, user, version: 1, .time(.init(value: "11:00")))
            }
            #expect(status?.code == .aborted)
            #expect(status?.reason == "VERSION_CONFLICT")
            #expect(status?.message.contains("has changed meanwhile") == true)
            #expect(try await environment.get(purchase.id, user).purchasedAt?.time == "10:00")
        }
    }

    @Test("sets every field, ends their review and computes the sums again")
    func fields() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user) {
                $0.fieldsToReview = [.storeName, .storeAddress, .date, .time, .subtotal, .taxes, .total]
            }
            let edited = try await environment.edit(
                purchase,
                user,
                .storeName(.init(value: "Corner Shop")),
                .storeAddress(.init(value: "1 Main Street")),
                .date(.init(value: "2025-03-08")),
                .time(.init(value: "")),
                .subtotal(.init()),
                .taxes(.init(taxes: [.init(label: "HST", amount: .cad(100))])),
                .total(.init(value: .cad(976)))
            )
            var expected = purchase
            expected.storeName = "Corner Shop"
            (expected.storeID, expected.knownStore) =
                (TestCatalog.storeID, "Juniper Street Market, 14 Juniper Street")
            expected.storeAddress = "1 Main Street"
            expected.purchasedAt = .init(date: "2025-03-08", timeZone: "America/Vancouver")
            expected.subtotal = nil
            expected.taxes = [.init(label: "HST", amount: .cad(100))]
            expected.total = .cad(976)
            expected.computedTotal = .cad(976)
            expected.totalsAgree = true
            expected.fieldsToReview = []
            // One revision is the owner's, the other sets the known store.
            expected.version = 3
            #expect(edited == expected)
            #expect(try await environment.get(purchase.id, user) == expected)
            let listed = try await environment.service.listPurchases(.init(), context: user.context())
            #expect(listed.purchases == [expected])
        }
    }

    @Test("sets the currency of a receipt that names none, and keeps the printed amounts")
    func currency() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user) { purchase in
                func unknown(_ money: Common.Money?) -> Common.Money? {
                    money.map { .init(minorUnits: $0.minorUnits * 100, currency: "XXX") }
                }
                purchase.currency = "XXX"
                for index in purchase.items.indices {
                    purchase.items[index].unitPrice = unknown(purchase.items[index].unitPrice)
                    purchase.items[index].amount = unknown(purchase.items[index].amount)
                    purchase.items[index].discount = unknown(purchase.items[index].discount)
                }
                purchase.subtotal = unknown(purchase.subtotal)
                purchase.taxes[0].amount = unknown(purchase.taxes[0].amount)
                purchase.total = unknown(purchase.total)
                purchase.fieldsToReview = [.currency]
            }
            let dollars = try await environment.edit(purchase, user, .currency(.init(value: "CAD")))
            #expect(dollars.total == .cad(92_000))
            #expect(dollars.fieldsToReview.isEmpty)
            let yen = try await environment.edit(purchase, user, .currency(.init(value: "JPY")))
            #expect(yen.total == .init(minorUnits: 920, currency: "JPY"))
            #expect(yen.items[1].discount == .init(minorUnits: -50, currency: "JPY"))
            let dinars = try await environment.edit(purchase, user, .currency(.init(value: "KWD")))
            #expect(dinars.total == .init(minorUnits: 920_000, currency: "KWD"))
            let cents = try await environment.edit(
                purchase,
                user,
                .item(.init(itemID: purchase.items[0].id, amount: .init(minorUnits: 698_500, currency: "KWD")))
            )
            let status = await failure { try await environment.edit(purchase, user, .currency(.init(value: "JPY"))) }
            #expect(status?.fieldViolations.map(\.field) == ["edits[0].currency"])
            #expect(try await environment.get(purchase.id, user) == cents)
        }
    }

    @Test("keeps a suggested currency until the owner sets one, and brings it back with undo")
    func suggestedCurrency() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            func record(_ currency: String, _ suggestion: String) async throws -> Budget.Purchase {
                try await environment.record(user) { purchase in
                    purchase.currency = currency
                    purchase.items = []
                    purchase.taxes = []
                    purchase.subtotal = nil
                    purchase.total = .init(minorUnits: 920, currency: currency)
                    purchase.suggestedCurrency = suggestion
                }
            }
            let refused = await failure { try await record("XXX", "dollars") }
            #expect(refused?.fieldViolations.map(\.field) == ["purchase.suggested_currency"])
            #expect(try await record("CAD", "GBP").suggestedCurrency.isEmpty)
            let purchase = try await record("XXX", "GBP")
            #expect(purchase.currency == "XXX" && purchase.suggestedCurrency == "GBP")
            #expect(try await environment.get(purchase.id, user).suggestedCurrency == "GBP")
            let other = try await environment.edit(purchase, user, .date(.init(value: "2025-03-10")))
            #expect(other.suggestedCurrency == "GBP")
            let known = try await environment.edit(purchase, user, .currency(.init(value: "CAD")))
            #expect(known.suggestedCurrency.isEmpty)
            let undone = try #require(try await environment.undo(purchase, user).purchase)
            #expect(undone.currency == "XXX" && undone.suggestedCurrency == "GBP")
        }
    }

    @Test("adds and removes items; returns are deducted from the sum")
    func items() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let edited = try await environment.edit(
                purchase,
                user,
                version: 1,
                .newItem(.init(name: "Bread", amount: .cad(325), afterItemID: purchase.items[0].id)),
                .newItem(.init(name: "Coupon", amount: .cad(0), discount: .cad(-100))),
                .newItem(.init(name: "Cans", quantityThousandths: 6_000, amount: .cad(60), returned: true)),
                .itemRemoval(.init(itemID: purchase.items[1].id)),
                .item(.init(itemID: purchase.items[2].id, returned: .init(value: false)))
            )
            #expect(edited.items.map(\.productName) == ["Oat milk", "Bread", "Bottle deposit", "Coupon", "Cans"])
            #expect(edited.items.map(\.amount) == [.cad(698), .cad(325), .cad(20), .cad(0), .cad(-60)])
            #expect(edited.items[1].unit == "each" && edited.items[1].quantityThousandths == 1_000)
            #expect(edited.computedTotal == .cad(698 + 325 + 20 - 100 - 60 + 44))
            #expect(!edited.totalsAgree)
            #expect(try await environment.get(purchase.id, user) == edited)
        }
    }

    @Test("treats another name as another product, unless a product is chosen with it")
    func products() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let id = purchase.items[0].id
            let renamed = try await environment.edit(
                purchase,
                user,
                .item(.init(itemID: id, name: .init(value: "Soy milk")))
            )
            #expect(renamed.items[0].productID.isEmpty && renamed.items[0].categorySymbol.isEmpty)
            let product = Budget.ProductChoice(
                productID: "7d0c1a52-5a0e-4d0a-9d5b-0a4c0d3a9e09",
                name: "Soy drink",
                categorySymbol: "🥛"
            )
            let chosen = try await environment.edit(purchase, user, .item(.init(itemID: id, product: product)))
            #expect(chosen.items[0].productName == "Soy drink")
            #expect(chosen.items[0].productID == product.productID)
        }
    }

    @Test("treats taxes as included when the items alone add up to the total")
    func includedTaxes() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user) { $0.total = .cad(876) }
            #expect(purchase.taxesIncluded && purchase.totalsAgree)
            #expect(purchase.computedTotal == .cad(876))
            let edited = try await environment.edit(purchase, user, .total(.init(value: .cad(920))))
            #expect(!edited.taxesIncluded && edited.totalsAgree)
            #expect(edited.computedTotal == .cad(920))
        }
    }

    @Test("confirms a field, an item, or everything")
    func confirming() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user) {
                $0.fieldsToReview = [.date, .total]
                $0.items[2].needsReview = true
            }
            let field = try await environment.edit(purchase, user, .confirmation(.init(subject: .field(.date))))
            #expect(field.fieldsToReview == [.total])
            let item = Budget.Confirmation(subject: .itemID(purchase.items[2].id))
            #expect(try await environment.edit(purchase, user, .confirmation(item)).items[2].needsReview == false)
            let all = try await environment.edit(purchase, user, .confirmation(.init(subject: .everything(true))))
            #expect(all.fieldsToReview.isEmpty && !all.items.contains(where: \.needsReview))
            #expect(all.state == .toVerify)
            #expect(
                try await environment.steps(purchase, user).map(\.changes) == [
                    ["Total confirmed", "“BANANAS” confirmed"], ["“Bottle deposit” confirmed"], ["Date confirmed"],
                ]
            )
        }
    }

    @Test("survives reading the receipt again")
    func readAgain() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, receipt) = (User(), UUID())
            let purchase = try await environment.record(user, receipt: receipt)
            let edited = try await environment.edit(purchase, user, .total(.init(value: .cad(999))))
            #expect(try await environment.record(user, receipt: receipt) == edited)
            #expect(try await environment.get(purchase.id, user) == edited)
        }
    }

    @Test("happens once per idempotency key, however often it is sent")
    func once() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let answers = try await withThrowingTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await environment.edit(
                            purchase,
                            user,
                            version: 1,
                            key: "key",
                            .newItem(.init(name: "Bread", amount: .cad(325)))
                        )
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0 == answers[0] })
            #expect(try await environment.get(purchase.id, user).items.count == 4)
            #expect(try await environment.steps(purchase, user).count == 1)
        }
    }

    @Test("adds an item only with a key or an expected version, since it may be sent twice")
    func addedTwice() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let edits: [Budget.PurchaseEdit.Edit] = [
                .time(.init(value: "10:00")), .newItem(.init(name: "Bread", amount: .cad(325))),
            ]
            let status = await failure { try await environment.edit(purchase, user, edits[0], edits[1]) }
            #expect(status?.code == .invalidArgument)
            #expect(status?.reason == .invalidFields)
            #expect(status?.fieldViolations.map(\.field) == ["idempotency-key"])
            #expect(try await environment.get(purchase.id, user) == purchase)
            let edited = try await environment.edit(purchase, user, version: 1, edits[0], edits[1])
            let again = await failure { try await environment.edit(purchase, user, version: 1, edits[0], edits[1]) }
            #expect(again?.reason == "VERSION_CONFLICT")
            #expect(try await environment.get(purchase.id, user) == edited)
        }
    }
}
