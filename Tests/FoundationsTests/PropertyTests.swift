import Foundation
import Foundations
import FoundationsTestSupport
import Testing

@Suite("Properties of money and numbers")
struct MoneyPropertyTests {
    private let currencies = ["CAD", "JPY", "KWD", "EUR"]

    @Test("a sum is the same in every order, and subtraction takes it back", arguments: 0..<5)
    func sums(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let amounts = try (0..<6).map { _ in try money(Int64(generator.integer(digits: 1...12))) }
            let total = try Money.sum(of: amounts, in: amounts[0].currency)
            #expect(try Money.sum(of: amounts.shuffled(using: &generator), in: total.currency) == total)
            let stepwise = try amounts.dropFirst().reduce(amounts[0]) { sum, amount in try sum + amount }
            #expect(stepwise == total)
            let rest = try amounts.reduce(total) { sum, amount in try sum - amount }
            #expect(rest.minorUnits == 0)
        }
    }

    @Test("an amount is the decimal number that it is made from", arguments: 0..<5)
    func decimals(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            for code in currencies {
                let amount = try money(Int64(generator.integer(digits: 1...17)), code)
                let decimal = amount.amount
                #expect(try Money(decimal, currency: amount.currency) == amount)
                #expect(try Money(#require(ExactDecimal(decimal.description)), currency: amount.currency) == amount)
                #expect(decimal.scale == amount.currency.minorDigits)
            }
        }
    }

    @Test("shares of a whole differ from it by less than a unit each", arguments: 0..<5)
    func shares(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let amount = try money(Int64(generator.integer(digits: 1...12)))
            let part = Int64.random(in: 0...10_000, using: &generator)
            let (first, second) = (try amount.share(basisPoints: part), try amount.share(basisPoints: 10_000 - part))
            let sum = try first + second
            #expect((sum.minorUnits - amount.minorUnits).magnitude <= 1)
            let (down, up) = (
                try amount.share(basisPoints: part, rounding: .down), try amount.share(basisPoints: part, rounding: .up)
            )
            #expect(down.minorUnits <= first.minorUnits && first.minorUnits <= up.minorUnits)
            #expect(up.minorUnits - down.minorUnits <= 1)
        }
    }

    @Test("a rate and its inverse lead back within the rounding of both", arguments: 0..<5)
    func conversions(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let amount = try money(Int64.random(in: 1...10_000_000, using: &generator))
            let rate = try ExactDecimal(coefficient: Int128.random(in: 50_000...500_000, using: &generator), scale: 5)
            let inverse = try ExactDecimal(1).divided(by: rate, scale: 15)
            let euros = try amount.converted(to: #require(Currency(code: "EUR")), rate: rate)
            let back = try euros.converted(to: amount.currency, rate: inverse)
            // Half a cent of the other currency is at most one of this, as the rate is at least a half.
            #expect((back.minorUnits - amount.minorUnits).magnitude <= 2)
        }
    }

    @Test("a fraction is compared as its decimals are", arguments: 0..<5)
    func order(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let first = try ExactDecimal(coefficient: generator.integer(digits: 1...15), scale: 7)
            let second = try ExactDecimal(coefficient: generator.integer(digits: 1...15), scale: 9)
            let (left, right) = (try Rational(first), try Rational(second))
            #expect((first < second) == (left < right) && (first == second) == (left == right))
            #expect(try left.rounded(toScale: 7) == first)
        }
    }
}

@Suite("Properties of the calendar")
struct CalendarPropertyTests {
    private func randomDay(_ generator: inout SeededGenerator) throws -> CalendarDay {
        // Of the years 1 to 9999.
        try #require(CalendarDay(dayNumber: Int.random(in: -719_162...2_932_896, using: &generator)))
    }

    @Test("a day is read as it is written, in the order of its text", arguments: 0..<5)
    func texts(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let (first, second) = (try randomDay(&generator), try randomDay(&generator))
            #expect(CalendarDay(first.text) == first)
            #expect((first < second) == (first.text < second.text))
            #expect(first.advanced(by: first.distance(to: second)) == second)
        }
    }

    @Test("a week has seven days in a row", arguments: 0..<3)
    func weeks(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let day = try randomDay(&generator)
            let week = (day..<day.advanced(by: 7)).map(\.weekday)
            #expect(week.sorted() == Array(1...7))
            #expect(zip(week, week.dropFirst()).allSatisfy { $1 == $0 % 7 + 1 })
        }
    }

    @Test("months that are added one by one or at once end in the same month", arguments: 0..<5)
    func months(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let day = try #require(CalendarDay(dayNumber: Int.random(in: 0...50_000, using: &generator)))
            let count = Int.random(in: -60...60, using: &generator)
            let moved = try #require(day.adding(months: count))
            let month = CalendarMonth(containing: day).advanced(by: count)
            #expect(CalendarMonth(containing: moved) == month)
            #expect(moved.day == min(day.day, month.length))
        }
    }

    @Test("a day belongs to the month that starts last before it", arguments: 0..<5)
    func startingDays(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let day = try randomDay(&generator)
            let start = Int.random(in: CalendarMonth.startingDays, using: &generator)
            let month = CalendarMonth(containing: day, startingOn: start)
            #expect(month.days(startingOn: start).contains(day))
            #expect(CalendarMonth(month.description) == month)
        }
    }

    @Test(
        "dates before the year 1 and after 9999 have a text of their own",
        arguments: [(-44, "-0044-12-31"), (0, "0000-12-31"), (10_000, "10000-12-31")]
    )
    func farDates(year: Int, text: String) throws {
        let date = try #require(CivilDate(year: year, month: 12, day: 31))
        #expect(CivilDate(dayNumber: date.dayNumber) == date)
        #expect(date.text == text)
    }
}
