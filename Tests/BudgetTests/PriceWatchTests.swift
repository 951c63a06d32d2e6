import BudgetMessages
import CatalogMessages
import CommonMessages
import EventsMessages
import Foundation
import Foundations
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_budget

/// Requirements BUD-12 and NOT-11. Today is 2023-11-14.
@Suite("Watching prices", .timeLimit(.minutes(5)))
struct PriceWatchTests {
    private let milk = UUID()
    private let butter = UUID()

    @Test("notifies once of what costs less than was paid, with its name in each language, and not by hardly anything")
    func found() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, prices) = (User(), TestStorePrices())
            environment.service.store.names.update(
                .init(version: "1", products: [.init(productID: milk.canonical, english: "Milk", french: "Lait")])
            )
            try await environment.buy(user, [.init("MILK 2L", 1, amount: 500, product: milk)], on: "2023-11-10")
            prices.set(milk, 240, "1", "l", "2.4000", "l")
            try await environment.checkPrices(prices)
            #expect(try await environment.drops().isEmpty)
            prices.set(milk, 400, "2", "l", "2.0000", "l", store: "Co-op")
            for _ in 0..<2 { try await environment.checkPrices(prices) }
            let drops = try await environment.drops()
            let id = try #require(drops.first?.id)
            #expect(
                drops.map(\.payload) == [
                    .priceDropFound(
                        .init(
                            userID: user.id,
                            dropID: id,
                            productEnglish: "Milk",
                            productFrench: "Lait",
                            storeName: "Co-op",
                            price: .init(minorUnits: 400, currency: "CAD"),
                            savingPercent: 20
                        )
                    )
                ]
            )
        }
    }

    @Test("withdraws the notice when the price is gone or higher, and notifies anew of a lower one on another day")
    func gone() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, prices) = (User(), TestStorePrices())
            try await environment.buy(user, [.init("MILK 2L", 1, amount: 500, product: milk)], on: "2023-11-12")
            prices.set(milk, 400, "2", "l", "2.0000", "l")
            try await environment.checkPrices(prices)
            prices.set(milk, 420, "2", "l", "2.1000", "l")
            try await environment.checkPrices(prices)
            let drops = try await environment.drops()
            #expect(drops.map(\.text) == ["found 20", "gone"])
            #expect(drops[0].id == drops[1].id)
            // A day later.
            environment.clock.advance(by: 25 * 3_600)
            try await environment.checkPrices(prices)
            #expect(try await environment.drops().map(\.text) == ["found 20", "gone", "found 16"])
            prices.end(milk)
            try await environment.checkPrices(prices)
            #expect(try await environment.drops().map(\.text).suffix(1) == ["gone"])
        }
    }

    @Test("ends eleven days after a purchase, and what isn't watched any more is withdrawn")
    func old() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, prices) = (User(), TestStorePrices())
            try await environment.buy(user, [.init("MILK 2L", 1, amount: 500, product: milk)], on: "2023-11-04")
            try await environment.buy(user, [.init("BUTTER", 1, amount: 500, product: butter)], on: "2023-11-03")
            prices.set(milk, 400, "2", "l", "2.0000", "l")
            prices.set(butter, 300, "1", "each", "3.0000", "each")
            try await environment.checkPrices(prices)
            #expect(try await environment.drops().map(\.text) == ["found 20"])
            #expect(try await environment.queued() == 1)
            environment.clock.advance(by: 86_400)
            try await environment.checkPrices(prices)
            #expect(try await environment.drops().map(\.text) == ["found 20", "gone"])
            // Nothing is watched any more.
            #expect(try await environment.queued() == 0)
            try await environment.buy(user, [.init("MILK 2L", 1, amount: 500, product: milk)], on: "2023-11-15")
            #expect(try await environment.queued() == 1)
        }
    }

    @Test("notifies of five things a day at most, what saves most first")
    func limits() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, prices) = (User(), TestStorePrices())
            let products = (1...7).map { _ in UUID() }
            try await environment.buy(
                user,
                products.enumerated().map { .init("THING \($0)", 1, amount: 1_000, product: $1) },
                on: "2023-11-14"
            )
            for (index, product) in products.enumerated() {
                prices.set(product, Int64(900 - 50 * index), "1", "each", "\(9 - 0.5 * Double(index))", "each")
            }
            for _ in 0..<2 { try await environment.checkPrices(prices) }
            #expect(
                try await environment.drops().map(\.text) == [
                    "found 40", "found 35", "found 30", "found 25", "found 20",
                ]
            )
            environment.clock.advance(by: 25 * 3_600)
            try await environment.checkPrices(prices)
            #expect(try await environment.drops().map(\.text).suffix(2) == ["found 15", "found 10"])
        }
    }

    @Test("waits while prices can't be had, and withdraws what it knew when the home place is deleted")
    func outages() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, prices) = (User(), TestStorePrices())
            try await environment.buy(user, [.init("MILK 2L", 1, amount: 500, product: milk)], on: "2023-11-12")
            prices.set(milk, 400, "2", "l", "2.0000", "l")
            try await environment.checkPrices(prices)
            prices.outage = Status(.unavailable, "down")
            let outage = await failure { try await environment.checkPrices(prices) }
            #expect(outage?.code == .unavailable)
            #expect(try await environment.queued() == 1)
            #expect(try await environment.drops().count == 1)
            prices.outage = nil
            prices.hasHome = false
            try await environment.pool.execute("UPDATE prices_to_check SET claim = NULL, claimed_until = NULL")
            try await environment.checkPrices(prices)
            #expect(try await environment.drops().map(\.text) == ["found 20", "gone"])
            #expect(try await environment.queued() == 1)
        }
    }
}

extension BudgetTestEnvironment {
    /// An event about a lower price.
    fileprivate struct DropEvent {
        let payload: Events.Event.Payload
        let id: String
        let text: String

        init?(_ payload: Events.Event.Payload?) {
            guard let payload else { return nil }
            self.payload = payload
            switch payload {
            case .priceDropFound(let drop): (id, text) = (drop.dropID, "found \(drop.savingPercent)")
            case .priceDropGone(let drop): (id, text) = (drop.dropID, "gone")
            default: return nil
            }
        }
    }

    /// Compares what users who are queued have bought, whenever that is due.
    fileprivate func checkPrices(_ prices: TestStorePrices) async throws {
        let watch = PriceWatch(
            search: OfferSearch(ledger: service.store, prices: prices),
            pool: pool,
            log: TestDatabase.quietLogger,
            clock: clock
        )
        for lease in try await PriceWatch.queue(in: pool).claim(atMost: 10, early: true) {
            #expect(try await watch.check(lease) == .settled)
        }
    }

    /// What was said of lower prices, oldest first.
    fileprivate func drops() async throws -> [DropEvent] {
        try await events(to: "notifications").compactMap { DropEvent($0.payload) }
    }

    fileprivate func queued() async throws -> Int {
        try await pool.query("SELECT count(*) AS count FROM prices_to_check")[0]["count"]
    }
}
