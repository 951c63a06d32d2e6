import ArgumentParser
import ConcurrencyTestSupport
import Foundation
import Foundations
import LarderClient
import LarderClientTestSupport
import Testing
import Texts

@testable import larder

@Suite("Tax rates on the command line", .timeLimit(.minutes(5)))
struct TaxRatesTests {
    /// Runs `body` with catalog's taxes behind the gateway, and a command line with a session.
    private func with(
        in language: Language = .english,
        _ body: (TaxAnswers, CommandRun) async throws -> Void
    ) async throws {
        let answers = TaxAnswers()
        try await TestGateway.with(also: [answers]) { gateway async throws in
            var run = try await CommandRun.signedIn(gateway)
            run.language = language
            try await body(answers, run)
        }
    }

    /// A text with one space for each gap.
    private func plain(_ text: String) -> String {
        text.replacing("\u{A0}", with: " ").replacing(/[ ]+/, with: " ")
    }

    @Test("are listed with their days and sources, of a region or of all")
    func listed() async throws {
        try await with { answers, run async throws in
            let quebec = plain(try await run("tax-rates", "ca-qc", "--on", "2025-03-31").out)
            #expect(
                quebec == """
                    Region Tax Rate Since Until Source
                    CA-QC GST 5 % 2008-01-01 Canada Revenue Agency
                    CA-QC QST 9.975 % 2013-01-01 2030-12-31 Revenu Québec

                    """
            )
            let days = [CalendarDay(of: Date(), in: .current).text]
            _ = try await run("tax-rates")
            let asked = days + [CalendarDay(of: Date(), in: .current).text]
            #expect(answers.requests.values.first == .init(region: "CA-QC", day: "2025-03-31"))
            let last = try #require(answers.requests.values.last)
            #expect(last.region.isEmpty && asked.contains(last.day))
        }
        try await with(in: .french) { _, run async throws in
            let quebec = plain(try await run("tax-rates", "CA-QC", "--on", "2025-03-31").out)
            #expect(quebec.hasPrefix("Région Taxe Taux Depuis Jusqu’au Source\n"))
            #expect(quebec.contains("CA-QC QST 9,975 % 2013-01-01"))
        }
    }

    @Test("that are unknown are said to be so")
    func none() async throws {
        try await with { _, run async throws in
            let printed = try await run("tax-rates", "FR", "--on", "2025-03-31")
            #expect(printed.exit == .ok && printed.out == "No tax rates are known for FR on 2025-03-31.\n")
            let everywhere = try await run("tax-rates", "--on", "1900-01-01").out
            #expect(everywhere == "No tax rates are known on 1900-01-01.\n")
        }
        try await with(in: .french) { _, run async throws in
            let printed = plain(try await run("tax-rates", "FR", "--on", "2025-03-31").out)
            #expect(printed == "Aucun taux de taxe n’est connu pour FR le 2025-03-31.\n")
        }
    }

    @Test("name the whole code of a region that was given without its country")
    func wholeCode() async throws {
        try await with { answers, run async throws in
            let printed = try await run("tax-rates", "qc", "--on", "2025-03-31")
            #expect(
                printed.out == """
                    No tax rates are known for QC on 2025-03-31.
                    Regions are written with their country: CA-QC.

                    """
            )
            let json = try await run("tax-rates", "QC", "--on", "2025-03-31", "--json").document()
            #expect(json["rates"] == nil || (json["rates"] as? [Any])?.isEmpty == true)
            #expect(answers.requests.values.map(\.region) == ["QC", "", "QC"])
        }
        try await with(in: .french) { _, run async throws in
            let printed = plain(try await run("tax-rates", "QC", "--on", "2025-03-31").out)
            #expect(printed.hasSuffix("\nLes régions s’écrivent avec leur pays : CA-QC.\n"))
        }
    }

    @Test("are given to programs as the service sends them, and what it rejects is said")
    func json() async throws {
        try await with { _, run async throws in
            let document = try await run("tax-rates", "CA-QC", "--on", "2025-03-31", "--json").document()
            let rates = try #require(document["rates"] as? [[String: Any]])
            #expect(rates.map { $0["percent"] as? String } == ["5", "9.975"])
            let wrong = try await run("tax-rates", "CA-QC", "--on", "yesterday")
            #expect(wrong.exit == .invalid && wrong.error.contains("must be a day"))
        }
    }
}

/// Catalog's taxes as a test knows them.
private struct TaxAnswers: Catalog.TaxRatesProvider {
    /// The received requests, in order.
    let requests = Recorder<Catalog.ListTaxRatesRequest>()

    func listTaxRates(
        _ request: Catalog.ListTaxRatesRequest,
        context: CallContext
    ) async throws -> Catalog.ListTaxRatesResponse {
        requests.record(request)
        guard request.day.count == 10 else { throw Status(.invalidArgument, "The day must be a day.") }
        guard !["FR", "QC"].contains(request.region), request.day > "2000" else { return .init(day: request.day) }
        let federal = Catalog.TaxRate(
            region: "CA-QC",
            name: "GST",
            percent: "5",
            firstDay: "2008-01-01",
            source: "Canada Revenue Agency"
        )
        let provincial = Catalog.TaxRate(
            region: "CA-QC",
            name: "QST",
            percent: "9.975",
            firstDay: "2013-01-01",
            lastDay: "2030-12-31",
            source: "Revenu Québec"
        )
        return .init(rates: [federal, provincial], day: request.day)
    }
}
