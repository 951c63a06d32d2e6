import ArgumentParser
import CatalogMessages
import ConcurrencyTestSupport
import Foundation
import LarderClientTestSupport
import RPC
import RPCTestSupport
import ServiceKit
import Testing
import Texts

@testable import larder

@Suite("Exchange rates on the command line", .timeLimit(.minutes(5)))
struct RatesTests {
    private func with(
        in language: Language = .english,
        _ body: (RateAnswers, (_ arguments: [String]) async throws -> Printed) async throws -> Void
    ) async throws {
        let answers = RateAnswers()
        try await TestGateway.with(also: [answers, answers.operations]) { gateway async throws in
            var run = try await CommandRun.signedIn(gateway)
            run.language = language
            try await body(answers, { [run] arguments in try await run(arguments) })
        }
    }

    /// A file of a test's own.
    private func withFile(_ text: String, _ body: (String) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "rates-\(UUID()).csv").path
        try Data(text.utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(path)
    }

    @Test("name each rate with its day and source, also where it is made of two")
    func shown() async throws {
        try await with { _, run async throws in
            let direct = try await run(["rates", "usd", "CAD", "--on", "2025-03-09"]).out
            #expect(direct == "1 USD = 1.4382 CAD\n  1 USD = 1.4382 CAD on 2025-03-07 (Bank of Canada)\n")
            let made = try await run(["rates", "JPY", "CAD", "--on", "2025-03-09"]).out
            #expect(
                made == """
                    1 JPY ≈ 0.00898677 CAD
                      1 USD = 160.0352 JPY on 2025-03-06 (Desk)
                      1 USD = 1.4382 CAD on 2025-03-07 (Bank of Canada)

                    """
            )
            let none = try await run(["rates", "GBP", "CAD", "--on", "2025-03-09"])
            #expect(none.exit == .notFound)
            #expect(none.error.contains("There is no rate of GBP in CAD on 2025-03-09, nor in the seven days before."))
            let json = try await run(["rates", "USD", "CAD", "--on", "2025-03-09", "--json"]).out
            #expect(json.contains("\"rate\":\"1.4382\""))
        }
        try await with(in: .french) { _, run async throws in
            let direct = try await run(["rates", "USD", "CAD", "--on", "2025-03-09"]).out
            #expect(direct.contains("1 USD = 1,4382 CAD le 2025-03-07 (Bank of Canada)"))
        }
    }

    @Test("are set, withdrawn and listed by operators, with who changed them")
    func operators() async throws {
        try await with { _, run async throws in
            let key = ["USD", "CAD", "1.4382", "--on", "2025-03-07", "--source", "Bank of Canada"]
            let set = try await run(["operator", "rates", "set"] + key).out
            #expect(set == "1 USD = 1.4382 CAD on 2025-03-07 (Bank of Canada)\n")
            let withdrawn = try await run(["operator", "rates", "withdraw", "USD", "CAD", "--on", "2025-03-07"]).out
            #expect(withdrawn == "Withdrawn: 1 USD = 1.4382 CAD on 2025-03-07 (Bank of Canada).\n")
            let list = try await run(["operator", "rates"]).out
            #expect(list.contains("2025-03-07  1 USD = 1.4382 CAD  Bank of Canada  set by an operator"))
            let history = try await run(["operator", "rates", "history"]).out
            #expect(history.contains("1 USD = 1.43 CAD  1 USD = 1.4382 CAD   Bank of Canada  operator-1"))
            #expect(history.contains("20 added, 3 changed  rates.csv"))
        }
        #expect(throws: (any Error).self) {
            try LarderCommand.parseAsRoot(["operator", "rates", "set", "USD", "CAD", "1"])
        }
    }

    @Test("of a file are taken over, or every wrong line of it is listed")
    func files() async throws {
        try await with { answers, run async throws in
            try await withFile("from,to,day,rate,source\n") { path async throws in
                let taken = try await run(["operator", "rates", "import", path])
                #expect(
                    taken.out == """
                        5 rates read: 3 added, 1 changed.
                        1 rate stays as an operator set or withdrew it.
                        Skipped columns: CYP.

                        """
                )
                let checked = try await run(["operator", "rates", "import", path, "--check"]).out
                #expect(checked.hasPrefix("5 rates read: 3 would be added, 1 changed.\n"))
                let names = answers.imports.values
                #expect(
                    names == [
                        "\((path as NSString).lastPathComponent) false", "\((path as NSString).lastPathComponent) true",
                    ]
                )
            }
            try await withFile("wrong") { path async throws in
                let wrong = try await run(["operator", "rates", "import", path])
                #expect(wrong.exit == .invalid && wrong.out.isEmpty)
                #expect(wrong.error.contains("3 things are wrong in \(path), and none of its rates was taken over:"))
                #expect(
                    wrong.error.contains(
                        "  - line 2: This is wrong.\n  - line 9: That is wrong.\n1 more is not listed.\n"
                    )
                )
            }
            let missing = try await run(["operator", "rates", "import", "/nowhere.csv"])
            #expect(missing.exit == .file)
        }
    }
}

