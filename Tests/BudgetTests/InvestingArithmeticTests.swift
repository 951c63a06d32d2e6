import Foundation
import Foundations
import FoundationsTestSupport
import Testing

@testable import larder_budget

/// Requirements BUD-18 and BUD-19: figures that were worked out by hand.
@Suite("What spending would have become")
struct InvestingArithmeticTests {
    /// A price for each day from the first of March 2024, in cents; Friday the first, then Monday and so on.
    private static let daily = PriceTimeline(
        [
            ("2024-03-01", 10_000), ("2024-03-04", 12_500), ("2024-03-05", 8_000), ("2024-03-06", 10_000),
            ("2024-03-07", 9_000),
        ].map { .init(day: day($0), close: $1) },
        isMonthly: false
    )

    private static func day(_ text: String) -> CalendarDay {
        guard let day = CalendarDay(text) else { preconditionFailure("no day: \(text)") }
        return day
    }

    private func day(_ text: String) -> CalendarDay { Self.day(text) }

    private func purchase(_ day: String, _ amount: Int64, currency: String = "CAD", category: String = "")
        -> CountedPurchase
    {
        CountedPurchase(
            id: UUID(),
            day: self.day(day),
            currency: currency,
            kind: .expenditure,
            storeID: nil,
            storeName: "",
            items: [.init(productID: nil, name: "", category: category, symbol: "", amount: Int128(amount))],
            taxes: 0,
            total: nil
        )
    }

