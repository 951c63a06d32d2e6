import ArgumentParser
import ConcurrencyTestSupport
import Foundation
import LarderClient
import LarderClientTestSupport
import Testing
import Texts

@testable import larder

@Suite("Summing up spending", .timeLimit(.minutes(5)))
struct SpendingTests {
    private let march = ["spending", "--from", "2025-03-01", "--to", "2025-03-31"]

    /// Runs `body` with a signed-in user who spent something.
    private func with(
        _ currencies: [Budget.CurrencySpending] = [],
        _ body: (TestGateway, CommandRun) async throws -> Void
    ) async throws {
        try await TestGateway.with { gateway async throws in
            gateway.state { state in
                state.records.spending = .init(
                    formerFirstDay: "2025-02-01",
                    formerLastDay: "2025-02-28",
                    currencies: currencies
                )
            }
            try await body(gateway, try await CommandRun.signedIn(gateway))
        }
    }

    private func cad(_ amount: Int64) -> Common.Money { .init(minorUnits: amount, currency: "CAD") }

    private func group(
        _ key: String,
        _ amount: Int64,
        _ former: Int64? = nil,
        part: Budget.SpendingPart = .group,
        name: String = "",
        symbol: String = ""
    ) -> Budget.SpendingGroup {
        .init(
            part: part,
            key: key,
            name: name,
            symbol: symbol,
            amount: cad(amount),
            formerAmount: former.map(cad),
            purchases: 1
        )
    }

    private func spending(_ groups: [Budget.SpendingGroup], former: Int64 = 0) -> Budget.CurrencySpending {
        .init(
            currency: "CAD",
            total: cad(groups.reduce(0) { $0 + ($1.amount?.minorUnits ?? 0) }),
            formerTotal: cad(former),
            purchases: 3,
            groups: groups
        )
    }

    @Test("is a usage error by an unknown grouping")
    func usage() {
        #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(["spending", "--by", "colour"]) }
        #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(["spending", "March"]) }
    }

    @Test("names the command that lists the categories for an unknown one, and sends nothing")
    func wrongCategory() async throws {
        try await with { gateway, run in
            for options in [[], ["--json"], ["--by", "store"]] {
                let printed = try await run(["spending", "--category", "milk"] + options)
                #expect(printed.exit == .invalid)
                #expect(printed.error.contains("larder products categories"))
            }
            #expect(gateway.state { $0.records.spendingRequests }.isEmpty)
        }
    }

    @Test("says what the service rejects of a period, in the user's words")
    func wrongPeriod() async throws {
        try await with { _, run in
            let printed = try await run("spending", "--from", "2025-03-02", "--to", "2025-03-01")
            #expect(printed.exit == .invalid)
            #expect(printed.error.hasSuffix("\n  - last day must not be before the first day.\n"))
        }
    }

    @Test(
        "is that of this month up to today, unless days are given",
        arguments: [
            ([], "2025-03-01", "2025-03-21"), (["--from", "2025-02-03"], "2025-02-03", "2025-03-21"),
            (["--to", "2024-02-29"], "2024-02-01", "2024-02-29"),
            (["--from", "2025-01-01", "--to", "2025-12-31"], "2025-01-01", "2025-12-31"),
            (["--to", "March"], "2025-03-01", "March"),
        ] as [([String], String, String)]
    )
    func period(options: [String], first: String, last: String) throws {
        let command = try #require(try LarderCommand.parseAsRoot(["spending"] + options) as? SpendingCommand)
        let calendar = Calendar(identifier: .gregorian)
        let noon = DateComponents(calendar: calendar, timeZone: .current, year: 2025, month: 3, day: 21, hour: 12).date
        #expect(SpendingDays.period(from: command.from, to: command.to, at: try #require(noon)) == (first, last))
    }

