import CatalogDomain
import Foundations
import Testing

/// Requirements CAT-14 and CAT-22.
@Suite("A file of exchange rates")
struct ExchangeRateFileTests {
    private func read(_ text: String) throws -> ExchangeRateFile {
        try ExchangeRateFile(parsing: Array(text.utf8), until: try #require(CalendarDay("2025-12-31")))
    }

    /// Rates as `USD CAD 2025-03-07 1.43 Source`.
    private func texts(_ file: ExchangeRateFile) -> [String] {
        file.rates.map { "\($0.pair.from) \($0.pair.to) \($0.day) \($0.rate) \($0.source)" }
    }

    @Test("has a rate in each line, in columns of any order")
    func larder() throws {
        let file = try read(
            "day,from,to,rate,source\n2025-03-07,USD,CAD,1.4300,Bank\r\n2025-03-07,JPY,CAD,0.0097,\"Bank, central\"\n"
        )
        #expect(file.layout == .larder && file.problems.isEmpty)
        #expect(texts(file) == ["USD CAD 2025-03-07 1.43 Bank", "JPY CAD 2025-03-07 0.0097 Bank, central"])
    }

    @Test("is read as the European Central Bank publishes it: of all days, and of the latest one")
    func european() throws {
        let all = try read(
            """
            Date,USD,JPY,CYP,CAD,
            2025-03-07,1.0857,160.03,N/A,1.5552,
            2007-12-31,1.4721,164.93,0.585274,1.4449,

            """
        )
        #expect(all.layout == .europeanCentralBank && all.problems.isEmpty && all.skipped == ["CYP"])
        #expect(all.rates.count == 6)
        #expect(texts(all)[1] == "EUR JPY 2025-03-07 160.03 European Central Bank")
        let latest = try read("Date, USD, JPY, \n07 March 2025, 1.0857, 160.03, \n")
        #expect(texts(latest).first == "EUR USD 2025-03-07 1.0857 European Central Bank" && latest.rates.count == 2)
    }

    @Test("is read as the Bank of Canada publishes it")
    func canadian() throws {
        let file = try read(
            """
            \u{FEFF}"TERMS AND CONDITIONS"
            "https://www.bankofcanada.ca/terms/"

            "NAME","Daily exchange rates"

            "SERIES"
            "id","label","description"
            "FXUSDCAD","USD/CAD","US dollar to Canadian dollar daily exchange rate"

            "OBSERVATIONS"
            "date","FXUSDCAD","FXJPYCAD","INDINF"
            "2025-03-06","1.4307","0.009690","3"
            "2025-03-07","1.4382","",""

            """
        )
        #expect(file.layout == .bankOfCanada && file.problems.isEmpty && file.skipped == ["INDINF"])
        #expect(
            texts(file) == [
                "USD CAD 2025-03-06 1.4307 Bank of Canada", "JPY CAD 2025-03-06 0.00969 Bank of Canada",
                "USD CAD 2025-03-07 1.4382 Bank of Canada",
            ]
        )
    }

    @Test("says everything that is wrong in each line")
    func problems() throws {
        let file = try read(
            """
            from,to,day,rate,source
            USD,CAD,2025-03-07,1.43,Bank
            USD,CAD,2025-03-07
            USD,XYZ,2025-02-30,-1,
            CAD,CAD,2026-01-01,0,Bank
            USD,CAD,2025-03-08,1.23456789012,Bank
            XXX,CAD,1899-12-31,1e3,Bank
            USD,CAD,2025-03-07,1.44,Bank
            EUR,CAD,2025-03-07,1.55,Bank
            """
        )
        typealias Problem = ExchangeRateFile.Problem
        #expect(
            file.problems.map { [$0.line: $0.kind] } == [
                [3: .fieldCount(expected: 5, found: 3)], [4: .currency("XYZ")], [4: .day("2025-02-30")],
                [4: .rate("-1", column: "rate")], [4: .source], [5: .sameCurrency("CAD")], [5: .day("2026-01-01")],
                [5: .rate("0", column: "rate")], [6: .rate("1.23456789012", column: "rate")], [7: .currency("XXX")],
                [7: .day("1899-12-31")], [7: .rate("1e3", column: "rate")], [8: .repeated(line: 2)],
            ]
        )
        #expect(try read("Date,USD,JPY\n2025-03-07,1.1,abc\n").problems.map(\.kind) == [.rate("abc", column: "JPY")])
        #expect(try read("from,to,day,rate,source\nUSD,\"CAD\n").problems.map(\.kind) == [.syntax])
    }

    @Test(
        "is none without a header that is known",
        arguments: ["", "a,b\n1,2\n", "Date,Usd\n2025-03-07,1\n", "Date\n"]
    )
    func unknown(text: String) {
        #expect(throws: ExchangeRateFile.Failure.unknownLayout) { try read(text) }
    }
}
