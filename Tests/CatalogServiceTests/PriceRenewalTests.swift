import CatalogDomain
import Foundation
import Foundations
import FoundationsTestSupport
import OutsideTestSupport
import PostgresTestSupport
import ServiceKit
import Testing

@testable import larder_catalog

/// Requirement CAT-20.
@Suite("Renewing prices from a vendor", .timeLimit(.minutes(5)))
struct PriceRenewalTests {
    private struct Renewals {
        let vendor: AlphaVantageSimulator
        let store: SecuritiesStore
        let clock: ManualWallClock
        let renewal: PriceRenewal
        let allowance: VendorAllowance
    }

    /// Runs `body` with securities without prices and a vendor that knows the first two.
    private func with(
        _ symbols: [String] = ["AAA", "BBB", "ZZZ"],
        allowing limit: Int = 25,
        _ body: (Renewals) async throws -> Void
    ) async throws {
        try await CatalogTestEnvironment.run { environment in
            let vendor = AlphaVantageSimulator(known: Set(symbols.prefix(2)))
            let clock = ManualWallClock()
            let store = SecuritiesStore(pool: environment.pool, clock: clock)
            try await store.store(
                symbols.map {
                    Security(symbol: $0, name: "\($0) Inc.", currency: "USD", kind: .stock, adjustment: .totalReturn)
                }
            )
            try await OutsideServer.with {
                vendor.answer($0)
            } _: { server in
                var policy = OutsideProvider.Policy(hosts: ["127.0.0.1"])
                policy.allowsLoopback = true
                policy.attempts = 2
                policy.backoff = Backoff(initial: .milliseconds(1), maximum: .milliseconds(1))
                let allowance = VendorAllowance(vendor: "test", limit: limit, pool: environment.pool, clock: clock)
                let alphaVantage = AlphaVantage(
                    provider: OutsideProvider(policy),
                    base: try #require(URL(string: "http://127.0.0.1:\(server.port)")),
                    key: "demo",
                    allowance: allowance
                )
                let renewal = PriceRenewal(store: store, vendor: alphaVantage, log: TestDatabase.quietLogger)
                try await body(
                    Renewals(vendor: vendor, store: store, clock: clock, renewal: renewal, allowance: allowance)
                )
            }
        }
    }

    @Test("gets prices of those that have none, adjusted, with their source, and renews them when they are a day old")
    func renewal() async throws {
        try await with { renewals in
            try await renewals.renewal.run()
            #expect(renewals.vendor.asked == ["AAA", "BBB", "ZZZ"])
            let series = try await renewals.store.series(of: "AAA")
            #expect(series.map(\.source) == ["Alpha Vantage"] && series.map(\.interval) == [.month])
            let days = try #require(series.first).days
            let prices = try await renewals.store.prices(of: "AAA", .month, in: days)
            #expect(prices.map(\.close.description) == ["99.5", "120"])
            // Not again on the same day, also not what the vendor doesn't know.
            renewals.clock.advance(by: 3_600)
            try await renewals.renewal.run()
            #expect(renewals.vendor.asked.count == 3)
            renewals.clock.advance(by: 86_400)
            try await renewals.renewal.run()
            #expect(renewals.vendor.asked.count == 6)
        }
    }

    @Test("never asks more often than is allowed, over instances and attempts, and goes on with the oldest later")
    func allowance() async throws {
        try await with(["AAA", "BBB", "ZZZ"], allowing: 2) { renewals in
            try await renewals.renewal.run()
            try await renewals.renewal.run()
            #expect(renewals.vendor.asked == ["AAA", "BBB"])
            renewals.clock.advance(by: 86_399)
            // Others would be due, but the allowance is not free yet.
            try await renewals.renewal.run()
            #expect(renewals.vendor.asked.count == 2)
            renewals.clock.advance(by: 2)
            try await renewals.renewal.run()
            #expect(renewals.vendor.asked == ["AAA", "BBB", "ZZZ", "AAA"])
        }
        try await with([], allowing: 5) { renewals in
            let taken = await withTaskGroup { group in
                for _ in 0..<20 {
                    group.addTask {
                        do {
                            try await renewals.allowance.take()
                            return true
                        } catch { return false }
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(taken == 5)
        }
    }

    @Test(
        "stops at a refusal, which comes with the status 200",
        arguments: [AlphaVantageSimulator.Mode.note, .information]
    )
    func refusal(mode: AlphaVantageSimulator.Mode) async throws {
        try await with { renewals in
            renewals.vendor.mode = mode
            try await renewals.renewal.run()
            #expect(renewals.vendor.asked == ["AAA"])
            let series = try await renewals.store.series(of: "AAA")
            #expect(series.isEmpty)
        }
    }

    @Test("keeps the last prices and fails while the vendor is down, so that operators see it")
    func outage() async throws {
        try await with { renewals in
            try await renewals.renewal.run()
            renewals.clock.advance(by: 90_000)
            renewals.vendor.mode = .down
            await #expect(throws: PriceRenewal.Failed.self) { try await renewals.renewal.run() }
            #expect(renewals.vendor.asked.count == 5)
            let series = try await renewals.store.series(of: "AAA")
            #expect(series.count == 1)
            renewals.vendor.mode = .nonsense
            try await renewals.renewal.run()
            renewals.clock.advance(by: 90_000)
            renewals.vendor.mode = .prices
            try await renewals.renewal.run()
            let renewed = try await renewals.store.series(of: "AAA")
            #expect(renewed.map(\.fetchedAt) == [renewals.clock.now])
        }
    }

    @Test("leaves prices alone that operators have imported")
    func imported() async throws {
        try await with { renewals in
            let price = SecurityPrice(day: try #require(CalendarDay("2024-01-31")), close: 5)
            try await renewals.store.store(["AAA": [price]], .month, source: "Own figures")
            try await renewals.renewal.run()
            #expect(renewals.vendor.asked == ["BBB", "ZZZ"])
        }
    }
}
