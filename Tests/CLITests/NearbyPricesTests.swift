import ArgumentParser
import ConcurrencyTestSupport
import LarderClient
import LarderClientTestSupport
import Testing
import Texts

@testable import larder

@Suite("Prices near the user", .timeLimit(.minutes(5)))
struct NearbyPricesTests {
    /// Runs `body` with a signed-in user who has bought milk, and what a call for prices near them comes to.
    private func with(
        _ answer: Result<Catalog.FindStorePricesResponse, Status>,
        in language: Language = .english,
        _ body: (StorePriceAnswers, CommandRun) async throws -> Void
    ) async throws {
        let answers = StorePriceAnswers(answer: answer)
        try await TestGateway.with(also: [answers]) { gateway async throws in
            gateway.state { state in
                state.records.priceHistory = Budget.PriceHistory(
                    item: .init(id: "product:1", productID: "1", name: "Milk")
                )
            }
            var run = try await CommandRun.signedIn(gateway)
            run.language = language
            try await body(answers, run)
        }
    }

    /// A text with one space for each gap.
    private func plain(_ text: String) -> String {
        text.replacing("\u{A0}", with: " ").replacing(/[ ]+/, with: " ")
    }

    private func price(isCurrent: Bool, lastDay: String) -> Catalog.StorePrice {
        .init(
            store: .init(store: .init(id: "store-1", name: "Maple Market"), distanceMetres: 350),
            productID: "1",
            label: "Skimmed",
            price: .init(minorUnits: 398, currency: "CAD"),
            quantity: "2.000",
            unit: "l",
            unitPrice: "1.9900",
            comparisonUnit: "l",
            firstDay: "2025-03-01",
            lastDay: lastDay,
            current: isCurrent
        )
    }

    /// A price that users paid, from Monday to Sunday.
    private func paidPrice(isCurrent: Bool) -> Catalog.StorePrice {
        var paid = price(isCurrent: isCurrent, lastDay: "2025-03-09")
        paid.firstDay = "2025-03-03"
        paid.label = ""
        paid.observed = true
        return paid
    }

    private var found: Catalog.FindStorePricesResponse {
        let prices = [price(isCurrent: true, lastDay: "2025-03-31"), price(isCurrent: false, lastDay: "2024-03-31")]
        return .init(prices: prices, radiusMetres: 5_000, stores: 4)
    }

    private var withoutHome: Status {
        Status(.failedPrecondition, "You have no home place.", reason: "HOME_PLACE_MISSING")
    }

    @Test("follow what was paid for one thing, lowest first")
    func current() async throws {
        try await with(.success(found)) { answers, run async throws in
            let out = plain(try await run("prices", "Milk").out)
            #expect(out.hasPrefix("Milk\n") && out.contains("\n\nNear you now\n"))
            #expect(out.hasSuffix("1.99 CAD/l 3.98 CAD for 2 l Maple Market 350 m Skimmed 2025-03-31\n"))
            #expect(!out.contains("2024-03-31"))
            #expect(answers.products.values == ["1"])
        }
        try await with(.success(found), in: .french) { _, run async throws in
            let out = plain(try await run("prices", "Milk").out)
            #expect(out.contains("Près de chez vous maintenant\n"))
            #expect(out.hasSuffix("1,99 CAD/l 3,98 CAD pour 2 l Maple Market 350 m Skimmed 2025-03-31\n"))
        }
    }

    @Test("that do not hold any more are told by their age, and their lack by the stores in reach")
    func former() async throws {
        let former = price(isCurrent: false, lastDay: "2025-03-31")
        try await with(.success(.init(prices: [former], stores: 4))) { _, run async throws in
            let out = try await run("prices", "Milk").out
            #expect(out.contains(/The latest, 3\.98 CAD for 2 l at Maple Market, is [1-9]\d* days? old\.\n$/))
        }
        try await with(.success(.init(stores: 4))) { _, run async throws in
            let out = try await run("prices", "Milk").out
            #expect(out.hasSuffix("4 stores are in reach, and none has a price for this product.\n"))
        }
        try await with(.success(.init(radiusMetres: 5_000))) { _, run async throws in
            #expect(try await run("prices", "Milk").out.hasSuffix("No store is within 5.0 km of your home.\n"))
        }
    }

