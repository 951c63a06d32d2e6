import ConcurrencyTestSupport
import Foundation
import LarderClient
import LarderClientTestSupport
import Testing

@testable import larder

@Suite("What spending would have become", .timeLimit(.minutes(5)))
struct InvestedTests {
    private let march = ["invested", "--from", "2025-03-01", "--to", "2025-03-31"]

    /// Runs `body` with a signed-in user and one security.
    private func with(
        _ adjust: (inout TestGateway.UserRecords) -> Void = { _ in },
        _ body: (TestGateway, CommandRun) async throws -> Void
    ) async throws {
        try await TestGateway.with { gateway async throws in
            gateway.state { state in
                state.records.securities = [
                    .init(symbol: "UST10", name: "Bonds", currency: "CAD", kind: .bond, adjustment: .totalReturn)
                ]
                adjust(&state.records)
            }
            try await body(gateway, try await CommandRun.signedIn(gateway))
        }
    }

    private func cad(_ amount: Int64) -> Common.Money { .init(minorUnits: amount, currency: "CAD") }

    private func outcome(_ invested: Int64, _ worth: Int64, _ change: Int64) -> Budget.InvestmentOutcome {
        .init(
            firstDay: "2025-03-10",
            lastDay: "2025-04-30",
            invested: cad(invested),
            worth: cad(worth),
            gain: cad(worth - invested),
            change: .init(basisPoints: change)
        )
    }

    private func estimate(_ outcome: Budget.InvestmentOutcome) -> Budget.EarningsEstimate {
        .init(
            security: .init(symbol: "UST10", name: "Bonds", currency: "CAD", source: "Our vendor"),
            outcome: outcome,
            months: [.init(month: "2025-03", invested: outcome.invested, worth: outcome.worth, gain: outcome.gain)]
        )
    }

    @Test("is said of a loss as plainly as of a gain, with a table and a note that it is no advice")
    func words() async throws {
        for (worth, change, words) in [
            (1_875, 2_500, "would have become 18.75 CAD on 2025-04-30: a gain of 25.00 %."),
            (900, -4_000, "would have become 9.00 CAD on 2025-04-30: a loss of 40.00 %."),
        ] as [(Int64, Int64, String)] {
            try await with {
                $0.earnings = estimate(outcome(1_500, worth, change))
            } _: { gateway, run in
                let printed = try await run(march + ["--security", "UST10"])
                #expect(printed.exit == .ok)
                #expect(printed.out.contains("15.00 CAD from 2025-03-10 \(words)"))
                #expect(printed.out.contains("2025-03"))
                #expect(printed.out.contains("This is no advice."))
                let requests = gateway.state { $0.records.earningsRequests }
                #expect(requests.map(\.symbol) == ["UST10"] && requests.map(\.lastDay) == ["2025-03-31"])
            }
        }
    }

