import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_budget

/// Requirements BUD-02 and BUD-06 for expenditures.
@Suite("Expenditures", .timeLimit(.minutes(5)))
struct ExpenditureTests {
    // MARK: Rejections

    @Test("a new name leaves the category that its owner has chosen")
    func rename() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let coffee = try await environment.spend(user)
            let name = Budget.ItemCorrection(itemID: coffee.items[0].id, name: .init(value: "Espresso"))
            let item = try await environment.edit(coffee, user, .item(name)).items[0]
            #expect(item.productName == "Espresso")
            #expect(item.category == "coffee-tea" && item.categorySymbol == "☕")
        }
    }

    @Test("are rejected with all violations, and nothing is stored")
    func violations() async throws {
        try await BudgetTestEnvironment.with { environment in
            let status = await failure {
                try await environment.spend(User(), key: nil) { request in
                    request.name = " "
                    request.amount = .cad(0)
                    request.category = "Coffee!"
                    request.categorySymbol = String(repeating: "x", count: 17)
                    request.purchasedAt = .init(date: "2025-02-30")
                    request.place = String(repeating: "x", count: 201)
                    request.note = String(repeating: "x", count: 2_001)
                }
            }
            #expect(
                status?.fieldViolations.map(\.field).sorted() == [
                    "amount", "category", "category_symbol", "idempotency-key", "name", "note", "place",
                    "purchased_at.date",
                ]
            )
            let count = try await environment.count("purchases")
            #expect(count == 0)
        }
    }

    @Test(
        "need an amount above 0 in a known currency, and a day",
        arguments: ["none", "negative", "least", "XXX", "DOLLAR", "day"]
    )
    func amounts(what: String) async throws {
        try await BudgetTestEnvironment.with { environment in
            let status = await failure {
                try await environment.spend(User()) { request in
                    switch what {
                    case "none": request.amount = nil
                    case "negative": request.amount = .cad(-1)
                    case "least": (request.amount, request.refund) = (.cad(.min), true)
                    case "day": request.purchasedAt = nil
                    default: request.amount = .init(minorUnits: 1, currency: what)
                    }
                }
            }
            let fields = Set(status?.fieldViolations.map(\.field) ?? [])
            #expect(fields == [what == "day" ? "purchased_at.date" : "amount"])
        }
    }

    @Test("stay what they are: items, printed sums and taxes are not added, and amount and day not taken away")
    func edits() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let spent = try await environment.spend(user)
            let item = spent.items[0].id
            let edits: [Budget.PurchaseEdit.Edit] = [
                .newItem(.init(name: "Cake", amount: .cad(500))), .itemRemoval(.init(itemID: item)),
                .total(.init(value: .cad(1))), .subtotal(.init(value: .cad(1))), .taxes(.init()),
                .date(.init(value: "")), .currency(.init(value: "XXX")), .item(.init(itemID: item, amount: .cad(0))),
                .item(.init(itemID: item, amount: .cad(-5))), .item(.init(itemID: item, discount: .cad(-5))),
                .note(.init(value: String(repeating: "x", count: 2_001))),
            ]
            for edit in edits {
                let status = await failure { try await environment.edit(spent, user, version: 0, key: "key", edit) }
                #expect(status?.code == .invalidArgument, "\(edit)")
            }
            #expect(try await environment.get(spent.id, user) == spent)
        }
    }

    // MARK: What they are

    @Test("are in the ledger as what they are, with name, amount, category, day, place and note")
    func whole() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let spent = try await environment.spend(user)
            #expect(spent.kind == .expenditure && spent.state == .confirmed && spent.typedIn)
            #expect(spent.storeName == "Juniper Street Market" && spent.purchasedAt?.date == "2025-03-09")
            #expect(spent.note == "With Ada.\nOat milk.")
            #expect(spent.total == nil && spent.computedTotal == .cad(1_500))
            let item = try #require(spent.items.first)
            #expect(item.productName == "Coffee" && item.amount == .cad(1_500) && spent.items.count == 1)
            #expect(item.category == "coffee-tea" && item.categorySymbol == "☕")
            #expect(try await environment.get(spent.id, user) == spent)
            #expect(await failure { try await environment.get(spent.id, User()) } == .notFound("purchase"))
        }
    }

    @Test("may be in the past and the future, and come back as a refund", arguments: ["1999-12-31", "2027-06-01"])
    func days(day: String) async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let spent = try await environment.spend(user) { request in
                request.purchasedAt = .init(date: day)
                request.refund = true
            }
            #expect(spent.purchasedAt?.date == day && spent.computedTotal == .cad(-1_500))
        }
    }

    @Test("happen once per idempotency key, and are no duplicates of each other: a bus is taken twice a day")
    func once() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let first = try await environment.spend(user, key: "1")
            #expect(try await environment.spend(user, key: "1").id == first.id)
            let second = try await environment.spend(user, key: "2")
            #expect(second.id != first.id && second.duplicateOf.isEmpty)
            // The receipt of what was typed in before is one of it.
            let receipt = try await environment.record(user) { purchase in
                purchase.total = .cad(1_500)
                purchase.purchasedAt = .init(date: "2025-03-09")
            }
            #expect([first.id, second.id].contains(receipt.duplicateOf))
        }
    }

    @Test("are changed field by field, with a history that doesn't repeat the note, and undone exactly")
    func undo() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let spent = try await environment.spend(user)
            let edited = try await environment.edit(
                spent,
                user,
                .item(
                    .init(
                        itemID: spent.items[0].id,
                        amount: .cad(1_600),
                        product: .init(name: "Coffee", categorySymbol: "🍞", category: "bakery")
                    )
                ),
                .date(.init(value: "2025-03-10")),
                .note(.init(value: "Alone"))
            )
            #expect(edited.items[0].category == "bakery" && edited.computedTotal == .cad(1_600))
            #expect(edited.note == "Alone" && edited.purchasedAt?.date == "2025-03-10")
            let step = try #require(try await environment.steps(spent, user).first)
            #expect(
                step.changes == [
                    "Date: 2025-03-09 → 2025-03-10", "Note changed", "“Coffee” amount: 15.00 → 16.00",
                    "“Coffee” category: ☕ → 🍞",
                ]
            )
            var restored = spent
            restored.version = edited.version + 1
            #expect(try await environment.undo(spent, user).purchase == restored)
        }
    }

    @Test("are deleted by discarding them, which can be undone")
    func deletion() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let spent = try await environment.spend(user)
            try await environment.edit(spent, user, .duplicate(.discard))
            #expect(try await environment.service.listPurchases(.init(), context: user.context()).purchases.isEmpty)
            try await environment.undo(spent, user)
            let listed = try await environment.service.listPurchases(.init(), context: user.context()).purchases
            #expect(listed.map(\.id) == [spent.id])
        }
    }

    @Test("have the category of a symbol that a former version sends alone")
    func symbols() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user) { purchase in
                (purchase.items[0].categorySymbol, purchase.items[0].category) = ("🧀", "")
            }
            #expect(purchase.items[0].category == "cheese")
            let product = Budget.ProductChoice(name: "Milk", categorySymbol: "🥛")
            let edited = try await environment.edit(
                purchase,
                user,
                .item(.init(itemID: purchase.items[0].id, product: product))
            )
            #expect(edited.items[0].category == "dairy")
            #expect(try await environment.undo(purchase, user).purchase?.items[0].category == "cheese")
        }
    }

    // MARK: Finding them

    @Test("are found by kind and by the categories of items, page by page")
    func filters() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user) { $0.items[0].category = "dairy" }
            let coffee = try await environment.spend(user)
            let bread = try await environment.spend(user) { $0.category = "bakery" }
            func found(_ kind: Budget.PurchaseKind, _ categories: [String] = []) async throws -> Set<String> {
                var (ids, token) = (Set<String>(), "")
                repeat {
                    let request = Budget.ListPurchasesRequest(
                        page: .init(size: 1, token: token),
                        kind: kind,
                        categories: categories
                    )
                    let page = try await environment.service.listPurchases(request, context: user.context())
                    ids.formUnion(page.purchases.map(\.id))
                    token = page.nextPageToken
                } while !token.isEmpty
                return ids
            }
            #expect(try await found(.unspecified) == [purchase.id, coffee.id, bread.id])
            #expect(try await found(.purchase) == [purchase.id])
            #expect(try await found(.expenditure) == [coffee.id, bread.id])
            #expect(try await found(.unspecified, ["dairy", "bakery"]) == [purchase.id, bread.id])
            #expect(try await found(.expenditure, ["dairy"]).isEmpty)
        }
    }

    @Test("are not looked for by an unknown kind, by what is no slug, or by too many")
    func invalidFilters() async throws {
        try await BudgetTestEnvironment.with { environment in
            func fields(_ request: Budget.ListPurchasesRequest) async -> [String]? {
                await failure {
                    try await environment.service.listPurchases(request, context: User().context())
                }?.fieldViolations.map(\.field)
            }
            #expect(await fields(.init(kind: .unrecognized(9))) == ["kind"])
            #expect(await fields(.init(categories: ["dairy", "Dairy products"])) == ["categories[1]"])
            #expect(await fields(.init(categories: Array(repeating: "dairy", count: 51))) == ["categories"])
        }
    }
}

extension BudgetTestEnvironment {
    /// Adds the sample expenditure, changed by `adjust`.
    @discardableResult
    func spend(
        _ user: User,
        key: String? = UUID().canonical,
        adjust: (inout Budget.CreateExpenditureRequest) -> Void = { _ in }
    ) async throws -> Budget.Purchase {
        var request = Budget.CreateExpenditureRequest(
            name: "Coffee",
            amount: .cad(1_500),
            category: "coffee-tea",
            categorySymbol: "☕",
            purchasedAt: .init(date: "2025-03-09", time: "10:05", timeZone: "America/Vancouver"),
            place: "Juniper Street Market",
            note: " With Ada.\r\nOat milk.\n"
        )
        adjust(&request)
        return try await service.createExpenditure(request, context: user.context(idempotencyKey: key))
    }
}