    @Test("that users paid are told by the week in which they did")
    func observed() async throws {
        let prices = [paidPrice(isCurrent: true), price(isCurrent: true, lastDay: "2025-03-31")]
        try await with(.success(.init(prices: prices, stores: 4))) { _, run async throws in
            let out = plain(try await run("prices", "Milk").out)
            #expect(out.contains("3.98 CAD for 2 l Maple Market 350 m paid by users in the week of 2025-03-03\n"))
            #expect(out.hasSuffix("350 m Skimmed 2025-03-31\n") && !out.contains("2025-03-09"))
            let document = try await run("prices", "Milk", "--nearby", "--json").document()
            let found = try #require(document["prices"] as? [[String: Any]])
            #expect(found.map { $0["observed"] as? Bool } == [true, false])
        }
        try await with(.success(.init(prices: prices, stores: 4)), in: .french) { _, run async throws in
            let out = plain(try await run("prices", "Milk", "--nearby").out)
            #expect(out.contains("Maple Market 350 m payé par des utilisateurs la semaine du 2025-03-03\n"))
        }
    }

    @Test("that users paid too long ago are told by their week, too")
    func formerlyObserved() async throws {
        let answer = Catalog.FindStorePricesResponse(prices: [paidPrice(isCurrent: false)], stores: 4)
        try await with(.success(answer)) { _, run async throws in
            let out = plain(try await run("prices", "Milk").out)
            let latest = "The latest, 3.98 CAD for 2 l at Maple Market, was paid by users in the week of 2025-03-03.\n"
            #expect(out.hasSuffix(latest))
        }
        try await with(.success(answer), in: .french) { _, run async throws in
            let out = plain(try await run("prices", "Milk").out)
            let latest =
                "3,98 CAD pour 2 l chez Maple Market, a été payé par des utilisateurs la semaine du 2025-03-03.\n"
            #expect(out.hasSuffix(latest))
        }
    }

    @Test("are a line where they cannot be had, and no failure")
    func unavailable() async throws {
        try await with(.failure(withoutHome)) { _, run async throws in
            let printed = try await run("prices", "Milk")
            #expect(printed.exit == .ok && printed.error.isEmpty)
            #expect(
                printed.out.hasSuffix("Set your home place with: larder profile home --at LATITUDE,LONGITUDE\n")
            )
        }
        try await with(.failure(Status(.internalError, "It failed."))) { _, run async throws in
            let printed = try await run("prices", "Milk")
            #expect(printed.exit == .ok && printed.error.isEmpty)
            #expect(printed.out.hasSuffix("Prices near you cannot be shown at the moment.\n"))
        }
    }

    @Test("are asked for alone, also by programs")
    func alone() async throws {
        try await with(.success(found)) { answers, run async throws in
            let history = try await run("prices", "Milk", "--json").document()
            #expect(history["series"] != nil && answers.products.values.isEmpty)
            let out = plain(try await run("prices", "Milk", "--nearby").out)
            #expect(out.contains("1.99 CAD/l 3.98 CAD for 2 l") && !out.contains("Near you now"))
            let document = try await run("prices", "Milk", "--nearby", "--json").document()
            #expect((document["prices"] as? [[String: Any]])?.count == 2 && document["stores"] as? Int == 4)
        }
        try await with(.failure(withoutHome)) { _, run async throws in
            let printed = try await run("prices", "Milk", "--nearby")
            #expect(printed.exit == .conflict && printed.error.contains("Set your home place with: larder profile"))
            run.gateway.state { $0.records.priceHistory = Budget.PriceHistory(item: .init(name: "Milk")) }
            let unknown = try await run("prices", "Milk", "--nearby")
            #expect(unknown.exit == .notFound && unknown.error.contains("It is not known which product Milk is"))
        }
        for arguments in [["prices", "--nearby"], ["prices", "Milk", "--nearby", "--region", "ON"]] {
            #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(arguments) }
        }
    }
}

/// Answers every request for prices near the user alike.
private struct StorePriceAnswers: Catalog.StorePricesProvider {
    let answer: Result<Catalog.FindStorePricesResponse, Status>
    /// The products that were asked for, in order.
    let products = Recorder<String>()

    func findStorePrices(
        _ request: Catalog.FindStorePricesRequest,
        context: CallContext
    ) async throws -> Catalog.FindStorePricesResponse {
        products.record(request.productID)
        return try answer.get()
    }

    func findLowestPrices(
        _ request: Catalog.FindLowestPricesRequest,
        context: CallContext
    ) async throws -> Catalog.FindLowestPricesResponse {
        throw Status(.permissionDenied, "This method is not for you.")
    }
}