/// Catalog's rates as a test knows them.
private struct RateAnswers: Catalog.ExchangeRatesProvider {
    let imports = Recorder<String>()

    var operations: RateOperationsAnswers { RateOperationsAnswers(imports: imports) }

    func findExchangeRates(
        _ request: Catalog.FindExchangeRatesRequest,
        context: CallContext
    ) async throws -> Catalog.FindExchangeRatesResponse {
        let dollar = Catalog.ExchangeRate.sample
        let (currency, day) = (request.amounts[0].currency, request.amounts[0].days[0])
        switch currency {
        case "USD":
            return .init(rates: [dollar], conversions: [.init(currency: currency, day: day, steps: [.init()])])
        case "JPY":
            let yen = Catalog.ExchangeRate(from: "USD", to: "JPY", day: "2025-03-06", rate: "160.0352", source: "Desk")
            let steps: [Catalog.ExchangeStep] = [.init(inverse: true), .init(rate: 1)]
            return .init(rates: [yen, dollar], conversions: [.init(currency: currency, day: day, steps: steps)])
        default: return .init()
        }
    }
}

private struct RateOperationsAnswers: Catalog.ExchangeRateOperationsProvider {
    let imports: Recorder<String>

    func listExchangeRates(
        _ request: Catalog.ListExchangeRatesRequest,
        context: CallContext
    ) async throws -> Catalog.ListExchangeRatesResponse {
        .init(rates: [.init(rate: .sample, own: true)])
    }

    func setExchangeRate(
        _ request: Catalog.SetExchangeRateRequest,
        context: CallContext
    ) async throws -> Catalog.KeptExchangeRate {
        .init(rate: request.rate, own: true)
    }

    func withdrawExchangeRate(
        _ request: Catalog.WithdrawExchangeRateRequest,
        context: CallContext
    ) async throws -> Catalog.KeptExchangeRate {
        guard request.from == "USD", request.day == "2025-03-07" else { throw Status.notFound("rate") }
        return .init(rate: .sample, own: true, withdrawn: true)
    }

    func importExchangeRates(
        _ request: Catalog.ImportExchangeRatesRequest,
        context: CallContext
    ) async throws -> Catalog.ImportExchangeRatesResponse {
        guard request.file != Array("wrong".utf8) else {
            let problems: [Catalog.ExchangeRateProblem] = [
                .init(line: 2, sentence: "This is wrong."), .init(line: 9, sentence: "That is wrong."),
            ]
            return .init(problems: problems, moreProblems: 1)
        }
        imports.record("\(request.name) \(request.checkOnly)")
        return .init(rates: 5, added: 3, changed: 1, kept: 1, skipped: ["CYP"])
    }

    func listExchangeRateChanges(
        _ request: Catalog.ListExchangeRateChangesRequest,
        context: CallContext
    ) async throws -> Catalog.ListExchangeRateChangesResponse {
        var former = Catalog.ExchangeRate.sample
        former.rate = "1.43"
        return .init(
            changes: [
                .init(id: "1", operatorID: "operator-1", kind: .set, before: former, after: .sample),
                .init(id: "2", operatorID: "operator-1", kind: .imported, file: "rates.csv", added: 20, changed: 3),
            ]
        )
    }
}

extension Catalog.ExchangeRate {
    fileprivate static var sample: Catalog.ExchangeRate {
        .init(from: "USD", to: "CAD", day: "2025-03-07", rate: "1.4382", source: "Bank of Canada")
    }
}
