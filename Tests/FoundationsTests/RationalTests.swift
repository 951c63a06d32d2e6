import Foundations
import FoundationsTestSupport
import Testing

@Suite("A rational number")
struct RationalTests {
    @Test(
        "is in lowest terms with the sign above",
        arguments: [(6, 4, "3/2"), (-6, 4, "-3/2"), (6, -4, "-3/2"), (-6, -4, "3/2"), (0, -5, "0"), (8, 4, "2")]
            as [(Int128, Int128, String)]
    )
    func lowestTerms(numerator: Int128, denominator: Int128, text: String) throws {
        #expect(try Rational(numerator, denominator).description == text)
    }

    @Test("has no denominator of zero")
    func divisionByZero() {
        #expect(throws: ArithmeticError.divisionByZero) { try Rational(1, 0) }
        #expect(throws: ArithmeticError.divisionByZero) { try Rational(0, 0) }
        #expect(throws: ArithmeticError.divisionByZero) { try Rational.one / .zero }
    }

    @Test("names a result that has no room")
    func overflow() throws {
        let largest = try Rational(.max, 1)
        #expect(throws: ArithmeticError.overflow) { try largest + 1 }
        #expect(throws: ArithmeticError.overflow) { try -largest - 1 }
        #expect(throws: ArithmeticError.overflow) { try largest * 2 }
        #expect(throws: ArithmeticError.overflow) { try Rational(.min, 1) }
        #expect(throws: ArithmeticError.overflow) { try Rational(1, .min) }
        #expect(throws: ArithmeticError.overflow) { try Rational(1, .max) * Rational(1, 2) }
        // The smallest number is fine where it can be reduced.
        #expect(try Rational(.min, 2).description == "-85070591730234615865843651857942052864")
    }

    @Test("is multiplied where only the products on the way have no room")
    func crosswise() throws {
        #expect(try Rational(.max, 3) * Rational(3, .max) == 1)
        #expect(try Rational(.max, 2) / Rational(.max, 4) == 2)
    }

    @Test("is compared exactly, also where products have no room")
    func order() throws {
        #expect(try Rational(1, 3) < Rational(1, 2))
        #expect(try Rational(-1, 2) < Rational(-1, 3))
        #expect(try Rational(-1, 2) < 0)
        #expect(try Rational(.max - 1, .max) < 1)
        #expect(try Rational(.max - 2, .max) < Rational(.max - 1, .max))
        #expect(try !(Rational(2, 4) < Rational(1, 2)))
    }

    @Test(
        "is rounded once from its exact value",
        arguments: [
            (1, 3, 2, .toNearestOrEven, "0.33"), (2, 3, 2, .toNearestOrEven, "0.67"),
            (1, 8, 2, .toNearestOrEven, "0.12"),
            (-1, 8, 2, .toNearestOrAwayFromZero, "-0.13"), (5, 1, 2, .down, "5.00"), (-1, 3, 0, .down, "-1"),
            (1, 7, 38, .towardZero, "0.14285714285714285714285714285714285714"),
            (.max, .max - 1, 20, .up, "1.00000000000000000001"),
        ] as [(Int128, Int128, Int, FloatingPointRoundingRule, String)]
    )
    func rounding(
        numerator: Int128,
        denominator: Int128,
        scale: Int,
        rule: FloatingPointRoundingRule,
        text: String
    ) throws {
        #expect(try Rational(numerator, denominator).rounded(toScale: scale, rule).description == text)
    }

    @Test("is not rounded to more digits than a decimal has")
    func scaleLimit() {
        #expect(throws: ArithmeticError.overflow) { try Rational.one.rounded(toScale: 39) }
        #expect(throws: ArithmeticError.overflow) { try Rational.one.rounded(toScale: -1) }
        #expect(throws: ArithmeticError.overflow) { try Rational(100).rounded(toScale: 37) }
    }

    @Test("is a decimal's exact value")
    func decimals() throws {
        #expect(try Rational(decimal("453.59237")) == Rational(45_359_237, 100_000))
        #expect(try Rational(decimal("-0.50")) == Rational(-1, 2))
        #expect(try Rational(decimal("0.00000000000000000000000000000000000001")).rounded(toScale: 38).coefficient == 1)
    }

    @Test("obeys the laws of arithmetic", arguments: 0..<8)
    func laws(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<250 {
            let (a, b, c) = (try number(&generator), try number(&generator), try number(&generator))
            #expect(try a + b == b + a)
            #expect(try (a + b) - b == a)
            #expect(try a * (b + c) == a * b + a * c)
            if !b.isZero { #expect(try (a / b) * b == a) }
            #expect(try (a < b) == (a - b < 0))
        }
    }

    private func number(_ generator: inout SeededGenerator) throws -> Rational {
        try Rational(generator.integer(digits: 1...9), Int128.random(in: 1...999_999, using: &generator))
    }
}