    @Test("is a sentence where nothing was spent")
    func nothing() async throws {
        try await with { _, run in
            let month = try await run(march).out
            #expect(
                month == "Nothing was spent from 2025-03-01 to 2025-03-31, nor in the period before.\n"
            )
            let day = try await run("spending", "--from", "2025-03-01", "--to", "2025-03-01").out
            #expect(day == "Nothing was spent on 2025-03-01, nor in the period before.\n")
        }
    }

    @Test("is a table for each currency, with the names of categories, shares and changes")
    func categories() async throws {
        let groups = [
            group("dairy", 12_000, 10_000), group("", 5_000, 5_000), group("ferry", 2_000, 0, symbol: "⛴️"),
            group("", 1_000, 1_500, part: .taxes), group("", -500, 0, part: .unlisted),
            group("", 500, 0, part: .others),
        ]
        let unknown = Budget.CurrencySpending(
            currency: "XXX",
            total: .init(minorUnits: 0, currency: "XXX"),
            formerTotal: .init(minorUnits: 700, currency: "XXX"),
            purchases: 1,
            groups: [
                .init(
                    part: .group,
                    key: "dairy",
                    symbol: "🥛",
                    amount: .init(minorUnits: 0, currency: "XXX"),
                    formerAmount: .init(minorUnits: 700, currency: "XXX")
                )
            ]
        )
        try await with([spending(groups, former: 16_500), unknown]) { _, run in
            let printed = try await run(march).out
            #expect(
                printed == """
                    Spending from 2025-03-01 to 2025-03-31. Before: from 2025-02-01 to 2025-02-28.

                    CAD · 3 purchases and expenditures
                        Category                 Amount   Share  Before  Change
                    🥛  Dairy                    120.00  60.0 %  100.00  +20.00
                        without a category        50.00  25.0 %   50.00    0.00
                    ⛴️  ferry                     20.00  10.0 %    0.00  +20.00
                        taxes                     10.00   5.0 %   15.00   -5.00
                        on no line of a receipt   -5.00  -2.5 %    0.00   -5.00
                        all others                 5.00   2.5 %    0.00   +5.00
                        Total                    200.00          165.00  +35.00

                    unknown currency · 1 purchase or expenditure
                        Category  Amount  Before  Change
                    🥛  Dairy       0.00    7.00   -7.00
                        Total       0.00    7.00   -7.00

                    """
            )
        }
    }

    @Test("names products, stores and kinds, and what is unknown")
    func names() async throws {
        let groups = [
            group("p-1", 300, 0, name: "Milk", symbol: "🥛"), group("", 200, 0, name: "Bread"), group("p-2", 100, 0),
            group("purchase", 50, 0), group("expenditure", 25, 0), group("gift", 10, 0),
        ]
        try await with([spending(groups)]) { gateway, run in
            func names(by grouping: String) async throws -> [String] {
                try await run(march + ["--by", grouping]).out.split(separator: "\n").dropFirst(3).map { line in
                    String(line.split(separator: /[ ]{2,}/).first { $0.contains(/[a-zA-Z]/) } ?? "")
                }
            }
            let unnamed = "without a name"
            let products = try await names(by: "product")
            #expect(products == ["Milk", "Bread", unnamed, unnamed, unnamed, unnamed, "Total"])
            let stores = try await names(by: "store")
            #expect(stores.dropFirst().prefix(2) == ["Bread", "unknown store"])
            let kinds = try await names(by: "kind")
            #expect(kinds.suffix(4) == ["purchases", "expenditures", "gift", "Total"])
            #expect(
                gateway.state { $0.records.spendingRequests }
                    == [Budget.SpendingGrouping.product, .store, .kind].map {
                        .init(firstDay: "2025-03-01", lastDay: "2025-03-31", grouping: $0)
                    }
            )
            #expect(!gateway.calls.values.contains { $0.hasSuffix("/ListCategories") })
        }
    }

    @Test("shows the total in one currency, with the rates beneath and what there is none for")
    func converted() async throws {
        func rate(_ from: String, _ day: String, _ rate: String, _ source: String = "Bank of Canada")
            -> Catalog.ExchangeRate
        {
            .init(from: from, to: "CAD", day: day, rate: rate, source: source)
        }
        let converted = Budget.ConvertedSpending(
            currency: "CAD",
            total: cad(123_456),
            formerTotal: cad(100_000),
            rates: [
                rate("EUR", "2025-03-07", "1.5552", "Desk"), rate("USD", "2025-03-03", "1.4405"),
                rate("USD", "2025-03-10", "1.43"), rate("USD", "2025-03-11", "1.435"),
            ],
            formerRates: [rate("USD", "2025-02-10", "1.42")],
            apart: [
                .init(
                    currency: "JPY",
                    total: .init(minorUnits: 980, currency: "JPY"),
                    formerTotal: .init(currency: "JPY")
                )
            ]
        )
        try await with([spending([group("dairy", 300)])]) { gateway, run in
            gateway.state { $0.records.spending.converted = converted }
            let printed = try await run(march + ["--in", "cad"]).out
            #expect(
                printed.hasSuffix(
                    """

                    All in CAD · 1234.56 CAD · before: 1000.00 CAD · +234.56
                    Each amount is converted at the rate of its purchase’s own day:
                      1 EUR = 1.5552 CAD on 2025-03-07 (Desk)
                      1 USD = 1.43 CAD on 2025-03-10 to 1.4405 CAD on 2025-03-03 (3 rates, Bank of Canada)
                    Before:
                      1 USD = 1.42 CAD on 2025-02-10 (Bank of Canada)
                    Not in it, since there is no rate: 980 JPY

                    """
                )
            )
            #expect(gateway.state { $0.records.spendingRequests }.map(\.convertTo) == ["CAD"])
            gateway.state { state in
                state.records.spending.converted = .init(
                    currency: "CAD",
                    apart: [.init(currency: "USD", total: .init(minorUnits: 700, currency: "USD"))],
                    unavailable: true
                )
            }
            let nothing = try await run(march + ["--in", "CAD"]).out
            #expect(nothing.contains("Nothing can be converted to CAD.\nNot in it, since there is no rate: 7.00 USD\n"))
            #expect(nothing.hasSuffix("Exchange rates are not available at present.\n"))
        }
    }

    @Test("by day has the period before in its total alone")
    func days() async throws {
        try await with([spending([group("2025-03-01", 300), group("2025-03-02", 0)], former: 100)]) { gateway, run in
            let options = ["--by", "day", "--category", "dairy", "--category", ""]
            let printed = try await run(["spending", "--from", "2025-03-01", "--to", "2025-03-02"] + options).out
            #expect(
                printed == """
                    Spending from 2025-03-01 to 2025-03-02. Before: from 2025-02-01 to 2025-02-28.

                    CAD · 3 purchases and expenditures
                    Day         Amount    Share  Before  Change
                    2025-03-01    3.00  100.0 %
                    2025-03-02    0.00    0.0 %
                    Total         3.00             1.00   +2.00

                    """
            )
            #expect(gateway.state { $0.records.spendingRequests.map(\.categories) } == [["dairy", ""]])
        }
    }

    @Test("is one JSON document, which needs no names of categories")
    func json() async throws {
        try await with([spending([group("dairy", 300, 100)], former: 100)]) { gateway, run in
            let document = try await run(march + ["--json"]).document()
            #expect(document["formerFirstDay"] as? String == "2025-02-01")
            #expect((document["currencies"] as? [Any])?.count == 1)
            #expect(!gateway.calls.values.contains { $0.hasSuffix("/ListCategories") })
        }
    }

    @Test("rounds shares to a tenth of a percent, and has none of a total that isn't above 0")
    func shares() {
        func share(_ amount: Int64, of total: Int64) -> String { SpendingText.share(cad(amount), of: cad(total)) }
        #expect(share(1, of: 3) == "33.3 %" && share(2, of: 3) == "66.7 %" && share(-1, of: 16) == "-6.3 %")
        #expect(share(1, of: 2_000) == "0.1 %" && share(.max, of: .max) == "100.0 %")
        #expect(share(1, of: 0).isEmpty && share(1, of: -1).isEmpty)
        #expect(SpendingText.share(nil, of: cad(1)).isEmpty)
        #expect(SpendingText.change(from: cad(.min), to: cad(.max)).hasPrefix("+"))
    }

    @Test("is written in French")
    func french() async throws {
        let groups = [group("", 300, 100), group("", 100, 0, part: .unlisted)]
        try await with([spending(groups, former: 100)]) { _, run in
            var run = run
            run.language = .french
            func plain(_ text: String) -> String {
                text.replacing("\u{A0}", with: " ").replacing(/[ ]+/, with: " ")
            }
            #expect(
                plain(try await run(march).out) == """
                    Dépenses du 2025-03-01 au 2025-03-31. Avant : du 2025-02-01 au 2025-02-28.

                    CAD · 3 achats et dépenses
                    Catégorie Montant Part Avant Écart
                    sans catégorie 3,00 75,0 % 1,00 +2,00
                    sur aucune ligne de reçu 1,00 25,0 % 0,00 +1,00
                    Total 4,00 1,00 +3,00

                    """
            )
            let wrong = plain(try await run("spending", "--from", "2025-03-02", "--to", "2025-03-01").error)
            #expect(wrong.contains("\n - dernier jour"))
        }
    }
}
