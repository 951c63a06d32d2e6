import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import FoundationsTestSupport
import RPC
import RPCTestSupport
import ServiceKit
import Testing

@testable import larder_budget

/// Requirements CAT-09 and BUD-13, as far as they are about what the user has paid.
@Suite("Prices that were paid", .timeLimit(.minutes(5)))
struct PaidPricesTests {
    private let milk = UUID()
    private let butter = UUID()
    private let store = UUID()
    private let otherStore = UUID()

    // MARK: Rejections

    @Test("are rejected for an unknown time zone, and not found for what the caller hasn't bought")
    func violations() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, stranger) = (User(), User())
            try await environment.buy(user, [.init("MILK 2L", 1, amount: 400, product: milk)], on: "2023-11-01")
            let zone = await failure {
                try await environment.prices.listPriceChanges(.init(timeZone: "Mars"), context: user.context())
            }
            #expect(zone?.fieldViolations.map(\.field) == ["time_zone"])
            let empty = await failure { try await environment.history("", user) }
            #expect(empty?.fieldViolations.map(\.field) == ["item"])
            let long = await failure { try await environment.history(String(repeating: "x", count: 201), user) }
            #expect(long?.fieldViolations.map(\.field) == ["item"])
            for (user, item) in [
                (stranger, milk.canonical), (user, UUID().canonical), (user, "words:00"), (user, "Caviar"),
                (user, "product:"),
            ] {
                let status = await failure { try await environment.history(item, user) }
                #expect(status == .notFound("price history"))
            }
            #expect(try await environment.changes(stranger) == .init())
        }
    }

    // MARK: Units

    @Test("are given for a kilogram, a litre, a piece, a gallon or a metre, exactly")
    func units() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let bought: [(Bought, price: String, unit: String)] = [
                (.init("BANANAS", 1.5, "kg", amount: 297), "1.9800", "kg"),
                (.init("MINCE", 500, "g", amount: 650), "13.0000", "kg"),
                // A pound is 0.45359237 kg, which makes 4.387... dollars.
                (.init("APPLES", 1, "lb", amount: 199), "4.3872", "kg"),
                (.init("CHEESE", 8, "oz", amount: 500), "22.0462", "kg"),
                (.init("OIL", 2, "l", amount: 1_000), "5.0000", "l"),
                (.init("VINEGAR", 750, "ml", amount: 300), "4.0000", "l"),
                (.init("COLA 6X355ML", 2, amount: 1_065), "2.5000", "l"),
                (.init("BUTTER 454G", 1, amount: 681), "15.0000", "kg"),
                (.init("EGGS DOZEN", 2, amount: 900), "4.5000", "each"),
                (.init("PETROL", 10, "gal", amount: 3_999), "3.9990", "gal"),
                (.init("SUGAR", 3, "dozen", amount: 720), "0.2000", "each"),
                (.init("STOCK", 4, "cup", amount: 300), "3.0000", "l"),
                (.init("RIBBON", 2.5, "m", amount: 500), "2.0000", "m"),
            ]
            try await environment.buy(user, bought.map(\.0), on: "2023-11-01")
            for (item, price, unit) in bought {
                let series = try await environment.history(item.text, user).series
                #expect(series.map(\.unit) == [unit], "\(item.text)")
                #expect(series.first?.prices.map(\.paid) == [price], "\(item.text)")
            }
        }
    }

    @Test("are apart for units and currencies that can't be compared, and absent for charges and what was given back")
    func apart() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.buy(user, [.init("Apples", 2, "kg", amount: 600)], on: "2023-10-01")
            try await environment.buy(user, [.init("Apples", 4, amount: 500)], on: "2023-10-02")
            try await environment.buy(user, [.init("Apples", 1, "kg", amount: 250)], currency: "USD", on: "2023-10-03")
            try await environment.buy(user, [.init("Apples", 1, "kg", amount: -250)], on: "2023-10-04")
            try await environment.buy(user, [.init("Apples", 1, "kg", amount: 250)], currency: "XXX", on: "2023-10-05")
            let series = try await environment.history("apples", user).series
            #expect(series.map(\.currency) == ["USD", "CAD", "CAD"])
            #expect(series.map(\.unit) == ["kg", "each", "kg"])
            #expect(series.map { $0.prices.map(\.paid) } == [["2.5000"], ["1.2500"], ["3.0000"]])
        }
    }

    @Test("come with what was paid, the regular price, the quantity, the store and the pack")
    func details() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.buy(
                user,
                [.init("MILK 2L", 2, amount: 1_000, product: milk)],
                at: store,
                on: "2023-10-01"
            )
            let purchase = try await environment.buy(
                user,
                [.init("MILK 2L", 2, amount: 1_200, discount: -200, product: milk)],
                at: store,
                on: "2023-10-08"
            )
            try await environment.buy(
                user,
                [.init("MILK 2L", 1, amount: 700, product: milk)],
                at: store,
                on: "2023-10-09"
            )
            let history = try await environment.history(milk.canonical, user)
            #expect(history.item?.id == "product:\(milk.canonical)" && history.item?.productID == milk.canonical)
            #expect(try await environment.history("product:\(milk.canonical)", user) == history)
            let series = try #require(history.series.first)
            #expect([series.lowest, series.usual, series.highest] == ["2.5000", "2.5000", "3.5000"])
            let paid = try #require(series.prices.dropFirst().first)
            #expect(paid.purchaseID == purchase.id && paid.day == "2023-10-08" && paid.storeID == store.canonical)
            #expect(paid.storeName == purchase.storeName && !paid.storeName.isEmpty)
            #expect(paid.paid == "2.5000" && paid.regular == "3.0000" && paid.amount == .cad(1_000))
            #expect(paid.quantityThousandths == 2_000 && paid.quantityUnit == "each")
            #expect(paid.pack == .init(count: 1, thousandths: 2_000_000, dimension: .volume))
        }
    }

    @Test("leave out what is discarded, and follow what is corrected")
    func counted() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.buy(user, [.init("Rice", 1, "kg", amount: 300)], on: "2023-10-01")
            let wrong = try await environment.buy(user, [.init("Rice", 1, "kg", amount: 3_000)], on: "2023-10-02")
            let item = try #require(wrong.items.first)
            _ = try await environment.service.correctItem(
                .init(
                    purchaseID: wrong.id,
                    itemID: item.id,
                    expectedVersion: wrong.version,
                    amount: .cad(310)
                ),
                context: user.context()
            )
            #expect(
                try await environment.history("rice", user).series.first?.prices.map(\.paid) == ["3.0000", "3.1000"]
            )
        }
    }

    @Test("are of what receipts say where catalog doesn't know it, and not of expenditures, which have no quantities")
    func unnamed() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.buy(
                user,
                [.init("KRSPY KRTS 500G", 1, amount: 250, name: "")],
                at: store,
                on: "2023-10-01"
            )
            try await environment.buy(
                user,
                [.init("KRSPY KRTS 500G", 1, amount: 275, name: "")],
                at: store,
                on: "2023-11-01"
            )
            _ = try await environment.spend(user) { request in
                (request.name, request.purchasedAt) = ("Electricity", .init(date: "2023-10-05"))
            }
            let answer = try await environment.changes(user)
            #expect(answer.changes.map { $0.item?.name } == ["KRSPY KRTS 500G"] && answer.compared == 1)
            let id = try #require(answer.changes.first?.item?.id)
            for asked in [id, "krspy krts 500g"] {
                let history = try await environment.history(asked, user)
                #expect(history.series.first?.prices.map(\.paid) == ["5.0000", "5.5000"])
            }
            #expect(try await environment.history("Electricity", user).series == [])
        }
    }

    @Test("are regular by the single price where several cost less together")
    func several() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.buy(user, [.init("SOAP", 1, amount: 300)], at: store, on: "2023-10-01")
            try await environment.buy(
                user,
                [.init("SOAP", 2, amount: 500, unitPrice: 300)],
                at: store,
                on: "2023-11-01"
            )
            #expect(try await environment.changes(user) == .init(compared: 1))
            let latest = try #require(try await environment.history("soap", user).series.first?.prices.last)
            #expect(latest.paid == "2.5000" && latest.regular == "3.0000")
        }
    }

    @Test("keep the size that a typed name has when a product is chosen for it")
    func typedSize() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let typed = try await environment.create(user) {
                $0.purchasedAt = .init(date: "2023-11-01")
                $0.items = [.init(name: "Milk 2 L", amount: .cad(500))]
                $0.total = .cad(500)
            }
            let item = typed.items[0].id
            let product = Budget.ProductChoice(productID: milk.canonical, name: "Milk", category: "milk")
            let chosen = try await environment.edit(typed, user, .item(.init(itemID: item, product: product)))
            #expect(chosen.items[0].productName == "Milk 2 L" && chosen.items[0].productID == milk.canonical)
            #expect(try await environment.get(typed.id, user) == chosen)
            let series = try await environment.history(milk.canonical, user).series
            #expect(series.map(\.unit) == ["l"] && series.first?.prices.map(\.paid) == ["2.5000"])
            let sized = Budget.ProductChoice(productID: butter.canonical, name: "Butter 454 g", category: "butter")
            let other = try await environment.edit(chosen, user, .item(.init(itemID: item, product: sized)))
            #expect(other.items[0].productName == "Butter 454 g")
            for _ in 0..<2 { _ = try await environment.undo(other, user) }
            #expect(try await environment.get(typed.id, user).items == typed.items)
        }
    }

    @Test("have room for whatever somebody types in")
    func largest() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            for (day, amount) in [("2023-10-01", Int64(1)), ("2023-11-01", 9_000_000_000_000_000)] {
                let bought = Bought("GOLD 1000X99999KG", 1_000, amount: amount, product: milk)
                try await environment.buy(user, [bought], at: store, on: day)
            }
            try await environment.buy(user, [.init("Rice", 1, "kg", amount: 300)], at: store, on: "2023-10-02")
            try await environment.buy(user, [.init("Rice", 1, "kg", amount: 600)], at: store, on: "2023-11-02")
            #expect(try await environment.changes(user).changes.contains { $0.item?.name == "Rice" })
            #expect(try await environment.history(milk.canonical, user).series.count == 1)
        }
    }

    // MARK: Changes

    @Test("have changed against the usual price at the same store, with what that makes in a year")
    func rise() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            // 2.00, 2.20 and 2.10 for a litre: 2.10 is usual. Then 2.31, which is a tenth more.
            for (day, amount) in [
                ("2023-08-01", Int64(400)), ("2023-09-01", 440), ("2023-10-01", 420), ("2023-11-01", 462),
            ] {
                try await environment.buy(
                    user,
                    [.init("MILK 2L", 1, amount: amount, product: milk)],
                    at: store,
                    on: day
                )
            }
            // Cheaper elsewhere, and bought there once.
            try await environment.buy(
                user,
                [.init("MILK 2L", 1, amount: 300, product: milk)],
                at: otherStore,
                on: "2023-11-02"
            )
            let answer = try await environment.changes(user)
            #expect(answer.compared == 1)
            let change = try #require(answer.changes.first)
            #expect(answer.changes.count == 1)
            #expect(change.item?.productID == milk.canonical && change.storeID == store.canonical)
            #expect(change.formerPrice == "2.1000" && change.latestPrice == "2.3100" && change.unit == "l")
            #expect(change.formerDay == "2023-10-01" && change.latestDay == "2023-11-01")
            #expect(change.changePermille == 100)
            // Eight litres were bought there within a year, at 0.21 more.
            #expect(change.yearly == .cad(168))
            #expect(change.formerPack == nil && change.latestPack == nil)
        }
    }

    @Test(
        "have not changed where an offer ends or begins, where the pack is another size, or by less than two per cent"
    )
    func unchanged() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let (offer, sizes, little) = (UUID(), UUID(), UUID())
            for (day, discount) in [("2023-08-01", Int64(-200)), ("2023-09-01", 0), ("2023-10-01", -100)] {
                let bought = Bought("SOAP 500ML", 1, amount: 500, discount: discount, product: offer)
                try await environment.buy(user, [bought], at: store, on: day)
            }
            for (day, text, amount) in [
                ("2023-08-01", "RICE 5KG", Int64(1_000)), ("2023-09-01", "RICE 1KG", 300),
                ("2023-10-01", "RICE 5KG", 1_000),
                ("2023-11-01", "RICE 1KG", 300),
            ] {
                try await environment.buy(user, [.init(text, 1, amount: amount, product: sizes)], at: store, on: day)
            }
            for (day, amount) in [("2023-08-01", Int64(1_000)), ("2023-09-01", 1_019)] {
                try await environment.buy(
                    user,
                    [.init("FLOUR", 1, "kg", amount: amount, product: little)],
                    at: store,
                    on: day
                )
            }
            let answer = try await environment.changes(user)
            #expect(answer.changes.isEmpty && answer.compared == 3)
        }
    }

    @Test("are of one brand at one known store: others of the same product are other goods")
    func brands() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            for (day, text, amount) in [
                ("2023-08-01", "CHURN BUTTER 500G", Int64(500)), ("2023-09-01", "MEADOW BUTTER 454G", 700),
                ("2023-09-02", "EGGS 12PK", 500), ("2023-10-02", "EGGS 30PK", 1_000),
            ] {
                try await environment.buy(user, [.init(text, 1, amount: amount, product: butter)], at: store, on: day)
            }
            for (day, amount) in [("2023-08-03", Int64(100)), ("2023-09-03", 200)] {
                try await environment.buy(user, [.init("TEA", 1, amount: amount)], storeName: "", on: day)
            }
            #expect(try await environment.changes(user) == .init())
        }
    }

    @Test(
        "report no shrunk pack where the smaller one costs less, or both are sold",
        arguments: [
            [("2023-08-01", "MILK 2L", Int64(500)), ("2023-09-01", "MILK 1.5L", 420)],
            [("2023-08-01", "MILK 2L", Int64(500)), ("2023-08-01", "MILK 1.5L", 500)],
            [("2023-08-01", "MILK 2L", Int64(500)), ("2023-09-01", "MILK 1.5L", 500), ("2023-09-02", "MILK 2L", 500)],
            // Another size.
            [("2023-08-01", "MILK 2L", Int64(500)), ("2023-09-01", "MILK 1L", 500)],
        ]
    )
    func notShrunk(bought: [(day: String, text: String, amount: Int64)]) async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            for (day, text, amount) in bought {
                try await environment.buy(user, [.init(text, 1, amount: amount, product: milk)], at: store, on: day)
            }
            #expect(try await environment.changes(user).changes.isEmpty)
        }
    }

    @Test("report a pack that has shrunk, for half a year, and not of another size that is bought now and then")
    func shrunk() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            for (day, text, amount) in [
                ("2023-08-01", "BUTTER 500G", Int64(650)), ("2023-09-01", "BUTTER 500G", 650),
                ("2023-10-01", "BUTTER 454G", 650), ("2023-11-01", "BUTTER 454G", 650),
            ] {
                try await environment.buy(user, [.init(text, 1, amount: amount, product: butter)], at: store, on: day)
            }
            let change = try #require(try await environment.changes(user).changes.first)
            #expect(change.formerPack == .init(count: 1, thousandths: 500_000, dimension: .mass))
            #expect(change.latestPack == .init(count: 1, thousandths: 454_000, dimension: .mass))
            // 13.00 and 14.317... for a kilogram.
            #expect(change.formerPrice == "13.0000" && change.latestPrice == "14.3172" && change.changePermille == 101)
            #expect(change.formerDay == "2023-09-01")
            environment.clock.advance(by: 180 * 86_400)
            #expect(try await environment.changes(user).changes.isEmpty)
        }
    }

    @Test(
        "are listed with what costs most in a year first and what saves most last, and not a year after the last purchase"
    )
    func order() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            for (name, amount) in [("Salt", Int64(110)), ("Steak", 6_000), ("Tea", 400)] {
                let former: Int64 = name == "Tea" ? 500 : name == "Salt" ? 100 : 5_000
                try await environment.buy(user, [.init(name, 1, "kg", amount: former)], at: store, on: "2023-10-01")
                try await environment.buy(user, [.init(name, 1, "kg", amount: amount)], at: store, on: "2023-11-01")
            }
            let changes = try await environment.changes(user).changes
            #expect(changes.map { $0.item?.name } == ["Steak", "Salt", "Tea"])
            #expect(changes.map(\.yearly) == [.cad(2_000), .cad(20), .cad(-200)])
            #expect(changes.map(\.changePermille) == [200, 100, -200])
            #expect(changes.allSatisfy { $0.item?.id.hasPrefix("words:") == true })
            let first = try #require(changes.first?.item?.id)
            #expect(try await environment.history(first, user).item?.name == "Steak")
            // An id is its owner's alone.
            let stranger = User()
            try await environment.buy(stranger, [.init("Steak", 1, "kg", amount: 100)], at: store, on: "2023-10-01")
            #expect(await failure { try await environment.history(first, stranger) } == .notFound("price history"))
            environment.clock.advance(by: 400 * 86_400)
            #expect(try await environment.changes(user) == .init())
        }
    }
}

extension BudgetTestEnvironment {
    fileprivate var prices: PaidPricesService { paidPrices(TestAverages()) }

    fileprivate func changes(_ user: User) async throws -> Budget.ListPriceChangesResponse {
        try await prices.listPriceChanges(.init(timeZone: "UTC"), context: user.context())
    }

    fileprivate func history(_ item: String, _ user: User) async throws -> Budget.PriceHistory {
        try await prices.getPriceHistory(.init(item: item, timeZone: "UTC"), context: user.context())
    }
}
