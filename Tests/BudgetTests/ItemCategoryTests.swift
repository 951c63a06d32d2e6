import BudgetMessages
import CommonMessages
import Foundation
import FoundationsTestSupport
import PostgresTestSupport
import RPC
import Testing

@testable import larder_budget

@Suite("Setting the category of several items", .timeLimit(.minutes(5)))
struct ItemCategoryTests {
    // MARK: Rejections

    @Test("is rejected for no items and too many, an item twice, and what is no category; nothing is changed")
    func violations() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let ids = purchase.items.map(\.id)
            let status = await failure {
                try await environment.edit(
                    purchase,
                    user,
                    .time(.init(value: "10:00")),
                    .bakery([]),
                    .bakery(Array(repeating: ids[0], count: 501)),
                    .bakery([ids[0], ids[1], ids[0].uppercased(), ids[1]]),
                    .itemsCategory(.init(itemIDs: ids, category: "", categorySymbol: "🍞")),
                    .itemsCategory(.init(itemIDs: ids, category: "Bread & cake", categorySymbol: "🍞")),
                    .itemsCategory(.init(itemIDs: ids, category: String(repeating: "a", count: 41))),
                    .itemsCategory(
                        .init(itemIDs: ids, category: "bakery", categorySymbol: String(repeating: "x", count: 17))
                    )
                )
            }
            #expect(status?.code == .invalidArgument)
            #expect(
                status?.fieldViolations.map(\.field) == [
                    "edits[1].items_category.item_ids", "edits[2].items_category.item_ids",
                    "edits[3].items_category.item_ids[2]", "edits[3].items_category.item_ids[3]",
                    "edits[4].items_category.category", "edits[5].items_category.category",
                    "edits[6].items_category.category", "edits[7].items_category.category_symbol",
                ]
            )
            #expect(try await environment.get(purchase.id, user) == purchase)
            #expect(try await environment.steps(purchase, user).isEmpty)
        }
    }

    @Test("finds no item of another purchase, and none that was removed before", arguments: ["", "item", "other"])
    func unknownItems(what: String) async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let other = try await environment.record(user) { $0.total = .cad(1) }
            let id = what == "other" ? other.items[0].id : what
            let status = await failure {
                try await environment.edit(purchase, user, .bakery([purchase.items[0].id, id]))
            }
            #expect(status?.code == .notFound)
            let gone = purchase.items[2].id
            let removed = await failure {
                try await environment.edit(purchase, user, .itemRemoval(.init(itemID: gone)), .bakery([gone]))
            }
            #expect(removed?.code == .notFound)
            #expect(await failure { try await environment.edit(purchase, User(), .bakery([gone])) }?.code == .notFound)
            #expect(try await environment.get(purchase.id, user) == purchase)
            #expect(try await environment.get(other.id, user) == other)
        }
    }

    // MARK: What it does

    @Test(
        "is one step that changes nothing else, neither product, name nor what is to be reviewed, and is undone exactly"
    )
    func step() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let ids = purchase.items.map(\.id)
            let edited = try await environment.edit(
                purchase,
                user,
                .bakery([ids[2], ids[0]]),
                .itemsCategory(.init(itemIDs: [ids[1]], category: "fruit", categorySymbol: "🍎"))
            )
            var expected = purchase
            for (index, category) in [("bakery", "🍞"), ("fruit", "🍎"), ("bakery", "🍞")].enumerated() {
                (expected.items[index].category, expected.items[index].categorySymbol) = category
            }
            expected.version = 2
            #expect(edited == expected && edited.items[1].needsReview)
            #expect(try await environment.get(purchase.id, user) == expected)
            let step = try #require(try await environment.steps(purchase, user).first)
            #expect(
                step.changes == [
                    "“Oat milk” category: 🥛 → 🍞", "“BANANAS” category: none → 🍎",
                    "“Bottle deposit” category: none → 🍞",
                ]
            )
            // Neither the reading nor the meaning of a line is corrected by it.
            #expect(try await environment.events(to: "ocr").isEmpty)
            #expect(try await environment.events(to: "catalog").isEmpty)
            var restored = purchase
            restored.version = 3
            #expect(try await environment.undo(purchase, user).purchase == restored)
            #expect(try await environment.get(purchase.id, user) == restored)
        }
    }

    @Test("counts in order with other edits: the last category remains, also of an item of another name")
    func order() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let ids = purchase.items.map(\.id)
            let edited = try await environment.edit(
                purchase,
                user,
                .bakery(ids),
                .itemsCategory(.init(itemIDs: [ids[1]], category: "fruit", categorySymbol: "🍎")),
                .item(.init(itemID: ids[0], name: .init(value: "Soap"))),
                .itemsCategory(.init(itemIDs: [ids[0]], category: "household", categorySymbol: "🧽"))
            )
            #expect(edited.items.map(\.category) == ["household", "fruit", "bakery"])
            #expect(edited.items[0].productID.isEmpty)
        }
    }

    @Test("that they have already is no step, and one without a symbol is named by its slug")
    func unchanged() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let ids = [purchase.items[1].id]
            let edited = try await environment.edit(purchase, user, .bakery(ids))
            #expect(try await environment.edit(purchase, user, .bakery(ids)) == edited)
            try await environment.edit(purchase, user, .itemsCategory(.init(itemIDs: ids, category: "fruit")))
            #expect(
                try await environment.steps(purchase, user).map(\.changes) == [
                    ["“BANANAS” category: 🍞 → fruit"], ["“BANANAS” category: none → 🍞"],
                ]
            )
        }
    }

    @Test("reaches all 500 items of a purchase in one request")
    func everything() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.create(user) { request in
                request.items = (1...500).map { .init(name: "Item \($0)", amount: .cad(100)) }
                (request.total, request.subtotal, request.taxes) = (nil, nil, [])
            }
            let edited = try await environment.edit(purchase, user, .bakery(purchase.items.map(\.id)))
            #expect(edited.items.count == 500 && edited.items.allSatisfy { $0.category == "bakery" })
            #expect(edited.computedTotal == .cad(50_000))
        }
    }

    @Test("is that of an expenditure's only item")
    func expenditure() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let spent = try await environment.spend(user)
            let edited = try await environment.edit(spent, user, .bakery([spent.items[0].id]))
            #expect(edited.items[0].category == "bakery" && edited.items[0].categorySymbol == "🍞")
            #expect(edited.kind == .expenditure && edited.computedTotal == spent.computedTotal)
            #expect(try await environment.steps(spent, user)[0].changes == ["“Coffee” category: ☕ → 🍞"])
            let undone = try #require(try await environment.undo(spent, user).purchase)
            #expect(undone.items == spent.items)
        }
    }

    @Test("is kept when catalog later knows the product, whose own category undoing it restores")
    func matching() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            environment.catalog.outage = Status(.unavailable, "down")
            let unmatched = Budget.Unmatched(store: true, receiptLines: [2])
            let purchase = try await environment.record(user, unmatched: unmatched) { purchase in
                (purchase.storeID, purchase.items[1].receiptLine) = ("", 2)
            }
            try await environment.edit(purchase, user, .bakery([purchase.items[1].id]))
            environment.catalog.outage = nil
            let (id, owner) = (try #require(UUID(uuidString: purchase.id)), try #require(UUID(uuidString: user.id)))
            let matched = try #require(try await environment.matcher.match(id, of: owner))
            let item = matched.message(environment.service.store.names).items[1]
            #expect(item.productID == TestCatalog.product && item.productName == "Bananas")
            #expect(item.category == "bakery" && item.categorySymbol == "🍞")
            let undone = try #require(try await environment.undo(purchase, user).purchase)
            #expect(undone.items[1].category == "other" && undone.items[1].categorySymbol == "🛒")
            #expect(undone.items[1].productID == TestCatalog.product)
        }
    }

    @Test("is what a part that is split off an item may be added with")
    func splitting() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let id = purchase.items[0].id
            let part = Budget.NewItem(
                name: "Soap",
                amount: .cad(300),
                afterItemID: id,
                product: .init(name: "Soap", categorySymbol: "🧽", category: "household")
            )
            let edited = try await environment.edit(
                purchase,
                user,
                version: 1,
                .item(.init(itemID: id, amount: .cad(398))),
                .newItem(part)
            )
            #expect(edited.items.map(\.category) == ["dairy", "household", "", ""])
            #expect(edited.items[1].categorySymbol == "🧽" && edited.items[1].productID.isEmpty)
            #expect(edited.computedTotal == purchase.computedTotal)
        }
    }

    // MARK: The ledger

    @Test("is exported and imported with the items", arguments: [Budget.LedgerFormat.csv, .json])
    func roundTrip(format: Budget.LedgerFormat) async throws {
        try await BudgetTestEnvironment.with { environment in
            environment.catalog.outage = Status(.unavailable, "down")
            let (owner, other) = (User(), User())
            let purchase = try await environment.create(owner)
            try await environment.edit(
                purchase,
                owner,
                .bakery([purchase.items[0].id, purchase.items[2].id]),
                .itemsCategory(.init(itemIDs: [purchase.items[1].id], category: "housing", categorySymbol: "🏠"))
            )
            try await environment.importFile(try await environment.export(format, owner), other)
            let copy = try #require(try await environment.ledger(other).first)
            #expect(copy.items.map(\.category) == ["bakery", "housing", "bakery"])
            #expect(copy.items.map(\.categorySymbol) == ["🍞", "🏠", "🍞"])
        }
    }

    @Test(
        "random steps and undos: items have the categories of a plain model, and these what their items come to",
        arguments: 1...4
    )
    func random(seed: UInt64) async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            var random = SeededGenerator(seed: seed)
            let purchase = try await environment.record(user)
            var model = purchase.items.map(\.category)
            var former: [[String]] = []
            let categories = [("bakery", "🍞"), ("household", "🧽"), ("housing", "🏠")]
            for _ in 0..<25 {
                if Int.random(in: 0..<3, using: &random) == 0, let last = former.popLast() {
                    try await environment.undo(purchase, user)
                    model = last
                } else {
                    let chosen = model.indices.filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
                    guard !chosen.isEmpty, let (slug, symbol) = categories.randomElement(using: &random) else {
                        continue
                    }
                    let choice = Budget.ItemsCategory(
                        itemIDs: chosen.map { purchase.items[$0].id },
                        category: slug,
                        categorySymbol: symbol
                    )
                    try await environment.edit(purchase, user, .itemsCategory(choice))
                    var next = model
                    for index in chosen { next[index] = slug }
                    // What changes nothing is no step.
                    if next != model { former.append(model) }
                    model = next
                }
                #expect(try await environment.get(purchase.id, user).items.map(\.category) == model)
            }
            let amounts: [Int64] = [698, 198, -20]
            let sums = Dictionary(zip(model, amounts)) { $0 + $1 }
            let summary = try #require(try await environment.summarize(user).currencies.first)
            let found = summary.groups.filter { $0.part == .group }.map { ($0.key, $0.amount?.minorUnits ?? 0) }
            #expect(Dictionary(uniqueKeysWithValues: found) == sums)
            #expect(summary.total == purchase.total)
        }
    }
}

extension Budget.PurchaseEdit.Edit {
    /// Gives items the category of bread.
    fileprivate static func bakery(_ items: [String]) -> Self {
        .itemsCategory(.init(itemIDs: items, category: "bakery", categorySymbol: "🍞"))
    }
}
