import CatalogDomain
import Foundations
import Testing

/// Requirement CAT-22.
@Suite("The rate in force on a day")
struct ExchangeRateTableTests {
    /// Rates written as `USD CAD 2025-03-07 1.43`.
    private func table(_ rates: String...) throws -> ExchangeRateTable {
        ExchangeRateTable(
            try rates.map { text in
                let parts = text.split(separator: " ").map(String.init)
                return ExchangeRate(
                    CurrencyPair(parts[0], parts[1]),
                    on: try #require(CalendarDay(parts[2])),
                    try #require(ExchangeRate.figure(parts[3])),
                    source: "Test"
                )
            }
        )
    }

    /// What an amount is converted with, such as `×1.43 2025-03-07`; nil for nothing.
    private func steps(_ table: ExchangeRateTable, _ from: String, _ to: String, _ day: String) throws -> [String]? {
        table.steps(from: from, to: to, on: try #require(CalendarDay(day)))?.map {
            "\($0.isInverse ? "÷" : "×")\($0.rate.rate) \($0.rate.day)"
        }
    }

    @Test("is the latest one on or before it, for seven days")
    func latest() throws {
        let table = try table("USD CAD 2025-03-07 1.43", "USD CAD 2025-03-10 1.44", "USD CAD 2025-03-06 1.42")
        #expect(try steps(table, "USD", "CAD", "2025-03-05") == nil)
        #expect(try steps(table, "USD", "CAD", "2025-03-06") == ["×1.42 2025-03-06"])
        #expect(try steps(table, "USD", "CAD", "2025-03-09") == ["×1.43 2025-03-07"])
        #expect(try steps(table, "USD", "CAD", "2025-03-17") == ["×1.44 2025-03-10"])
        #expect(try steps(table, "USD", "CAD", "2025-03-18") == nil)
    }

    @Test("divides where the rate leads the other way, unless one of the day needs no division")
    func inverse() throws {
        let table = try table("USD CAD 2025-03-07 1.43", "CAD USD 2025-03-07 0.7", "USD CAD 2025-03-10 1.44")
        #expect(try steps(table, "CAD", "USD", "2025-03-07") == ["×0.7 2025-03-07"])
        #expect(try steps(table, "CAD", "USD", "2025-03-10") == ["÷1.44 2025-03-10"])
        #expect(try steps(table, "USD", "CAD", "2025-03-07") == ["×1.43 2025-03-07"])
    }

    @Test("goes by way of a third currency only where both have none, the one that is up to date")
    func crossing() throws {
        let table = try table(
            "EUR JPY 2025-03-07 160.5",
            "EUR CAD 2025-03-07 1.55",
            "USD CAD 2025-03-10 1.44",
            "USD JPY 2025-03-10 148.1",
            "EUR GBP 2025-03-03 0.83"
        )
        #expect(try steps(table, "JPY", "CAD", "2025-03-07") == ["÷160.5 2025-03-07", "×1.55 2025-03-07"])
        #expect(try steps(table, "JPY", "CAD", "2025-03-10") == ["÷148.1 2025-03-10", "×1.44 2025-03-10"])
        // Each of both has its own day, and the older one must not be too old.
        #expect(try steps(table, "GBP", "CAD", "2025-03-10") == ["÷0.83 2025-03-03", "×1.55 2025-03-07"])
        #expect(try steps(table, "GBP", "CAD", "2025-03-11") == nil)
        #expect(try steps(table, "EUR", "CAD", "2025-03-10") == ["×1.55 2025-03-07"])
    }

    @Test("is none where there is no way by one currency, and is never assumed to be 1")
    func none() throws {
        let table = try table("EUR SEK 2025-03-07 11", "SEK NOK 2025-03-07 1.02")
        #expect(try steps(table, "EUR", "NOK", "2025-03-07") == nil)
        #expect(try steps(table, "CAD", "USD", "2025-03-07") == nil)
    }

    @Test("is looked for in the rates of these pairs and days")
    func range() throws {
        let days = try ["2025-03-20", "2025-03-01", "2025-03-09", "2025-03-02"].map { try #require(CalendarDay($0)) }
        let spans = ExchangeRateTable.spans(of: days)
        #expect(
            spans.map { "\($0.lowerBound) \($0.upperBound)" } == ["2025-02-22 2025-03-09", "2025-03-13 2025-03-20"]
        )
        // Each currency is looked for around its own days alone.
        let wanted = ExchangeRateTable.spans(of: ["JPY": Set(days), "EUR": [days[0]]], to: "CAD")
        #expect(wanted.count { $0.pair == CurrencyPair("JPY", "CAD") } == 2)
        #expect(wanted.count { $0.pair == CurrencyPair("EUR", "CAD") } == 2)
        #expect(wanted.count { $0.pair == CurrencyPair("USD", "EUR") } == 1)
        let pairs = ExchangeRateTable.pairs(from: ["JPY"], to: "CAD")
        #expect(
            pairs.count == 2 * 5 && pairs.contains(CurrencyPair("EUR", "JPY"))
                && pairs.contains(CurrencyPair("USD", "CAD"))
        )
    }
}
