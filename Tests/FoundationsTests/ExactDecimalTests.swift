import Foundations
import FoundationsTestSupport
import Testing

/// The decimal of a text that is known to be one.
func decimal(_ text: String) throws -> ExactDecimal { try #require(ExactDecimal(text)) }

@Suite("An exact decimal")
struct ExactDecimalTests {
    @Test(
        "is written as it is read",
        arguments: [
            "0", "1", "-1", "0.5", "-0.05", "12.50", "100", "0.00", "-12345678901234567890.123456789012345678",
            "99999999999999999999999999999999999999", "-0.99999999999999999999999999999999999999",
        ]
    )
    func roundTrip(text: String) throws {
        #expect(try decimal(text).description == text)
    }

    @Test("drops zeros in front and the sign of zero", arguments: [("007.10", "7.10"), ("-0", "0"), ("-0.00", "0.00")])
    func readLeniently(text: String, written: String) throws {
        #expect(try decimal(text).description == written)
    }

    @Test(
        "is not read from anything else",
        arguments: [
            "", "-", ".", "1.", ".5", "+1", "1e3", "1E3", "NaN", "Infinity", "-Infinity", "1,000", " 1", "1 ", "--1",
            "1.2.3", "1-", "0x10", "１", "1\u{0}",
            // 39 digits, before and after the point.
            "100000000000000000000000000000000000000", "0.000000000000000000000000000000000000001",
            "9999999999999999999999999999999999999999999999999999999999999999",
        ]
    )
    func refused(text: String) {
        #expect(ExactDecimal(text) == nil)
    }

    @Test(
        "counts units of its last digit",
        arguments: [
            (1_230, 2, "12.30"), (-5, 3, "-0.005"), (7, 0, "7"), (0, 2, "0.00"), (.max, 0, "9223372036854775807"),
            (.min, 38, "-0.00000000000000000009223372036854775808"),
        ] as [(Int64, Int, String)]
    )
    func units(units: Int64, scale: Int, text: String) {
        #expect(ExactDecimal(units, scale: scale).description == text)
    }

    @Test("has at most 38 digits, before and after the point")
    func limits() throws {
        let largest = try decimal("99999999999999999999999999999999999999")
        #expect(throws: ArithmeticError.overflow) { try largest + 1 }
        #expect(throws: ArithmeticError.overflow) { try -largest - 1 }
        #expect(throws: ArithmeticError.overflow) { try largest * 2 }
        #expect(throws: ArithmeticError.overflow) { try ExactDecimal(coefficient: 1, scale: 39) }
        #expect(throws: ArithmeticError.overflow) { try ExactDecimal(coefficient: 1, scale: -1) }
        #expect(throws: ArithmeticError.overflow) { try ExactDecimal(coefficient: .max, scale: 0) }
        #expect(throws: ArithmeticError.overflow) { try ExactDecimal(coefficient: .min, scale: 0) }
        let smallest = try ExactDecimal(coefficient: 1, scale: 38)
        #expect(throws: ArithmeticError.overflow) { try smallest * smallest }
        #expect(throws: ArithmeticError.overflow) { try largest.rounded(toScale: 1) }
    }

    @Test("is equal to one with other zeros at its end")
    func equality() throws {
        let (short, long) = (try decimal("1.5"), try decimal("1.500"))
        #expect(short == long && short.hashValue == long.hashValue)
        #expect(Set([short, long, try decimal("1.50")]).count == 1)
        #expect(try decimal("0") == decimal("0.000"))
        #expect(try decimal("1") != decimal("-1"))
    }

    @Test(
        "is in order, whatever the scales are",
        arguments: [
            ("-2", "-1.5"), ("-0.1", "0"), ("0", "0.00000000000000000000000000000000000001"), ("0.999", "1"),
            ("9.99", "10"), ("1.49", "1.5"), ("-10", "-9.99"),
            ("0.99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
            ("-99999999999999999999999999999999999999", "-0.99999999999999999999999999999999999999"),
        ]
    )
    func order(smaller: String, larger: String) throws {
        let (smaller, larger) = (try decimal(smaller), try decimal(larger))
        #expect(smaller < larger && !(larger < smaller) && !(smaller < smaller))
    }

    @Test("is added and subtracted exactly")
    func sums() throws {
        #expect(try decimal("0.1") + decimal("0.2") == decimal("0.3"))
        #expect(try (decimal("1.50") + decimal("2.5")).description == "4.00")
        #expect(try (decimal("1") - decimal("0.001")).description == "0.999")
        #expect(
            try decimal("10000000000000000000") + decimal("0.0000000001") == decimal("10000000000000000000.0000000001")
        )
        // Zeros at the end don't cost room that isn't there.
        #expect(try (decimal("99999999999999999999999999999999999990") + decimal("9.00")).description.hasSuffix("9"))
    }

    @Test("is multiplied exactly")
    func products() throws {
        #expect(try (decimal("1.5") * decimal("0.25")).description == "0.375")
        #expect(try (decimal("-1.1") * decimal("1.1")).description == "-1.21")
        #expect(
            try decimal("0.00000000000000000005") * decimal("0.0000000000000000002")
                == ExactDecimal(coefficient: 1, scale: 38)
        )
        let long = try decimal("1.0000000000000000000000000000000000000")
        #expect(try long * long == 1)
    }

    @Test(
        "is divided to a stated scale with a stated rounding",
        arguments: [
            ("1", "3", 4, .toNearestOrEven, "0.3333"), ("2", "3", 4, .toNearestOrEven, "0.6667"),
            ("2", "3", 0, .towardZero, "0"), ("-2", "3", 0, .down, "-1"), ("-2", "3", 0, .up, "0"),
            ("2", "3", 0, .up, "1"), ("1", "3", 2, .awayFromZero, "0.34"), ("-1", "3", 2, .awayFromZero, "-0.34"),
            ("1", "8", 2, .toNearestOrEven, "0.12"), ("3", "8", 2, .toNearestOrEven, "0.38"),
            ("1", "8", 2, .toNearestOrAwayFromZero, "0.13"), ("-1", "8", 2, .toNearestOrAwayFromZero, "-0.13"),
            ("-1", "8", 2, .toNearestOrEven, "-0.12"), ("1", "-3", 1, .toNearestOrEven, "-0.3"),
            ("6", "2", 3, .toNearestOrEven, "3.000"), ("0", "7", 2, .up, "0.00"), ("0.5", "0.25", 0, .towardZero, "2"),
        ] as [(String, String, Int, FloatingPointRoundingRule, String)]
    )
    func quotients(
        dividend: String,
        divisor: String,
        scale: Int,
        rule: FloatingPointRoundingRule,
        quotient: String
    ) throws {
        let result = try decimal(dividend).divided(by: decimal(divisor), scale: scale, rounding: rule)
        #expect(result.description == quotient)
    }

    @Test("is not divided by zero")
    func divisionByZero() throws {
        #expect(throws: ArithmeticError.divisionByZero) { try ExactDecimal(1).divided(by: 0, scale: 2) }
        #expect(throws: ArithmeticError.divisionByZero) { try ExactDecimal.zero.divided(by: .zero, scale: 2) }
        #expect(throws: ArithmeticError.overflow) { try ExactDecimal(1).divided(by: 1, scale: 39) }
        #expect(throws: ArithmeticError.overflow) { try ExactDecimal(1).divided(by: 1, scale: -1) }
    }

    @Test("is rounded from its exact value, never twice")
    func roundedOnce() throws {
        // 0.45 of 0.4499…: rounding to two digits first would give 0.5.
        #expect(try decimal("0.4499").rounded(toScale: 1).description == "0.4")
        #expect(try decimal("2.5").rounded(toScale: 0).description == "2")
        #expect(try decimal("2.50001").rounded(toScale: 0).description == "3")
        // The half is one only when nothing follows it: 1.00015 / 2 is 0.500075.
        #expect(try decimal("1.00015").divided(by: 2, scale: 0).description == "1")
        #expect(try decimal("1").divided(by: 2, scale: 0).description == "0")
        #expect(try decimal("7").rounded(toScale: 3).description == "7.000")
    }

    @Test("of a whole number says so")
    func whole() throws {
        #expect(try decimal("42.00").wholeNumber == 42)
        #expect(try decimal("42.01").wholeNumber == nil)
        #expect(try decimal("9223372036854775808").wholeNumber == nil)
        #expect(try decimal("-9223372036854775808.0").wholeNumber == .min)
    }

    @Test("obeys the laws of arithmetic", arguments: 0..<8)
    func laws(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<250 {
            let (a, b, c) = (
                try number(&generator, digits: 12), try number(&generator, digits: 12),
                try number(&generator, digits: 12)
            )
            #expect(try a + b == b + a)
            #expect(try (a + b) - b == a)
            #expect(try a + (b + c) == (a + b) + c)
            #expect(try a * b == b * a)
            #expect(try a * (b + c) == a * b + a * c)
            #expect(try (a < b) == ((a - b).isNegative))
            #expect(ExactDecimal(a.description) == a && ExactDecimal(a.description)?.scale == a.scale)
        }
    }

    @Test("is divided within half a unit of the last digit, and multiplied back within it", arguments: 0..<8)
    func division(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<250 {
            let (a, b) = (try number(&generator, digits: 12), try number(&generator, digits: 8))
            guard !b.isZero else { continue }
            let scale = Int.random(in: 0...10, using: &generator)
            let half = try ExactDecimal(coefficient: 5, scale: scale + 1)
            let quotient = try a.divided(by: b, scale: scale)
            let error = try quotient * b - a
            let bound = try half * (b.isNegative ? -b : b)
            #expect(error <= bound && -error <= bound)
            let (down, up) = (
                try a.divided(by: b, scale: scale, rounding: .down), try a.divided(by: b, scale: scale, rounding: .up)
            )
            #expect(down <= quotient && quotient <= up)
        }
    }

    private func number(_ generator: inout SeededGenerator, digits: Int) throws -> ExactDecimal {
        try ExactDecimal(
            coefficient: generator.integer(digits: 1...digits),
            scale: Int.random(in: 0...6, using: &generator)
        )
    }
}
