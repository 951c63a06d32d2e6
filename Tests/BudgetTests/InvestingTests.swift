import BudgetMessages
import CatalogMessages
import CommonMessages
import Foundation
import FoundationsTestSupport
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_budget

/// Requirements BUD-18, BUD-19 and BUD-20.
@Suite("Comparing spending with securities", .timeLimit(.minutes(5)))
struct InvestingTests {
    private let march = Budget.EstimateEarningsRequest(firstDay: "2025-03-01", lastDay: "2025-03-31", symbol: "UP")

    /// Runs `body` with a security that rises and one that falls, both in Canadian dollars.
    private func with(
        _ body: (BudgetTestEnvironment, InvestingService, TestPrices) async throws -> Void
    ) async throws {
        try await BudgetTestEnvironment.with { environment in
            let prices = TestPrices()
            prices.add("UP", ["2020-01-31": 5_000, "2025-03-10": 10_000, "2025-03-31": 11_000, "2025-04-30": 12_500])
            prices.add("DOWN", adjustment: .price, ["2025-03-10": 10_000, "2025-04-30": 6_000])
            try await body(environment, environment.investing(prices), prices)
        }
    }

    // MARK: Rejections

    @Test("reports every violation of a request")
    func violations() async throws {
        try await with { _, investing, _ in
            func fields(_ adjust: (inout Budget.EstimateEarningsRequest) -> Void) async -> [String]? {
                var request = march
                adjust(&request)
                return await failure {
                    try await investing.estimateEarnings(request, context: User().context())
                }?.fieldViolations.map(\.field)
            }
            #expect(
                await fields { ($0.firstDay, $0.lastDay, $0.symbol) = ("", "2025-02-30", "A B") } == [
                    "first_day", "last_day", "symbol",
                ]
            )
            #expect(await fields { $0.lastDay = "2025-02-01" } == ["last_day"])
            #expect(await fields { $0.worthOn = "2025-03-30" } == ["worth_on"])
            #expect(await fields { $0.worthOn = "soon" } == ["worth_on"])
            #expect(await fields { $0.categories = ["Dairy"] } == ["categories[0]"])
            let comparison = Budget.CompareWithSecurityRequest(
                firstDay: "2025-03-01",
                lastDay: "2025-03-31",
                symbol: "UP",
                securityFirstDay: "2025-03-31",
                securityLastDay: "2025-03-10"
            )
            let status = await failure {
                try await investing.compareWithSecurity(comparison, context: User().context())
            }
            #expect(status?.fieldViolations.map(\.field) == ["security_last_day"])
        }
    }

    @Test("says which prices are missing, and that a symbol is unknown")
    func missing() async throws {
        try await with { environment, investing, prices in
            let user = User()
            try await environment.spend(user)
            var request = march
            request.symbol = "NONE"
            let unknown = await failure { try await investing.estimateEarnings(request, context: user.context()) }
            #expect(unknown?.code == .notFound)
            let early = Budget.CompareWithSecurityRequest(
                firstDay: "2025-03-01",
                lastDay: "2025-03-31",
                symbol: "UP",
                securityFirstDay: "1999-01-01"
            )
            let status = await failure { try await investing.compareWithSecurity(early, context: user.context()) }
            #expect(status?.code == .failedPrecondition && status?.reason == "NO_PRICES")
            #expect(status?.message.contains("2020-01-31") == true)
            prices.add("EMPTY", [:])
            request.symbol = "EMPTY"
            let empty = await failure { try await investing.estimateEarnings(request, context: user.context()) }
            #expect(empty?.reason == "NO_PRICES")
            prices.outage = Status(.unavailable, "down")
            let outage = await failure { try await investing.estimateEarnings(march, context: user.context()) }
            #expect(outage?.code == .unavailable)
        }
    }

    // MARK: Figures

    @Test("estimates a gain and a loss as worked out by hand, and leaves others' spending and other currencies out")
    func earnings() async throws {
        try await with { environment, investing, _ in
            let user = User()
            // 15.00 on Sunday 9 March, invested on Monday.
            try await environment.spend(user)
            try await environment.spend(user) { $0.amount = .init(minorUnits: 900, currency: "EUR") }
            try await environment.spend(User())
            // 15.00 × 125 / 100 = 18.75.
            let gain = try await investing.estimateEarnings(march, context: user.context())
            #expect(gain.outcome?.invested == .cad(1_500) && gain.outcome?.worth == .cad(1_875))
            #expect(gain.outcome?.gain == .cad(375) && gain.outcome?.change?.basisPoints == 2_500)
            #expect(gain.outcome?.firstDay == "2025-03-10" && gain.outcome?.lastDay == "2025-04-30")
            #expect(gain.apart == [.init(minorUnits: 900, currency: "EUR")])
            #expect(gain.security?.withoutDividends == false && gain.security?.source == "Test")
            var request = march
            // On the last day of the period: 15.00 × 110 / 100.
            request.worthOn = "2025-03-31"
            let sooner = try await investing.estimateEarnings(request, context: user.context())
            #expect(sooner.outcome?.worth == .cad(1_650) && sooner.outcome?.lastDay == "2025-03-31")
            // 15.00 × 60 / 100 = 9.00.
            request = march
            request.symbol = "down"
            let loss = try await investing.estimateEarnings(request, context: user.context())
            #expect(loss.outcome?.worth == .cad(900) && loss.outcome?.gain == .cad(-600))
            #expect(loss.outcome?.change?.basisPoints == -4_000)
            #expect(loss.security?.withoutDividends == true)
            #expect(
                loss.months == [
                    .init(month: "2025-03", invested: .cad(1_500), worth: .cad(900), gain: .cad(-600))
                ]
            )
        }
    }

    @Test("compares with another period, for the categories that are asked for")
    func comparison() async throws {
        try await with { environment, investing, _ in
            let user = User()
            try await environment.spend(user)
            var request = Budget.CompareWithSecurityRequest(
                firstDay: "2025-03-01",
                lastDay: "2025-03-31",
                categories: ["coffee-tea"],
                symbol: "UP",
                securityFirstDay: "2020-01-31"
            )
            // 15.00 × 125 / 50 = 37.50.
            let comparison = try await investing.compareWithSecurity(request, context: user.context())
            #expect(comparison.outcome?.worth == .cad(3_750) && comparison.outcome?.change?.basisPoints == 15_000)
            #expect(comparison.points.map(\.day) == ["2020-01-31", "2025-03-10", "2025-03-31", "2025-04-30"])
            #expect(comparison.points.map(\.worth) == [.cad(1_500), .cad(3_000), .cad(3_300), .cad(3_750)])
            request.categories = ["dairy"]
            let nothing = try await investing.compareWithSecurity(request, context: user.context())
            #expect(nothing.outcome?.invested == .cad(0) && nothing.outcome?.change == nil)
        }
    }

    @Test("takes the series of months where that of days begins too late")
    func series() async throws {
        try await with { environment, investing, prices in
            let user = User()
            try await environment.spend(user)
            prices.add("DOWN", interval: .month, ["2024-12-31": 2_000, "2025-03-31": 3_000, "2025-04-30": 4_000])
            var request = march
            request.symbol = "DOWN"
            // 15.00 on 9 March is invested at the month's end: 15.00 × 40 / 30.
            let monthly = try await investing.estimateEarnings(request, context: user.context())
            #expect(monthly.security?.monthly == true && monthly.outcome?.worth == .cad(2_000))
        }
    }

    // MARK: Saved securities

    @Test("are kept in order for a new session, come back at their place, and are their owner's alone")
    func saved() async throws {
        try await with { environment, investing, _ in
            let user = User()
            func saved(_ user: User) async throws -> [String] {
                try await investing.listSavedSecurities(.init(), context: user.context()).securities.map(\.symbol)
            }
            for symbol in ["up", "DOWN"] {
                _ = try await investing.saveSecurity(.init(symbol: symbol), context: user.context())
                environment.clock.advance(by: 1)
            }
            #expect(try await saved(user) == ["UP", "DOWN"])
            let removed = try await investing.removeSavedSecurity(.init(symbol: "UP"), context: user.context())
            #expect(removed.removed)
            #expect(try await saved(user) == ["DOWN"])
            let back = try await investing.saveSecurity(.init(symbol: "UP"), context: user.context())
            #expect(back.savedAt == removed.savedAt && !back.removed)
            #expect(try await saved(user) == ["UP", "DOWN"])
            #expect(try await saved(User()).isEmpty)
            let stranger = await failure {
                try await investing.removeSavedSecurity(.init(symbol: "UP"), context: User().context())
            }
            #expect(stranger?.code == .notFound)
            let unknown = await failure {
                try await investing.saveSecurity(.init(symbol: "NONE"), context: user.context())
            }
            #expect(unknown?.code == .notFound)
        }
    }

    @Test("are at most 100 of a user, also when saved at once")
    func limit() async throws {
        try await with { environment, investing, prices in
            let user = User()
            for number in 0..<(SavedSecurity.limit + 3) { prices.add("S\(number)", ["2025-03-10": 1]) }
            let outcomes = await withTaskGroup { group in
                for number in 0..<(SavedSecurity.limit + 3) {
                    group.addTask { () -> StatusReason? in
                        do {
                            _ = try await investing.saveSecurity(.init(symbol: "S\(number)"), context: user.context())
                            return nil
                        } catch { return (error as? Status)?.reason ?? "OTHER" }
                    }
                }
                return await group.reduce(into: [StatusReason?]()) { $0.append($1) }
            }
            #expect(outcomes.count { $0 == nil } == SavedSecurity.limit)
            #expect(outcomes.count { $0 == "TOO_MANY_SAVED" } == 3)
            let count = try await environment.count("saved_securities")
            #expect(count == SavedSecurity.limit)
        }
    }
}
