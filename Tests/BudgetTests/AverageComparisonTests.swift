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

/// Requirement BUD-15's comparison with published averages, on the common units of CAT-09. Today is 14 November 2023.
@Suite("Comparing what was paid with average prices", .timeLimit(.minutes(5)))
struct AverageComparisonTests {
    private let butter = UUID()
    private let milk = UUID()
    private let averages = TestAverages()

    // MARK: Rejections

    @Test("is rejected for an unknown time zone or region, and says when averages can't be had")
    func violations() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            averages.add("Butter", 454, "g", of: [butter], ["5.65"])
            try await environment.buy(user, [.init("BUTTER 454G", 1, amount: 633, product: butter)], on: "2023-11-01")
            let prices = environment.paidPrices(averages)
            for (zone, region, field) in [
                ("Mars", "CA", "time_zone"), ("UTC", "", "region"), ("UTC", "CA-XX", "region"),
            ] {
                let refusal = await failure {
                    try await prices.compareWithAverages(
                        .init(timeZone: zone, region: region),
                        context: user.context()
                    )
                }
                #expect(refusal?.code == .invalidArgument && refusal?.fieldViolations.map(\.field) == [field])
            }
            let refusal = await failure { try await environment.history(butter, user, averages, in: "CA-XX") }
            #expect(refusal?.fieldViolations.map(\.field) == ["region"])
            averages.outage = Status(.unavailable, "not now")
            #expect(await failure { try await environment.compare(user, averages) }?.code == .unavailable)
            let history = try await environment.history(butter, user, averages)
            #expect(history.series.count == 1 && history.series.first?.comparison == nil)
            #expect(history.series.first?.prices.map(\.average) == [""])
        }
    }

    @Test("has nothing for who bought nothing, for words that catalog doesn't know, and for other currencies")
    func nothing() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, stranger) = (User(), User())
            averages.add("Butter", 454, "g", of: [butter], ["5.65"])
            try await environment.buy(user, [.init("BUTTER 454G", 1, amount: 633)], on: "2023-11-01")
            let inDollars = Bought("BUTTER 454G", 1, amount: 633, product: butter)
            try await environment.buy(user, [inDollars], currency: "USD", on: "2023-11-01")
            try await environment.buy(user, [.init("BUTTER", 1, amount: 633, product: butter)], on: "2023-11-01")
            for each in [user, stranger] { #expect(try await environment.compare(each, averages) == .init()) }
        }
    }

    // MARK: Figures

    @Test("adds up what was paid and what it costs on average, exactly, dearest first")
    func figures() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            averages.add("Butter", 454, "g", of: [butter], ["5.65"])
            averages.add("Milk", 2_000, "ml", of: [milk], ["5.00"])
            try await environment.buy(
                user,
                [
                    .init("BUTTER 454G", 1, amount: 633, product: butter),
                    .init("MILK 2L", 2, amount: 900, product: milk),
                ],
                on: "2023-10-01"
            )
            // Three quarters of a package, reduced from 5.50 to 4.50, where the average of that much is 4.2375.
            try await environment.buy(
                user,
                [.init("BUTTER 340.5G", 1, amount: 550, discount: -100, product: butter)],
                on: "2023-11-01"
            )
            let answer = try await environment.compare(user, averages)
            #expect(answer.comparisons.map(\.averageName) == ["Butter", "Milk"])
            let first = try #require(answer.comparisons.first)
            #expect(first.item?.productID == butter.canonical && first.purchases == 2 && first.month == "2023-11")
            #expect(first.averageQuantity == 454 && first.averageUnit == "g" && first.unit == "kg")
            // 10.83 for 0.7945 kg, and 9.8875 on average.
            #expect(first.paidPrice == "13.6312" && first.averagePrice == "12.4449")
            #expect(first.differencePermille == 95 && first.difference == .cad(1_083 - 989))
            let second = try #require(answer.comparisons.last)
            #expect(second.differencePermille == -100 && second.difference == .cad(-100) && second.unit == "l")
            #expect(answer.paid == .cad(1_983) && answer.average == .cad(1_989) && answer.differencePermille == -3)
            #expect(answer.credit.contains("Statistics Canada"))
            let french = try await inFrench { try await environment.compare(user, averages) }
            #expect(french.comparisons.first?.averageName == "Butter (fr)" && french.credit.contains("Statistique"))
        }
    }

    @Test("is also in the history of a price, with the average of each purchase's day")
    func history() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            averages.add("Butter", 454, "g", of: [butter], in: "CA-ON", since: "2023-09", ["4.54", "", "9.08"])
            for (day, amount) in [("2023-08-31", 600), ("2023-09-30", 600), ("2023-10-01", 700), ("2023-11-01", 800)] {
                let item = Bought("BUTTER 454G", 1, amount: Int64(amount), product: butter)
                try await environment.buy(user, [item], on: day)
            }
            let history = try await environment.history(butter, user, averages, in: "CA-ON")
            let series = try #require(history.series.first)
            // Before the first month there is none; where none was published, the month's before.
            #expect(series.prices.map(\.average) == ["", "10.0000", "10.0000", "20.0000"])
            #expect(series.comparison?.purchases == 3 && series.comparison?.month == "2023-11")
            #expect(series.comparison?.difference == .cad(2_100 - 1_816) && !series.credit.isEmpty)
            let plain = try await environment.history(butter, user, averages, in: "")
            #expect(plain.series.first?.comparison == nil && plain.series.first?.credit.isEmpty == true)
        }
    }

    // MARK: What is compared with what

    @Test("takes packages with the nearest at most 1.6 times as large or as small, and what was weighed by weight")
    func sizes() async throws {
        let potatoes = UUID()
        averages.add("Two litres", 2_000, "ml", of: [milk], ["5.00"])
        averages.add("Four litres", 4_000, "ml", of: [milk], ["8.00"])
        averages.add("Potatoes", 1, "kg", of: [potatoes], ["5.00"])
        averages.add("Bag", 4_540, "g", of: [potatoes], ["9.08"])
        try await expect([
            (.init("MILK 4L", 1, amount: 800, product: milk), "Four litres", 0),
            (.init("MILK 2L", 1, amount: 550, product: milk), "Two litres", 100),
            (.init("MILK 1.5L", 1, amount: 450, product: milk), "Two litres", 200),
            (.init("MLK 2 4L", 1, amount: 800, product: milk), "Four litres", 0),
            (.init("MILK 1L", 1, amount: 300, product: milk), nil, 0),
            (.init("MILK 4X1L", 1, amount: 1_000, product: milk), "Four litres", 250),
            (.init("MILK 473ML", 1, amount: 300, product: milk), nil, 0),
            (.init("POTATOES", 2, "kg", amount: 1_000, product: potatoes), "Potatoes", 0),
            // 0.45359237 kg for 2.27 is 5.0045 a kilogram.
            (.init("POTATOES", 1, "lb", amount: 227, product: potatoes), "Potatoes", 1),
            (.init("POTATOES 5KG", 1, amount: 1_000, product: potatoes), "Bag", 0),
            (.init("POTATOES 5LB", 1, amount: 400, product: potatoes), nil, 0),
            (.init("POTATOES", 1, amount: 500, product: potatoes), nil, 0),
        ])
    }

    @Test("takes pieces with pieces, and a package of pieces only where the receipt has their number")
    func pieces() async throws {
        let (avocado, eggs) = (UUID(), UUID())
        averages.add("Avocado", 1, "each", of: [avocado], ["2.00"])
        averages.add("Eggs", 12, "each", of: [eggs], ["4.00"])
        try await expect([
            (.init("AVOCADO", 3, amount: 660, product: avocado), "Avocado", 100),
            (.init("EGGS LARGE 12", 1, amount: 500, product: eggs), "Eggs", 250),
            (.init("EGGS 12CT", 2, amount: 800, product: eggs), "Eggs", 0),
            (.init("OEUFS DOUZ", 1, amount: 400, product: eggs), "Eggs", 0),
            (.init("AVOCADO BAG", 1, amount: 599, product: avocado), nil, 0),
            (.init("AVOCADO 4046", 1, amount: 200, product: avocado), "Avocado", 0),
            (.init("AVOCADO 5CT", 1, amount: 599, product: avocado), nil, 0),
            (.init("EGGS 1/2 DOZEN", 1, amount: 250, product: eggs), nil, 0),
            (.init("EGGS 2 DOZ", 1, amount: 800, product: eggs), nil, 0),
            (.init("EGGS 18CT", 1, amount: 600, product: eggs), nil, 0),
            (.init("EGGS LARGE", 1, amount: 500, product: eggs), nil, 0),
        ])
    }

    @Test("leaves out what is four times dearer or cheaper, and what was bought over a year ago")
    func limits() async throws {
        averages.add("Butter", 454, "g", of: [butter], ["4.00"])
        try await expect(
            [
                (package(1_600), "Butter", 3_000), (package(1_601), nil, 0), (package(100), "Butter", -750),
                (package(99), nil, 0),
            ]
        )
        try await expect([(package(400), "Butter", 0)], on: "2022-11-15")
        try await expect([(package(400), nil, 0)], on: "2022-11-14")
    }

    @Test("takes the average of the month, of one of the two before, or of the same month a year before")
    func months() async throws {
        // Of September and December 2022 alone.
        averages.add("Butter", 454, "g", of: [butter], since: "2022-09", ["4.00", "", "", "8.00"])
        for (day, average) in [
            ("2022-11-30", "4.00"), ("2022-12-01", "8.00"), ("2023-02-28", "8.00"), ("2023-03-01", nil),
            ("2023-08-31", nil), ("2023-09-01", "4.00"), ("2023-10-01", nil),
        ] {
            let permille: Int32 = average == "4.00" ? 1_000 : 0
            try await expect([(package(800), average == nil ? nil : "Butter", permille)], on: day)
        }
    }

    @Test("leaves out goods of which catalog says what isn't understood")
    func unknown() async throws {
        averages.add("Stone", 1, "stone", of: [butter], ["4.00"])
        averages.add("None", 0, "g", of: [butter], ["4.00"])
        averages.add("Month", 454, "g", of: [butter], since: "2022-13", ["4.00"])
        averages.add("Price", 454, "g", of: [butter], ["cheap"])
        try await expect([(package(400), nil, 0)])
    }

    private func package(_ amount: Int64) -> Bought { Bought("BUTTER 454G", 1, amount: amount, product: butter) }

    /// Expects what one purchase each is compared with, and how far above the average it is, in tenths of a per cent.
    private func expect(
        _ cases: [(bought: Bought, name: String?, permille: Int32)],
        on day: String = "2023-11-01"
    ) async throws {
        try await BudgetTestEnvironment.with { environment in
            for (bought, name, permille) in cases {
                let user = User()
                try await environment.buy(user, [bought], on: day)
                let found = try await environment.compare(user, averages).comparisons
                #expect(found.map(\.averageName) == [name].compactMap(\.self), "\(bought)")
                #expect((found.first?.differencePermille ?? 0) == permille, "\(bought)")
            }
        }
    }
}

extension BudgetTestEnvironment {
    fileprivate func compare(
        _ user: User,
        _ averages: TestAverages
    ) async throws -> Budget.CompareWithAveragesResponse {
        let request = Budget.CompareWithAveragesRequest(timeZone: "UTC", region: "CA")
        return try await paidPrices(averages).compareWithAverages(request, context: user.context())
    }

    fileprivate func history(
        _ product: UUID,
        _ user: User,
        _ averages: TestAverages,
        in region: String = "CA"
    ) async throws -> Budget.PriceHistory {
        let request = Budget.GetPriceHistoryRequest(item: product.canonical, timeZone: "UTC", region: region)
        return try await paidPrices(averages).getPriceHistory(request, context: user.context())
    }
}
