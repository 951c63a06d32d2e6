import BudgetMessages
import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import RPC
import ServiceKit
import Testing

@testable import larder_budget

/// Requirement BUD-05.
@Suite("Totals in one currency", .timeLimit(.minutes(5)))
struct ConvertedSpendingTests {
    @Test("convert each amount at the rate of its own day, exactly, and name every rate with its day")
    func mixed() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.spend(user, 1_000, "CAD", "2025-03-05")
            try await environment.spend(user, 333, "USD", "2025-03-07")
            try await environment.spend(user, 333, "USD", "2025-03-08")
            try await environment.spend(user, 980, "JPY", "2025-03-08")
            try await environment.spend(user, 1_250, "KWD", "2025-03-10")
            try await environment.spend(user, 500, "USD", "2025-02-10")
            let rates = TestRates([
                "USD CAD 2025-03-07": "×1.4382 USD CAD 2025-03-07", "USD CAD 2025-03-08": "×1.4382 USD CAD 2025-03-07",
                "JPY CAD 2025-03-08": "÷160.03 EUR JPY 2025-03-07 ×1.5552 EUR CAD 2025-03-07",
                "KWD CAD 2025-03-10": "×4.4571 KWD CAD 2025-03-10", "USD CAD 2025-02-10": "×1.43 USD CAD 2025-02-10",
            ])
            let summary = try await environment.convert(user, to: "CAD", by: rates)
            let converted = try #require(summary.converted)
            // 1,000 + 2 × 333 × 1.4382 + 98,000 / 160.03 × 1.5552 + 125 × 4.4571 cents
            #expect(converted.total == .cad(3_467))
            #expect(converted.formerTotal == .cad(715))
            #expect(converted.apart.isEmpty && !converted.unavailable)
            #expect(
                converted.rates.map { "\($0.from) \($0.to) \($0.day) \($0.rate) \($0.source)" } == [
                    "EUR CAD 2025-03-07 1.5552 Test", "EUR JPY 2025-03-07 160.03 Test",
                    "KWD CAD 2025-03-10 4.4571 Test", "USD CAD 2025-03-07 1.4382 Test",
                ]
            )
            #expect(converted.formerRates.map(\.day) == ["2025-02-10"])
            // The amounts of each currency stay as they are.
            #expect(summary.currencies.map { $0.total?.minorUnits } == [1_000, 980, 1_250, 666])
            #expect(rates.requests.count == 1)
        }
    }

    @Test("leave apart what there is no rate for, and assume none", arguments: ["CAD", "JPY", "KWD"])
    func apart(currency: String) async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.spend(user, 1_000, currency, "2025-03-05")
            try await environment.spend(user, 700, "USD", "2025-03-07")
            try await environment.spend(user, 300, "USD", "2025-02-07")
            try await environment.spend(user, 50, "EUR", "2025-03-07")
            let rates = TestRates(["USD \(currency) 2025-02-07": "×2 USD \(currency) 2025-02-07"])
            let converted = try #require(try await environment.convert(user, to: currency, by: rates).converted)
            #expect(converted.total == .init(minorUnits: 1_000, currency: currency))
            let scale: [String: Int64] = ["CAD": 600, "JPY": 6, "KWD": 6_000]
            #expect(converted.formerTotal?.minorUnits == scale[currency])
            #expect(
                converted.apart.map {
                    "\($0.currency) \($0.total?.minorUnits ?? -1) \($0.formerTotal?.minorUnits ?? -1)"
                } == [
                    "EUR 50 0", "USD 700 0",
                ]
            )
        }
    }

    @Test("have no total where nothing can be converted, and none without a currency that is asked for")
    func nothing() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.spend(user, 700, "USD", "2025-03-07")
            let rates = TestRates([:])
            let converted = try #require(try await environment.convert(user, to: "CAD", by: rates).converted)
            #expect(
                converted.total == nil && converted.formerTotal == nil && converted.apart.map(\.currency) == ["USD"]
            )
            #expect(try await environment.convert(user, to: "", by: rates).converted == nil)
            #expect(rates.requests.count == 1)
            let status = await failure { try await environment.convert(user, to: "XXX", by: rates) }
            #expect(status?.fieldViolations.map(\.field) == ["convert_to"])
            #expect(await failure { try await environment.convert(user, to: "cad", by: rates) } != nil)
        }
    }

    @Test("keep currencies apart and say so while catalog can't be asked, or answers what is no rate")
    func outage() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.spend(user, 700, "USD", "2025-03-07")
            try await environment.spend(user, 200, "CAD", "2025-03-07")
            let down = TestRates([:], outage: Status(.unavailable, "down"))
            let strange = TestRates(["USD CAD 2025-03-07": "×0 USD CAD 2025-03-07"])
            for rates in [down, strange] {
                let summary = try await environment.convert(user, to: "CAD", by: rates)
                let converted = try #require(summary.converted)
                #expect(converted.unavailable && converted.total == .cad(200))
                #expect(converted.apart.map(\.currency) == ["USD"])
                #expect(summary.currencies.count == 2)
            }
        }
    }

    @Test("count items of categories alone where these are asked for")
    func categories() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.spend(user, 700, "USD", "2025-03-07")
            try await environment.spend(user, 500, "USD", "2025-03-07", category: "housing")
            let rates = TestRates(["USD CAD 2025-03-07": "×1.5 USD CAD 2025-03-07"])
            let summary = try await environment.convert(user, to: "CAD", by: rates) { $0.categories = ["housing"] }
            #expect(summary.converted?.total == .cad(750))
        }
    }

    @Test("are asked for in several calls where there are more days than one takes")
    func manyDays() async throws {
        let rates = TestRates([:])
        let first = try #require(CalendarDay("2001-01-01"))
        let days = (0..<5_000).map(first.advanced)
        let conversions = try await rates.with { exchange in
            try await exchange.conversions(of: ["USD": days, "EUR": days], to: try #require(Currency(code: "CAD")))
        }
        #expect(conversions != nil)
        #expect(rates.requests.map { $0.amounts.map(\.days.count) } == [[5_000, 3_000], [2_000]])
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

    /// Sums up March 2025, also in another currency.
    fileprivate func convert(
        _ user: User,
        to currency: String,
        by rates: TestRates,
        adjust: (inout Budget.SummarizeSpendingRequest) -> Void = { _ in }
    ) async throws -> Budget.SpendingSummary {
        var request = Budget.SummarizeSpendingRequest(
            firstDay: "2025-03-01",
            lastDay: "2025-03-31",
            convertTo: currency
        )
        adjust(&request)
        return try await rates.with { exchange in
            try await InsightsService(store: service.store, rates: exchange)
                .summarizeSpending(request, context: user.context())
        }
    }
}
