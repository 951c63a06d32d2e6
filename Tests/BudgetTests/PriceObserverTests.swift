import AuthMessages
import BudgetMessages
import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Synchronization
import Testing

@testable import larder_budget

/// Requirement CAT-07. It is Tuesday, 2023-11-14: the last week that is reported began on Monday, 2023-10-30.
@Suite("Observing prices", .timeLimit(.minutes(5)))
struct PriceObserverTests {
    private let milk = UUID()
    private let store = UUID()
    private let times = Times()

    @Test("reports what three users have paid alike at a store in a week, once, and nothing that fewer have")
    func group() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (sink, people) = (Reports(), (0..<4).map { _ in User() })
            let observer = environment.observer(sink, people)
            for user in people.prefix(2) { try await shop(environment, user) }
            try await observer.observe()
            #expect(sink.reports.isEmpty)
            // The week is over: who comes later changes nothing of it.
            try await shop(environment, people[2])
            try await observer.observe()
            #expect(sink.reports.isEmpty)

            for user in people.prefix(3) { try await shop(environment, user, on: "2023-11-07") }
            // A price of two, and one that everybody pays at different stores.
            for user in people.prefix(2) { try await shop(environment, user, amount: 450, on: "2023-11-08") }
            for user in people { try await shop(environment, user, amount: 300, at: UUID(), on: "2023-11-09") }
            environment.clock.advance(by: 86_400)
            for _ in 0..<2 { try await observer.observe() }
            #expect(sink.reports == [report([price(499)], week: "2023-11-06")])
        }
    }

    @Test(
        "counts nobody who has not consented, or only later, nor what is unchecked, discarded, typed in, added or of no receipt"
    )
    func covered() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (sink, people) = (Reports(), (0..<3).map { _ in User() })
            for user in people.prefix(2) { try await shop(environment, user) }
            let (stranger, late, checking, typing, discarding) = (User(), User(), User(), User(), User())
            for user in [stranger, late] { try await shop(environment, user) }
            try await environment.buy(checking, [milk(499)], at: store, on: "2023-11-01", time: "09:59")
            try await environment.create(typing) { request in
                (request.receiptID, request.purchasedAt) = (UUID().canonical, .init(date: "2023-11-01"))
            }
            // As if catalog had found its store.
            try await environment.pool.execute("UPDATE purchases SET store_id = \(store) WHERE typed_in")
            let adding = User()
            let bread = try await shop(environment, adding, [.init("BREAD", 1, amount: 300)])
            let choice = Budget.ProductChoice(productID: milk.canonical, name: "Milk")
            try await environment.edit(
                bread,
                adding,
                key: UUID().canonical,
                .newItem(.init(name: "Milk 2L", amount: .cad(499), product: choice))
            )
            let gone = try await shop(environment, discarding)
            try await environment.edit(gone, discarding, .duplicate(.discard))
            let observer = environment.observer(sink, people + [checking, typing, adding, discarding], late: late)
            try await observer.observe()
            #expect(sink.reports.isEmpty)
            // Of all others it is not even asked.
            #expect(sink.asked == Set((people.prefix(2) + [stranger, late, adding]).map(\.id)))
            try await environment.pool.execute("DELETE FROM observed_weeks")
            try await shop(environment, people[2])
            try await observer.observe()
            #expect(sink.reports == [report([price(499)])])
        }
    }

    @Test("counts a receipt once that several users have, as members of a household may")
    func household() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (sink, people) = (Reports(), (0..<4).map { _ in User() })
            for user in people { try await shop(environment, user, [milk(499)], time: "18:30") }
            try await shop(environment, people[0], [milk(499)], time: "08:00")
            try await environment.observer(sink, people).observe()
            #expect(sink.reports.isEmpty)
            try await environment.pool.execute("DELETE FROM observed_weeks")
            try await shop(environment, people[0], [milk(499)], time: "08:30")
            try await environment.observer(sink, people).observe()
            #expect(sink.reports == [report([price(499)])])
        }
    }

    @Test("finds the price of a package, a piece or a kilogram where it is printed or of one, and rounds nothing")
    func quantities() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (sink, people) = (Reports(), (0..<3).map { _ in User() })
            let products = (0..<5).map { _ in UUID() }
            for (number, user) in people.enumerated() {
                let (count, weight) = (Double(number + 2), 0.75 + Double(number) / 4)
                let weighed = Int64((weight * 399).rounded())
                try await shop(
                    environment,
                    user,
                    [
                        .init("COLA 6X355ML", 1, amount: 600, discount: -101, product: products[0]),
                        .init("BUNS", count, amount: 250 * Int64(count), unitPrice: 250, product: products[1]),
                        .init("PEARS", weight, "kg", amount: weighed, unitPrice: 399, product: products[2]),
                        // The second one costs less, what one costs isn't said, and by the gram it would be a cent.
                        .init("SOAP", 2, amount: 500, unitPrice: 300, product: products[3]),
                        .init("TEA", 2, amount: 500, product: products[3]),
                        .init("NUTS", 250, "g", amount: 300, product: products[4]),
                        .init("JAM", 1, amount: 400), .init("BACK", 1, amount: -100, product: products[4]),
                    ]
                )
            }
            try await environment.observer(sink, people).observe()
            let prices = try #require(sink.reports.first).prices
            #expect(sink.reports.count == 1 && prices.count == 3)
            #expect(prices.contains(price(499, of: products[0], 2_130, "l")))
            #expect(prices.contains(price(250, of: products[1], 1_000, "each")))
            #expect(prices.contains(price(399, of: products[2], 1_000, "kg")))
        }
    }

    @Test("takes of several prices of a thing the one that most have paid, of equal ones the lowest")
    func usual() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (sink, people) = (Reports(), (0..<7).map { _ in User() })
            for user in people.prefix(3) { try await shop(environment, user, amount: 450) }
            for user in people.suffix(4) { try await shop(environment, user, amount: 499) }
            let observer = environment.observer(sink, people)
            try await observer.observe()
            try await shop(environment, people[6], amount: 450, on: "2023-11-02")
            try await environment.pool.execute("DELETE FROM observed_weeks")
            try await observer.observe()
            #expect(sink.reports.map(\.prices) == [[price(499)], [price(450)]])
        }
    }

    @Test("tries a week again that could not be reported, and catches up with missed ones")
    func failures() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (sink, people) = (Reports(), (0..<3).map { _ in User() })
            for user in people {
                for day in ["2023-10-08", "2023-10-16", "2023-11-05"] { try await shop(environment, user, on: day) }
            }
            let observer = environment.observer(sink, people)
            sink.outage = Status(.unavailable, "catalog is away")
            await #expect(throws: Status.self) { try await observer.observe() }
            #expect(sink.reports.isEmpty)
            sink.outage = nil
            try await observer.observe()
            // The oldest is too long ago.
            #expect(sink.reports.map(\.week) == ["2023-10-16", "2023-10-30"])
            #expect(try await environment.count("observed_weeks") == 4)
        }
    }

    @Test("leaves nothing by which what is reported could be joined with a purchase or a person")
    func joins() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (sink, people) = (Reports(), (0..<5).map { _ in User() })
            var purchases: [Budget.Purchase] = []
            for user in people.shuffled() { purchases.append(try await shop(environment, user)) }
            try await environment.observer(sink, people).observe()
            let text = "\(sink.reports)"
            for purchase in purchases {
                #expect(!text.contains(purchase.id) && !text.contains(purchase.receiptID))
                // The day of the purchase is coarsened to its week.
                #expect(!text.contains(purchase.purchasedAt?.date ?? "-"))
            }
            for user in people { #expect(!text.contains(user.id)) }
            // Neither does this service keep what it has reported, nor how many have paid it.
            let columns = try await environment.pool.query(
                "SELECT column_name::text FROM information_schema.columns WHERE table_name = 'observed_weeks' ORDER BY ordinal_position"
            ).map { try $0["column_name"] as String }
            #expect(columns == ["first_day", "store_id"])
        }
    }

    // MARK: Shopping

    private func milk(_ amount: Int64) -> Bought { .init("MILK 2L", 1, amount: amount, product: milk) }

    @discardableResult
    private func shop(
        _ environment: BudgetTestEnvironment,
        _ user: User,
        amount: Int64 = 499,
        at store: UUID? = nil,
        on day: String = "2023-11-01"
    ) async throws -> Budget.Purchase {
        try await shop(environment, user, [milk(amount)], at: store, on: day)
    }

    /// Buys something by a receipt, and checks that.
    @discardableResult
    private func shop(
        _ environment: BudgetTestEnvironment,
        _ user: User,
        _ items: [Bought],
        at store: UUID? = nil,
        on day: String = "2023-11-01",
        time: String? = nil
    ) async throws -> Budget.Purchase {
        let purchase = try await environment.buy(
            user,
            items,
            at: store ?? self.store,
            on: day,
            time: time ?? times.next()
        )
        return try await environment.service.confirmPurchase(.init(purchaseID: purchase.id), context: user.context())
    }

    private func price(
        _ amount: Int64,
        of product: UUID? = nil,
        _ quantity: Int64 = 2_000,
        _ unit: String = "l"
    ) -> Catalog.ObservedPrice {
        Catalog.ObservedPrice(
            productID: (product ?? milk).canonical,
            quantityThousandths: quantity,
            unit: unit,
            price: .init(minorUnits: amount, currency: "CAD")
        )
    }

    private func report(_ prices: [Catalog.ObservedPrice], week: String = "2023-10-30") -> Reports.Report {
        Reports.Report(store: store, week: week, prices: prices)
    }
}

