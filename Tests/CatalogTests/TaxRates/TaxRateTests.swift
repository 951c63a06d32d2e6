import CatalogEvaluation
import Foundations
import FoundationsTestSupport
import Testing

@testable import CatalogDomain

/// Requirements CAT-13 and CAT-14.
@Suite("Tax rates")
struct TaxRateTests {
    private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    /// A rate of a tax from a day to another one.
    private func rate(
        _ subject: (region: String, name: String),
        _ percent: Int64,
        from first: String,
        to last: String? = nil
    ) throws -> TaxRate {
        TaxRate(
            region: subject.region,
            name: subject.name,
            frenchName: subject.name,
            percent: ExactDecimal(percent),
            period: ValidityPeriod(from: try day(first), to: try last.map(day)),
            source: "Test"
        )
    }

    /// The rates of a region on a day, such as `GST 5`.
    private func texts(_ table: TaxRateTable, _ region: String?, _ on: String) throws -> [String] {
        table.rates(in: region, on: try day(on)).map { "\($0.name) \($0.percent)" }
    }

    @Test(
        "that ship are those of Canada's provinces and territories",
        arguments: [
            ("CA-AB", ["GST 5"]), ("CA-BC", ["GST 5", "PST 7"]), ("CA-MB", ["GST 5", "RST 7"]), ("CA-NB", ["HST 15"]),
            ("CA-NL", ["HST 15"]), ("CA-NS", ["HST 14"]), ("CA-NT", ["GST 5"]), ("CA-NU", ["GST 5"]),
            ("CA-ON", ["HST 13"]), ("CA-PE", ["HST 15"]), ("CA-QC", ["GST 5", "QST 9.975"]),
            ("CA-SK", ["GST 5", "PST 6"]), ("CA-YT", ["GST 5"]), ("CA", []), ("FR", []), ("C", []),
        ]
    )
    func shipped(region: String, rates: [String]) throws {
        let table = TaxRateTable(shipped: try ShippedReferenceData.data.get().taxRates)
        #expect(try texts(table, region, "2026-11-27") == rates)
    }

    @Test("are in force from their first day to their last one")
    func days() throws {
        let table = TaxRateTable(shipped: try ShippedReferenceData.data.get().taxRates)
        #expect(try texts(table, "CA-NS", "2010-06-30") == [])
        #expect(try texts(table, "CA-NS", "2010-07-01") == ["HST 15"])
        #expect(try texts(table, "CA-NS", "2025-03-31") == ["HST 15"])
        #expect(try texts(table, "CA-NS", "2025-04-01") == ["HST 14"])
        #expect(try texts(table, "CA-NS", "9999-12-31") == ["HST 14"])
    }

    @Test("of a region come after those of its country, and are none of another region's")
    func regions() throws {
        let table = TaxRateTable(shipped: [
            try rate(("US-CA", "Sales"), 7, from: "2020-01-01"), try rate(("CA-QC", "QST"), 10, from: "2020-01-01"),
            try rate(("CA", "GST"), 5, from: "2020-01-01"), try rate(("CA-ON", "PST"), 8, from: "2020-01-01"),
        ])
        #expect(try texts(table, "CA-QC", "2020-01-01") == ["GST 5", "QST 10"])
        #expect(try texts(table, "CA", "2020-01-01") == ["GST 5"])
        #expect(try texts(table, "US", "2020-01-01") == [])
        #expect(try texts(table, nil, "2020-01-01") == ["GST 5", "PST 8", "QST 10", "Sales 7"])
    }

    @Test("that overlap count from their own first day on")
    func overlapping() throws {
        let table = TaxRateTable(shipped: [
            try rate(("CA-NS", "HST"), 14, from: "2025-04-01"), try rate(("CA-NS", "HST"), 12, from: "2026-01-01"),
            try rate(("CA-NS", "HST"), 15, from: "2010-07-01"), try rate(("CA-ON", "HST"), 13, from: "2010-07-01"),
        ])
        #expect(try texts(table, "CA-NS", "2025-03-31") == ["HST 15"])
        #expect(try texts(table, "CA-NS", "2025-12-31") == ["HST 14"])
        #expect(try texts(table, nil, "2026-01-01") == ["HST 12", "HST 13"])
    }

