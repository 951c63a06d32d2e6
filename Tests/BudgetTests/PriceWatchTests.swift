import AuthMessages
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
                            savingPercent: 20,
                            quantity: "2",
                            unit: "l"
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
            environment.name([milk])
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

    @Test("takes what users have paid for news for two weeks after its week, and withdraws it then")
    func observed() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, prices) = (User(), TestStorePrices())
            environment.name([milk])
            try await environment.buy(user, [.init("MILK 2L", 1, amount: 500, product: milk)], on: "2023-11-13")
            prices.set(milk, 400, "2", "l", "2.0000", "l", observedIn: "2023-10-23")
            try await environment.checkPrices(prices)
            #expect(try await environment.drops().isEmpty)
            prices.set(milk, 400, "2", "l", "2.0000", "l", observedIn: "2023-10-30")
            try await environment.checkPrices(prices)
            #expect(try await environment.drops().map(\.text) == ["found 20"])
            environment.clock.advance(by: 6 * 86_400)
            try await environment.checkPrices(prices)
            #expect(try await environment.drops().map(\.text) == ["found 20", "gone"])
        }
    }

    @Test("ends eleven days after a purchase, and what isn't watched any more is withdrawn")
    func old() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, prices) = (User(), TestStorePrices())
            environment.name([milk, butter])
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

    @Test("forgets it all, and withdraws what is unread, when its user doesn't say any more where they live")
    func consent() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, prices) = (User(), TestStorePrices())
            environment.name([milk])
            try await environment.buy(user, [.init("MILK 2L", 1, amount: 500, product: milk)], on: "2023-11-12")
            prices.set(milk, 400, "2", "l", "2.0000", "l")
            try await environment.checkPrices(prices)
            for other in [User(), user] {
                let kept = other.id == user.id ? 0 : 1
                let withdrawn = Events.ConsentWithdrawn(userID: other.id, kind: .location)
                try await environment.consume(
                    .init(
                        id: UUID().canonical,
                        occurredAt: .init(environment.clock.now),
                        payload: .consentWithdrawn(withdrawn)
                    )
                )
                #expect(try await environment.count("price_drops") == kept)
            }
            #expect(try await environment.drops().map(\.text) == ["found 20", "gone"])
        }
    }

    @Test("keeps a notice of a price per kilogram while one by the piece saves more, and says nothing of it anew")
    func severalUnits() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, prices) = (User(), TestStorePrices())
            environment.name([milk])
            try await environment.buy(user, [.init("APPLES", 1, "kg", amount: 400, product: milk)], on: "2023-11-11")
            prices.set(milk, 300, "1", "kg", "3.0000", "kg")
            try await environment.checkPrices(prices)
            try await environment.buy(user, [.init("APPLES", 10, amount: 1_000, product: milk)], on: "2023-11-12")
            prices.set(milk, 50, "1", "each", "0.5000", "each")
            try await environment.checkPrices(prices)
            #expect(try await environment.drops().map(\.text) == ["found 25"])
        }
    }

    @Test("goes on watching what catalog knows only later")
    func laterKnown() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, prices) = (User(), TestStorePrices())
            environment.name([milk])
            try await environment.buy(user, [.init("MLK 2L", 1, amount: 500)], on: "2023-11-12")
            try await environment.checkPrices(prices)
            #expect(try await environment.queued() == 1)
        }
    }

    @Test("notifies of five things a day at most, what saves most first")
    func limits() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, prices) = (User(), TestStorePrices())
            let products = (1...7).map { _ in UUID() }
            environment.name(products)
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
            environment.name([milk])
            try await environment.buy(user, [.init("MILK 2L", 1, amount: 500, product: milk)], on: "2023-11-12")
            prices.set(milk, 400, "2", "l", "2.0000", "l")
            try await environment.checkPrices(prices)
            prices.outage = Status(.unavailable, "down")
            let worker = environment.priceWatch(prices).worker
            func makeDue() async throws {
                try await environment.pool.execute("UPDATE prices_to_check SET due_at = now() - interval '1 second'")
            }
            try await makeDue()
            _ = try await worker.runOnce()
            #expect(try await environment.queued() == 1)
            #expect(try await environment.drops().count == 1)
            prices.outage = nil
            prices.hasHome = false
            try await makeDue()
            _ = try await environment.priceWatch(prices).worker.runOnce()
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

    /// Watches prices.
    func priceWatch(_ prices: TestStorePrices) -> PriceWatch {
        PriceWatch(
            search: offerSearch(prices),
            pool: pool,
            log: TestDatabase.quietLogger,
            clock: clock
        )
    }

    /// Names of products, in both languages.
    fileprivate func name(_ products: [UUID]) {
        service.store.names.update(
            .init(
                version: "1",
                products: products.map { .init(productID: $0.canonical, english: "Thing", french: "Chose") }
            )
        )
    }

    /// Compares what users who are queued have bought, whenever that is due.
    fileprivate func checkPrices(_ prices: TestStorePrices) async throws {
        let watch = priceWatch(prices)
        if !service.store.names.areKnown { service.store.names.update(.init(version: "1")) }
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