/// Times of a day, each another one.
private final class Times: Sendable {
    private let minutes = Mutex(600)

    func next() -> String {
        let minute = minutes.withLock { minutes in
            minutes += 1
            return minutes
        }
        return "\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
    }
}

/// What is reported to catalog, and of whom consents were asked for.
private final class Reports: PriceObservationSink {
    struct Report: Equatable {
        let store: UUID
        let week: String
        let prices: [Catalog.ObservedPrice]
    }

    private let state = Mutex<(reports: [Report], asked: Set<String>, outage: Status?)>(([], [], nil))

    var reports: [Report] { state.withLock { $0.reports } }

    /// Whose consents were asked for.
    var asked: Set<String> { state.withLock { $0.asked } }

    /// What catalog answers; nil when it works.
    var outage: Status? {
        get { state.withLock { $0.outage } }
        set { state.withLock { $0.outage = newValue } }
    }

    func record(_ prices: [Catalog.ObservedPrice], at store: UUID, in week: CalendarDay) async throws {
        try state.withLock { state in
            if let outage = state.outage { throw outage }
            state.reports.append(Report(store: store, week: week.text, prices: prices))
        }
    }

    func note(_ user: UUID) { state.withLock { _ = $0.asked.insert(user.canonical) } }
}

private struct GivenConsents: Consents {
    let since: [String: Date]
    let sink: Reports

    func consent(_ kind: Auth.ConsentKind, of user: UUID) async throws -> Date? {
        sink.note(user)
        return kind == .communityPrices ? since[user.canonical] : nil
    }
}

extension BudgetTestEnvironment {
    /// - Parameters:
    ///   - people: Who has consented long ago.
    ///   - late: Who has consented on the first day of the week.
    fileprivate func observer(_ sink: Reports, _ people: [User], late: User? = nil) -> PriceObserver {
        var since = Dictionary(uniqueKeysWithValues: people.map { ($0.id, Date(timeIntervalSince1970: 0)) })
        if let late { since[late.id] = Date(timeIntervalSince1970: 1_698_624_000) }
        return PriceObserver(
            ledger: service.store,
            consents: GivenConsents(since: since, sink: sink),
            sink: sink,
            log: TestDatabase.quietLogger,
            clock: clock
        )
    }
}