    @Test("that operators have said count as long as they are in force, also where one that ships begins later")
    func own() throws {
        let table = TaxRateTable(
            shipped: [
                try rate(("CA-NS", "HST"), 14, from: "2025-04-01"), try rate(("CA-NS", "HST"), 12, from: "2026-01-01"),
                try rate(("CA-NS", "GST"), 5, from: "2025-04-01"),
            ],
            own: [
                try rate(("CA-NS", "HST"), 13, from: "2025-06-01", to: "2026-12-31"),
                try rate(("CA-NS", "Levy"), 1, from: "2025-06-01"),
            ]
        )
        #expect(try texts(table, "CA-NS", "2025-05-31") == ["GST 5", "HST 14"])
        #expect(try texts(table, "CA-NS", "2026-12-31") == ["GST 5", "HST 13", "Levy 1"])
        #expect(try texts(table, "CA-NS", "2027-01-01") == ["GST 5", "HST 12", "Levy 1"])
    }

    @Test("of a file are read with all of their fields, or their lines are named")
    func file() throws {
        let header = TaxRate.columns.joined(separator: ",") + "\n"
        let lines = [
            "CA-QC,QST,TVQ,9.9750,2013-01-01,2030-12-31,Revenu Québec", "FR,VAT,TVA,0,2020-01-01,,x",
            "ca,GST,TPS,5,2020-01-01,,x", "CA, GST,TPS,5,2020-01-01,,x", "CA,GST,TPS,5 %,2020-01-01,,x",
            "CA,GST,TPS,50.001,1799-12-31,,", "CA,\(String(repeating: "G", count: 41)),TPS,5,2020-01-01,,x",
            "CA-QUEBEC,QST,TVQ,5,2020-01-01,,x",
        ]
        let parsed = TaxRate.parse((header + lines.joined(separator: "\n")).utf8)
        #expect(parsed.problems.map(\.line) == [4, 5, 6, 7, 7, 7, 8, 9])
        #expect(parsed.rows.map(\.line) == [2, 3])
        let quebec = try #require(parsed.rows.first?.row)
        #expect(quebec.percent.description == "9.975" && quebec.frenchName == "TVQ")
        #expect(quebec.period == ValidityPeriod(from: try day("2013-01-01"), to: try day("2030-12-31")))
        #expect(quebec.key == "CA-QC QST 2013-01-01" && quebec.source == "Revenu Québec")
        #expect(parsed.rows[1].row.percent == .zero && parsed.rows[1].row.period.lastDay == nil)
    }
}

@Suite("Periods of validity")
struct ValidityPeriodTests {
    private static let origin = 738_000

    private func day(_ number: Int) throws -> CalendarDay {
        try #require(CalendarDay(dayNumber: Self.origin + number))
    }

    private func period(_ first: Int, _ last: Int?) throws -> ValidityPeriod {
        ValidityPeriod(from: try day(first), to: try last.map(day))
    }

    @Test("overlap where they share a day")
    func pairs() throws {
        let period = try period(3, 5)
        #expect(try !period.overlaps(self.period(1, 2)) && !period.overlaps(self.period(6, nil)))
        #expect(try period.overlaps(self.period(1, 3)) && period.overlaps(self.period(5, nil)))
        #expect(try period.overlaps(self.period(4, 4)) && period.overlaps(self.period(1, nil)))
    }

    @Test("are found to overlap exactly where a comparison of all pairs finds it")
    func reference() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let periods = try (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                let first = Int.random(in: 0...30, using: &generator)
                let length = Int.random(in: 0...6, using: &generator)
                let subject = Bool.random(using: &generator) ? "a" : "b"
                return (subject: subject, period: try period(first, length == 6 ? nil : first + length))
            }
            let found = ValidityPeriod.overlaps(among: periods)
            #expect(found.allSatisfy { overlap(periods, $0.place, $0.other) }, "seed \(seed)")
            #expect(Set(found.map(\.place)).count == found.count, "seed \(seed)")
            // Of each pair, the one that begins last is found.
            let later = periods.indices.filter { place in
                periods.indices.contains { other in
                    overlap(periods, place, other) && begins(periods, other) < begins(periods, place)
                }
            }
            #expect(Set(found.map(\.place)) == Set(later), "seed \(seed)")
        }
    }

    /// When a period begins, and its place where others begin on that day.
    private func begins(_ periods: [(subject: String, period: ValidityPeriod)], _ place: Int) -> (CalendarDay, Int) {
        (periods[place].period.firstDay, place)
    }

    private func overlap(_ periods: [(subject: String, period: ValidityPeriod)], _ one: Int, _ other: Int) -> Bool {
        one != other && periods[one].subject == periods[other].subject
            && periods[one].period.overlaps(periods[other].period)
    }
}
