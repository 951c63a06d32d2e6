import Foundations
import FoundationsTestSupport
import Testing

/// Requirement BUD-05: amounts of several currencies in one total.
@Suite("A sum of converted amounts")
struct ConversionSumTests {
    private func rounded(_ terms: [(Int128, Rational)]) throws -> Int128 {
        var sum = ConversionSum()
        for (amount, factor) in terms { try sum.add(amount, times: factor) }
        return sum.rounded
    }

    /// As a sum of each amount's own sum.
    private func joined(_ terms: [(Int128, Rational)]) throws -> Int128 {
        var sum = ConversionSum()
        for (amount, factor) in terms {
            var part = ConversionSum()
            try part.add(amount, times: factor)
            try sum.add(part)
        }
        return sum.rounded
    }

    /// A factor as one rate, its inverse or two of them make it.
    private func factor(_ generator: inout SeededGenerator) throws -> Rational {
        let currencies = try ["JPY", "CAD", "KWD"].map { try #require(Currency(code: $0)) }
        func rate(_ generator: inout SeededGenerator) throws -> Rational {
            let figure = Int128.random(in: 1...9_999_999_999, using: &generator)
            let rate = try Rational(ExactDecimal(coefficient: figure, scale: Int.random(in: 0...10, using: &generator)))
            return Bool.random(using: &generator) ? rate : try .one / rate
        }
        let crossing = Bool.random(using: &generator) ? try rate(&generator) : .one
        return try Rational(
            minorUnitsOf: try #require(currencies.randomElement(using: &generator)),
            in: try #require(currencies.randomElement(using: &generator)),
            at: try rate(&generator) * crossing
        )
    }

    @Test("is the exact sum, rounded once, in any order", arguments: 0..<20)
    func exact(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let terms = try (0..<Int.random(in: 1...6, using: &generator)).map { _ in
                (Int128(Int64.random(in: -99_999_999...99_999_999, using: &generator)), try factor(&generator))
            }
            let expected = SchoolbookFraction.sum(of: terms).roundedHalfToEven
            #expect(try "\(rounded(terms))" == expected)
            #expect(try "\(rounded(terms.shuffled(using: &generator)))" == expected)
            #expect(try "\(joined(terms))" == expected)
        }
    }

    @Test("rounds halves to even, also those that endless fractions add up to")
    func halves() throws {
        let half = try Rational(1, 2)
        #expect(try rounded([(1, half)]) == 0)
        #expect(try rounded([(3, half)]) == 2)
        #expect(try rounded([(5, half)]) == 2)
        #expect(try rounded([(-1, half)]) == 0)
        #expect(try rounded([(-3, half)]) == -2)
        #expect(try rounded([(1, try Rational(1, 3)), (1, try Rational(1, 6))]) == 0)
        #expect(try rounded([(4, try Rational(1, 3)), (1, try Rational(1, 6))]) == 2)
        #expect(try rounded([(-4, try Rational(1, 3)), (-1, try Rational(1, 6))]) == -2)
        #expect(
            try rounded([(1, try Rational(1, 3)), (1, try Rational(1, 6)), (1, try Rational(1, 1_000_000_007))]) == 1
        )
        #expect(
            try rounded([(1, try Rational(1, 3)), (1, try Rational(1, 6)), (-1, try Rational(1, 1_000_000_007))]) == 0
        )
        // A third three times is a whole.
        #expect(try rounded(Array(repeating: (1, try Rational(1, 3)), count: 3)) == 1)
        #expect(try joined([(1, try Rational(1, 3)), (1, try Rational(1, 6))]) == 0)
        #expect(try joined([(4, try Rational(1, 3)), (1, try Rational(1, 6))]) == 2)
    }

    @Test("is rounded once and not amount by amount")
    func once() throws {
        let tenth = try Rational(1, 10)
        #expect(try rounded(Array(repeating: (4, tenth), count: 10)) == 4)
        #expect(try rounded(Array(repeating: (6, tenth), count: 10)) == 6)
    }

    @Test("counts the minor units of both currencies")
    func minorUnits() throws {
        func converted(_ amount: Int128, _ from: String, _ to: String, _ rate: String) throws -> Int128 {
            let (from, to) = (try #require(Currency(code: from)), try #require(Currency(code: to)))
            let rate = try Rational(#require(ExactDecimal(rate)))
            return try rounded([(amount, try Rational(minorUnitsOf: from, in: to, at: rate))])
        }
        #expect(try converted(10_000, "CAD", "JPY", "108.27") == 10_827)
        #expect(try converted(10_827, "JPY", "CAD", "0.0092361688") == 10_000)
        #expect(try converted(1_250, "KWD", "CAD", "4.4571") == 557)
        #expect(try converted(557, "CAD", "KWD", "0.2243611") == 1_250)
        #expect(try converted(1_000, "KWD", "JPY", "482.5") == 482)
    }

    @Test("fails where it is more than can be counted, and not before")
    func overflow() throws {
        let ten = try Rational(10_000_000_000, 1)
        #expect(throws: ArithmeticError.overflow) { try rounded([(.max, ten)]) }
        #expect(throws: ArithmeticError.overflow) { try rounded([(.max, .one), (1, .one)]) }
        #expect(try rounded([(.max, .one)]) == .max)
        #expect(try rounded([(Int128(Int64.max) * 1_000, ten)]) == Int128(Int64.max) * 10_000_000_000_000)
    }
}

/// A fraction of whole numbers of any length, to check sums against.
private struct SchoolbookFraction {
    private var isNegative = false
    private var numerator: SchoolbookNumber
    private var denominator: SchoolbookNumber

    private init(_ amount: Int128, _ factor: Rational) {
        isNegative = amount < 0
        numerator = SchoolbookNumber("\(amount.magnitude)") * SchoolbookNumber("\(factor.numerator)")
        denominator = SchoolbookNumber("\(factor.denominator)")
    }

    static func sum(of terms: [(Int128, Rational)]) -> SchoolbookFraction {
        terms.dropFirst().reduce(SchoolbookFraction(terms[0].0, terms[0].1)) { sum, term in
            sum.adding(SchoolbookFraction(term.0, term.1))
        }
    }

    private func adding(_ other: SchoolbookFraction) -> SchoolbookFraction {
        var sum = self
        let (left, right) = (numerator * other.denominator, other.numerator * denominator)
        sum.denominator = denominator * other.denominator
        if isNegative == other.isNegative {
            sum.numerator = left + right
        } else if left < right {
            (sum.numerator, sum.isNegative) = (right - left, other.isNegative)
        } else {
            sum.numerator = left - right
        }
        return sum
    }

    var roundedHalfToEven: String {
        let (quotient, rest) = numerator.divided(by: denominator)
        let twice = rest + rest
        let isUp = denominator < twice || twice == denominator && !quotient.isEven
        let text = (isUp ? quotient + SchoolbookNumber("1") : quotient).text
        return isNegative && text != "0" ? "-\(text)" : text
    }
}
