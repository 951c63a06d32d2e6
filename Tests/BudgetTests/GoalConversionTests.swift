import BudgetMessages
import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import FoundationsTestSupport
import RPC
import Testing

@testable import larder_budget

/// Requirements BUD-05 and BUD-08.
@Suite("Other currencies in goals", .timeLimit(.minutes(5)))
struct GoalConversionTests {
    // MARK: Without rates

    @Test("are apart while there is no rate, and none is taken for 1")
    func noRate() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            environment.rates.conversions = ["USD CAD 2023-11-10": "×1.38 USD CAD 2023-11-10"]
            try await environment.addGoal(user)
            try await environment.spend(user, 1_000, "CAD", "2023-11-10")
            try await environment.spend(user, 100, "USD", "2023-11-10")
            try await environment.spend(user, 500, "USD", "2023-11-02")
            try await environment.spend(user, 700, "GBP", "2023-11-10")
            let progress = try await environment.progress(user)
            #expect(progress.spent == .cad(1_138) && progress.converted == .cad(138))
            #expect(
                progress.apart == [
                    .init(minorUnits: 700, currency: "GBP"), .init(minorUnits: 500, currency: "USD"),
                ]
            )
            #expect(progress.rates.map(\.day) == ["2023-11-10"] && !progress.ratesUnavailable)
        }
    }

    @Test("are apart while catalog can't be asked, or answers what is no rate, which is said")
    func outage() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.addGoal(user)
            try await environment.spend(user, 1_000, "CAD", "2023-11-10")
            try await environment.spend(user, 100, "USD", "2023-11-10")
            let expected = Budget.GoalProgress(
                firstDay: "2023-11-01",
                lastDay: "2023-11-30",
                spent: .cad(1_000),
                // 10.00 in 14 of 30 days.
                forecast: .cad(2_143),
                apart: [.init(minorUnits: 100, currency: "USD")],
                ratesUnavailable: true
            )
            environment.rates.outage = Status(.unavailable, "down")
            #expect(try await environment.progress(user) == expected)
            environment.rates.outage = nil
            environment.rates.conversions = ["USD CAD 2023-11-10": "×0 USD CAD 2023-11-10"]
            #expect(try await environment.progress(user) == expected)
        }
    }

    @Test("are not waited for with every currency of goals while catalog can't be asked")
    func oneAttempt() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            environment.rates.outage = Status(.unavailable, "down")
            for currency in ["CAD", "EUR", "USD"] {
                try await environment.addGoal(user) { $0.limit = .init(minorUnits: 3_000, currency: currency) }
                try await environment.spend(user, 100, currency, "2023-11-10")
            }
            let goals = try await environment.listGoals(user)
            #expect(goals.map { $0.progress?.ratesUnavailable } == [true, true, true])
            #expect(environment.rates.requests.count == 1)
        }
    }

    // MARK: With rates

    @Test("are converted at the rates of their own days, on weekends that of the Friday before, and rounded once")
    func worked() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            environment.rates.conversions = [
                "USD CAD 2023-11-10": "×1.3805 USD CAD 2023-11-10", "USD CAD 2023-11-11": "×1.3805 USD CAD 2023-11-10",
                "USD CAD 2023-11-14": "×1.3692 USD CAD 2023-11-14", "EUR CAD 2023-11-13": "×1.4712 EUR CAD 2023-11-13",
            ]
            try await environment.addGoal(user)
            try await environment.spend(user, 1_000, "CAD", "2023-11-01")
            try await environment.spend(user, 333, "USD", "2023-11-10")
            // A Saturday.
            try await environment.spend(user, 333, "USD", "2023-11-11")
            try await environment.spend(user, 250, "EUR", "2023-11-13")
            try await environment.spend(user, 100, "USD", "2023-11-14")
            func rate(_ from: String, _ day: String, _ rate: String) -> Catalog.ExchangeRate {
                .init(from: from, to: "CAD", day: day, rate: rate, source: "Test")
            }
            #expect(
                try await environment.progress(user)
                    == .init(
                        firstDay: "2023-11-01",
                        lastDay: "2023-11-30",
                        // 1,000 + 2 × 333 × 1.3805 + 250 × 1.4712 + 100 × 1.3692 = 2,424.133; one by one it were 2,425.
                        spent: .cad(2_424),
                        // In 14 of 30 days.
                        forecast: .cad(5_194),
                        converted: .cad(1_424),
                        rates: [
                            rate("EUR", "2023-11-13", "1.4712"), rate("USD", "2023-11-10", "1.3805"),
                            rate("USD", "2023-11-14", "1.3692"),
                        ]
                    )
            )
            let request = try #require(environment.rates.requests.first)
            #expect(environment.rates.requests.count == 1 && request.to == "CAD")
            #expect(request.amounts.map(\.currency) == ["EUR", "USD"])
            #expect(request.amounts.map(\.days) == [["2023-11-13"], ["2023-11-10", "2023-11-11", "2023-11-14"]])
        }
    }

    @Test(
        "are counted in the goal's minor units, halves to even, and what is converted is the rest of what was spent",
        arguments: [
            // 1,000 + 1,234 × 1.5075
            ("JPY", 1_000, "USD", 1_234, "×150.75 USD JPY 2023-11-10", 2_860),
            // 1,000 + 1,250 × 0.0476, and 1,001
            ("JPY", 1_000, "TND", 1_250, "×47.6 TND JPY 2023-11-10", 1_060),
            ("JPY", 1_001, "TND", 1_250, "×47.6 TND JPY 2023-11-10", 1_060),
            // 1,500 + 555 × 22.751, and 1,500 + 980,000 / 48.5
            ("TND", 1_500, "CAD", 555, "×2.2751 CAD TND 2023-11-10", 14_127),
            ("TND", 1_500, "JPY", 980, "÷48.5 TND JPY 2023-11-10", 21_706),
        ] as [(String, Int64, String, Int64, String, Int64)]
    )
    func minorUnits(
        currency: String,
        own: Int64,
        other: String,
        amount: Int64,
        conversion: String,
        spent: Int64
    ) async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            environment.rates.conversions = ["\(other) \(currency) 2023-11-10": conversion]
            try await environment.addGoal(user) { $0.limit = .init(minorUnits: 3_000, currency: currency) }
            try await environment.spend(user, own, currency, "2023-11-10")
            try await environment.spend(user, amount, other, "2023-11-10")
            let progress = try await environment.progress(user)
            #expect(progress.spent == .init(minorUnits: spent, currency: currency))
            #expect(progress.converted == .init(minorUnits: spent - own, currency: currency))
        }
    }

    @Test("are asked for once for each currency of goals, and only where something of them counts")
    func asked() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            environment.rates.conversions = [
                "USD CAD 2023-11-10": "×2 USD CAD 2023-11-10", "CAD USD 2023-11-10": "÷2 USD CAD 2023-11-10",
            ]
            try await environment.addGoal(user)
            try await environment.spend(user, 100, "CAD", "2023-11-10")
            try await environment.spend(user, 9_000, "USD", "2023-11-10", category: "housing")
            try await environment.spend(user, 9_000, "USD", "2023-10-31")
            #expect(try await environment.progress(user).converted == nil)
            #expect(environment.rates.requests.isEmpty)
            environment.clock.advance(by: 1)
            try await environment.addGoal(user) {
                ($0.category, $0.limit) = ("", .init(minorUnits: 3_000, currency: "USD"))
            }
            environment.clock.advance(by: 1)
            try await environment.addGoal(user) { $0.period = .week }
            try await environment.spend(user, 500, "USD", "2023-11-10")
            let progress = try await environment.listGoals(user).map(\.progress)
            #expect(progress.map { $0?.spent?.minorUnits } == [1_100, 9_550, 0])
            #expect(progress.map { $0?.converted?.minorUnits } == [1_000, 50, nil])
            #expect(environment.rates.requests.map(\.to) == ["CAD", "USD"])
        }
    }

    @Test("make an error and no wrong sum where they are more than can be counted")
    func tooMuch() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            environment.rates.conversions = ["USD CAD 2023-11-10": "×2 USD CAD 2023-11-10"]
            try await environment.addGoal(user)
            // A receipt is recorded as it was read.
            _ = try await environment.record(user) { purchase in
                purchase.currency = "USD"
                purchase.purchasedAt = .init(date: "2023-11-10")
                (purchase.total, purchase.subtotal, purchase.taxes) = (nil, nil, [])
                let most = Common.Money(minorUnits: .max, currency: "USD")
                purchase.items = [
                    .init(
                        productName: "Coffee",
                        quantityThousandths: 1_000,
                        unit: "each",
                        amount: most,
                        category: "coffee-tea"
                    )
                ]
            }
            let status = await failure { try await environment.listGoals(user) }
            #expect(status?.code == .outOfRange)
        }
    }
}

extension BudgetTestEnvironment {
    fileprivate func spend(
        _ user: User,
        _ amount: Int64,
        _ currency: String,
        _ day: String,
        category: String = "coffee-tea"
    ) async throws {
        try await spend(user) { request in
            request.amount = .init(minorUnits: amount, currency: currency)
            request.purchasedAt = .init(date: day)
            request.category = category
        }
    }

    fileprivate func listGoals(_ user: User) async throws -> [Budget.Goal] {
        try await goals.listGoals(.init(timeZone: "UTC"), context: user.context()).goals
    }

    /// How far a user's only goal is.
    fileprivate func progress(_ user: User) async throws -> Budget.GoalProgress {
        try #require(try await listGoals(user).first?.progress)
    }
}