    @Test("names the worst start beside the best one, and what is in other currencies")
    func starts() async throws {
        try await with { records in
            records.comparison = .init(
                security: .init(symbol: "UST10", name: "Bonds", currency: "CAD", withoutDividends: true),
                outcome: outcome(1_500, 3_750, 15_000),
                points: [.init(day: "2020-01-31", worth: cad(1_500)), .init(day: "2025-04-30", worth: cad(3_750))],
                worst: outcome(1_500, 900, -4_000),
                best: outcome(1_500, 3_750, 15_000),
                starts: 12,
                losses: 3,
                apart: [.init(minorUnits: 900, currency: "EUR")]
            )
        } _: { gateway, run in
            let printed = try await run(march + ["--security", "UST10", "--since", "2020-01-31"])
            for part in [
                "Worst: 15.00 CAD", "Best: 15.00 CAD", "each of 12 times", "With 3 of them", "9.00 EUR",
                "without dividends",
            ] { #expect(printed.out.contains(part), "\(part) is missing") }
            let request = gateway.state { $0.records.comparisonRequests.last }
            #expect(request?.securityFirstDay == "2020-01-31")
        }
    }

    @Test("takes the security that was saved first, and asks for one where none is")
    func security() async throws {
        try await with { gateway, run in
            let none = try await run(march)
            #expect(none.exit == .usage && none.error.contains("larder securities search"))
            #expect(try await run(["securities", "save", "ust10"]).out == "UST10 is saved.\n")
            #expect(try await run(march).exit == .ok)
            #expect(gateway.state { $0.records.earningsRequests.map(\.symbol) } == ["UST10"])
            #expect(try await run(["securities", "saved"]).out.contains("UST10"))
            #expect(try await run(["securities", "remove", "UST10"]).out == "UST10 is no longer saved.\n")
            #expect(try await run(["securities", "saved"]).out.contains("larder securities save SYMBOL"))
            #expect(try await run(["securities", "save", "NONE"]).exit == .notFound)
        }
    }

    @Test("takes of the saved securities the first in the currency that was mostly spent")
    func spentCurrency() async throws {
        try await with { records in
            for (symbol, currency) in [("EXAMPLE-USD", "USD"), ("EXAMPLE-CAD", "CAD")] {
                records.securities.append(.init(symbol: symbol, name: "Made up", currency: currency, kind: .index))
            }
            records.spending.currencies = [
                .init(currency: "CAD", purchases: 3), .init(currency: "EUR", purchases: 1),
                .init(currency: "XXX", purchases: 9),
            ]
        } _: { gateway, run in
            let none = try await run(march)
            #expect(none.exit == .usage && none.error.contains("larder securities search --currency CAD"))
            for symbol in ["EXAMPLE-USD", "EXAMPLE-CAD"] { _ = try await run(["securities", "save", symbol]) }
            #expect(try await run(march).exit == .ok)
            gateway.state { $0.records.spending.currencies = [.init(currency: "EUR", purchases: 1)] }
            #expect(try await run(march).exit == .ok)
            #expect(gateway.state { $0.records.earningsRequests.map(\.symbol) } == ["EXAMPLE-CAD", "EXAMPLE-USD"])
        }
    }

    @Test("securities are found, shown with their prices, and printed as JSON")
    func securities() async throws {
        try await with { records in
            records.securityPrices = [.init(day: "2025-03-31", close: "101.5")]
        } _: { gateway, run in
            let found = try await run(["securities", "search", "ust", "--kind", "bond", "--currency", "CAD"])
            #expect(found.out.contains("UST10") && found.out.contains("bond"))
            let request = gateway.state { $0.records.securitySearches.last }
            #expect(request?.kind == .bond && request?.currency == "CAD" && request?.text == "ust")
            #expect(try await run(["securities", "search", "xyz"]).out.contains("These are similar"))
            let prices = try await run(["securities", "prices", "UST10"])
            #expect(prices.out.contains("101.5") && prices.out.contains("Our vendor"))
            #expect(try await run(["securities", "show", "UST10", "--json"]).out.contains("\"symbol\""))
            #expect(try await run(["securities", "show", "NONE"]).exit == .notFound)
        }
    }

    // MARK: Imports

    @Test("files are sent whole, and every wrong line is printed")
    func imports() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
        let contents = Array(repeating: "RY.TO,2024-01-02,100\n", count: 20_000).joined()
        try contents.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        try await with { records in
            records.importResponse = .init(
                problems: [.init(line: 3, problem: "There is no such day.")],
                furtherProblems: 2
            )
        } _: { gateway, run in
            let command = ["operator", "securities", "import", file.path, "--source", "Our vendor"]
            let rejected = try await run(command + ["--interval", "day"])
            #expect(rejected.exit == .invalid)
            #expect(rejected.out == "Line 3: There is no such day.\n2 further problems\n")
            #expect(gateway.state { $0.records.importedFiles.last } == Array(contents.utf8))
            #expect(gateway.state { $0.records.importedHeaders.last } == .init(source: "Our vendor", interval: .day))
            gateway.state { $0.records.importResponse = .init(stored: true, securities: 2, prices: 20_000) }
            #expect(try await run(command).out == "20,000 prices of 2 securities stored.\n")
            let missing = try await run(["operator", "securities", "import", "/nowhere.csv", "--source", "x"])
            #expect(missing.exit == .file)
        }
    }
}