    private func estimate(
        _ ledger: [CountedPurchase],
        from first: String = "2024-03-01",
        to last: String = "2024-03-31",
        worthOn: String = "2024-03-31",
        categories: Set<String> = [],
        _ timeline: PriceTimeline = Self.daily
    ) throws -> EarningsEstimate {
        try #require(
            try EarningsEstimate(
                ledger,
                categories: categories,
                in: SpendingPeriod(day(first), day(last)),
                worthOn: day(worthOn),
                timeline
            )
        )
    }

    // MARK: Earnings

    @Test("is a gain and a loss to the cent, by hand")
    func worked() throws {
        // 10.00 at 80.00 are worth 10 × 90 / 80 = 11.25. 10.00 at 125.00 are worth 7.20. Together 18.45 of 20.00.
        let estimate = try estimate([purchase("2024-03-05", 1_000), purchase("2024-03-04", 1_000)])
        #expect(estimate.outcome.invested == 2_000 && estimate.outcome.worth == 1_845)
        #expect(estimate.outcome.gain == -155 && estimate.outcome.basisPoints == -775)
        #expect(estimate.outcome.firstDay == day("2024-03-04") && estimate.outcome.lastDay == day("2024-03-07"))
        let gain = try self.estimate([purchase("2024-03-05", 1_000)])
        #expect(gain.outcome.worth == 1_125 && gain.outcome.gain == 125 && gain.outcome.basisPoints == 1_250)
        let loss = try self.estimate([purchase("2024-03-04", 1_000)])
        #expect(loss.outcome.worth == 720 && loss.outcome.gain == -280 && loss.outcome.basisPoints == -2_800)
    }

    @Test("takes the price of the next day where a day has none, and none after a longer gap")
    func nextDay() throws {
        // Saturday's 1.00 is invested on Monday at 125.00.
        let weekend = try estimate([purchase("2024-03-02", 100)])
        #expect(weekend.outcome.worth == 72 && weekend.outcome.firstDay == day("2024-03-04"))
        // After the last price there is none, nor long before the first one.
        let missing = try estimate(
            [purchase("2024-03-08", 100), purchase("2024-02-22", 40), purchase("2024-02-23", 100)],
            from: "2024-02-01"
        )
        #expect(missing.withoutPrices == 140)
        #expect(missing.outcome.invested == 100 && missing.outcome.worth == 90)
    }

    @Test("is rounded once, half away from zero, also where refunds prevail")
    func rounding() throws {
        let timeline = PriceTimeline(
            [("2024-03-01", 400), ("2024-03-04", 800), ("2024-03-05", 300), ("2024-03-06", 200)].map {
                .init(day: day($0), close: $1)
            },
            isMonthly: false
        )
        // 1 × 2/4 + 1 × 2/8 + 1 × 2/3 = 0.5 + 0.25 + 0.666… = 1.416…: each on its own would be 1 + 0 + 1 = 2.
        let three = ["2024-03-01", "2024-03-04", "2024-03-05"].map { purchase($0, 1) }
        #expect(try estimate(three, timeline).outcome.worth == 1)
        // 1 × 2/4 + 4 × 2/8 = 1.5 is rounded to 2, and the same refunded to -2.
        for sign: Int64 in [1, -1] {
            let half = [purchase("2024-03-01", sign), purchase("2024-03-04", 4 * sign)]
            #expect(try estimate(half, timeline).outcome.worth == Int128(2 * sign))
            #expect(try estimate([purchase("2024-03-01", sign)], timeline).outcome.worth == Int128(sign))
        }
        #expect(try estimate([purchase("2024-03-01", -3)], timeline).outcome.basisPoints == nil)
    }

    @Test("is told for every month, also those without purchases, and for the categories that are asked for")
    func months() throws {
        let timeline = PriceTimeline(
            [("2024-01-31", 100), ("2024-02-29", 110), ("2024-03-31", 121)].map { .init(day: day($0), close: $1) },
            isMonthly: true
        )
        let ledger = [
            purchase("2024-01-05", 1_000, category: "fruit"), purchase("2024-03-30", 500),
            purchase("2024-03-31", 700, category: "fruit"),
        ]
        let all = try estimate(ledger, from: "2024-01-01", timeline)
        #expect(
            all.months == [
                .init(month: "2024-01", invested: 1_000, worth: 1_210), .init(month: "2024-02", invested: 0, worth: 0),
                .init(month: "2024-03", invested: 1_200, worth: 1_200),
            ]
        )
        let fruit = try estimate(ledger, from: "2024-01-01", categories: ["fruit"], timeline)
        #expect(fruit.outcome.invested == 1_700 && fruit.outcome.worth == 1_910)
    }

    @Test("offers the worst start beside the best one, and counts those with a loss")
    func starts() throws {
        // For three days, from Monday to Thursday: 125 → 90. From Friday to Monday: 100 → 125. The others end too late.
        let estimate = try estimate([purchase("2024-03-04", 1_000)])
        let outlook = try #require(estimate.outlook)
        #expect(outlook.starts == 2 && outlook.losses == 1)
        #expect(outlook.worst.firstDay == day("2024-03-04") && outlook.worst.worth == 720)
        #expect(outlook.best.firstDay == day("2024-03-01") && outlook.best.lastDay == day("2024-03-04"))
        #expect(outlook.best.worth == 1_250)
    }

    @Test("keeps amounts in other currencies apart, and never takes them for the security's")
    func currencies() {
        let spent = SpentAmount(
            [
                purchase("2024-03-01", 100), purchase("2024-03-01", 900, currency: "EUR"),
                purchase("2024-03-01", 7, currency: "USD"), purchase("2024-03-02", -7, currency: "USD"),
            ],
            in: "CAD",
            categories: []
        )
        #expect(spent.comparable == 100 && spent.apart == ["EUR": 900])
    }

    // MARK: Comparison

    @Test("compares with another period by its first and last prices, with points between")
    func comparison() throws {
        let comparison = try #require(
            try SecurityComparison(2_000, from: day("2024-03-02"), to: day("2024-03-06"), in: Self.daily)
        )
        #expect(comparison.outcome.worth == 1_600 && comparison.outcome.basisPoints == -2_000)
        #expect(comparison.points.map(\.worth) == [2_000, 1_280, 1_600])
        // Two days: 100 → 125 on the weekend counts as no start of two days; 125 → 100, 80 → 90.
        #expect(comparison.outlook?.worst.worth == 1_600)
        #expect(comparison.outlook?.best.worth == 2_250)
        for (first, last) in [("2024-02-01", "2024-03-06"), ("2024-03-08", "2024-03-09"), ("2024-03-02", "2024-03-03")]
        {
            #expect(try SecurityComparison(1, from: day(first), to: day(last), in: Self.daily) == nil)
        }
    }

    @Test("has at most 120 points, with the first and the last one")
    func points() throws {
        let first = day("2020-01-01")
        let timeline = PriceTimeline(
            (0..<1_000).map { .init(day: first.advanced(by: $0), close: Int64(100 + $0)) },
            isMonthly: false
        )
        let last = first.advanced(by: 999)
        let comparison = try #require(try SecurityComparison(100, from: first, to: last, in: timeline))
        #expect(comparison.points.count == 120)
        #expect(comparison.points.first?.day == first && comparison.points.last?.day == last)
        #expect(comparison.points.map(\.day) == comparison.points.map(\.day).sorted())
        #expect(comparison.outlook == nil)
    }

    @Test("reports what is beyond 128 bits rather than wrapping around")
    func overflow() {
        let timeline = PriceTimeline(
            [("2024-03-01", 1), ("2024-03-04", .max)].map { .init(day: day($0), close: $1) },
            isMonthly: false
        )
        #expect(throws: ArithmeticError.overflow) {
            try SecurityComparison(Int128(Int64.max) * 4, from: day("2024-03-01"), to: day("2024-03-04"), in: timeline)
        }
    }

    // MARK: Properties

    @Test("agrees with a plain model of decimals, for random ledgers and prices")
    func model() throws {
        var generator = SeededGenerator(seed: 20)
        let first = day("2023-01-02")
        for _ in 0..<200 {
            var points: [PriceTimeline.Point] = []
            for offset in 0..<60 where Int.random(in: 0..<5, using: &generator) > 0 {
                points.append(
                    .init(day: first.advanced(by: offset), close: .random(in: 1...99_999_999, using: &generator))
                )
            }
            guard points.count > 10 else { continue }
            let timeline = PriceTimeline(points, isMonthly: false)
            let ledger = (0..<Int.random(in: 1..<60, using: &generator)).map { _ in
                purchase(
                    first.advanced(by: .random(in: 0..<60, using: &generator)).text,
                    .random(in: -5_000...99_999, using: &generator)
                )
            }
            let estimate = try estimate(ledger, from: "2023-01-02", to: "2023-03-31", worthOn: "2023-03-31", timeline)
            let (worth, invested, without) = Self.plainly(ledger, points)
            #expect(estimate.outcome.invested == invested && estimate.withoutPrices == without)
            #expect(estimate.outcome.worth == worth)
            #expect(estimate.months.reduce(0) { $0 + $1.invested } == invested)
        }
    }

    /// The worth, what is invested, and what has no price, with Foundation's decimals and a search from the beginning.
    private static func plainly(
        _ ledger: [CountedPurchase],
        _ points: [PriceTimeline.Point]
    ) -> (Int128, Int128, Int128) {
        var (worth, invested, without): (Decimal, Int128, Int128) = (0, 0, 0)
        for purchase in ledger {
            let amount = purchase.sums.counted
            guard let price = points.first(where: { $0.day >= purchase.day }),
                purchase.day.distance(to: price.day) <= 7
            else {
                without += amount
                continue
            }
            invested += amount
            worth += Decimal(Int64(amount)) * Decimal(points[points.count - 1].close) / Decimal(price.close)
        }
        var rounded = Decimal()
        NSDecimalRound(&rounded, &worth, 0, .plain)
        return (Int128("\(rounded)") ?? .min, invested, without)
    }

    @Test("finds the same worst and best starts as trying all of them")
    func startsModel() throws {
        var generator = SeededGenerator(seed: 21)
        let first = day("2023-01-02")
        for _ in 0..<100 {
            let points = (0..<40).filter { _ in Int.random(in: 0..<4, using: &generator) > 0 }.map {
                PriceTimeline.Point(day: first.advanced(by: $0), close: .random(in: 50...150, using: &generator))
            }
            let length = Int.random(in: 1...20, using: &generator)
            let timeline = PriceTimeline(points, isMonthly: false)
            guard let last = points.last?.day else { continue }
            let all = points.compactMap { start -> (start: PriceTimeline.Point, end: PriceTimeline.Point)? in
                let target = start.day.advanced(by: length)
                guard target <= last, let end = points.last(where: { $0.day <= target }), end.day > start.day else {
                    return nil
                }
                return (start, end)
            }
            let outlook = try StartOutlook(of: 1_000_000, from: first, to: first.advanced(by: length), in: timeline)
            let worths = try all.map { try InvestmentOutcome(1_000_000, from: $0.start, to: $0.end).worth }
            #expect(outlook?.starts ?? 0 == (all.count > 1 ? all.count : 0))
            guard let outlook else { continue }
            #expect(outlook.worst.worth == worths.min() && outlook.best.worth == worths.max())
            #expect(outlook.losses == all.count { $0.end.close < $0.start.close })
        }
    }

    @Test("takes as many whole months from each month's end for prices of months")
    func monthlyStarts() throws {
        let days = ["2023-11-30", "2023-12-31", "2024-01-31", "2024-02-29", "2024-03-31"]
        let closes: [Int64] = [100, 90, 120, 60, 80]
        let timeline = PriceTimeline(zip(days, closes).map { .init(day: day($0), close: $1) }, isMonthly: true)
        let outlook = try #require(
            try StartOutlook(of: 100, from: day("2023-11-30"), to: day("2024-01-31"), in: timeline)
        )
        // Two months: 100 → 120, 90 → 60, 120 → 80.
        #expect(outlook.starts == 3 && outlook.losses == 2)
        #expect(outlook.best.worth == 120)
        #expect(outlook.worst.firstDay == day("2023-12-31") && outlook.worst.worth == 67)
    }
}
