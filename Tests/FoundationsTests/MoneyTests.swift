import Foundations
import FoundationsTestSupport
import Testing

/// An amount in the minor units of a known currency.
func money(_ minorUnits: Int64, _ code: String = "CAD") throws -> Money {
    Money(minorUnits: minorUnits, currency: try #require(Currency(code: code)))
}

@Suite("Money")
struct MoneyTests {
    @Test("is added, subtracted and multiplied in minor units")
    func arithmetic() throws {
        #expect(try money(250) + money(199) == money(449))
        #expect(try money(250) - money(399) == money(-149))
        #expect(try money(333) * 3 == money(999))
        #expect(try money(5).negated() == money(-5))
        #expect(try Money.sum(of: [money(1), money(2), money(-4)], in: money(0).currency) == money(-1))
        #expect(try Money.sum(of: [], in: money(0).currency) == money(0))
    }

    @Test("names an overflow")
    func overflow() throws {
        let (largest, smallest) = (try money(.max), try money(.min))
        #expect(throws: ArithmeticError.overflow) { try largest + money(1) }
        #expect(throws: ArithmeticError.overflow) { try smallest - money(1) }
        #expect(throws: ArithmeticError.overflow) { try largest * 2 }
        #expect(throws: ArithmeticError.overflow) { try smallest.negated() }
        #expect(throws: ArithmeticError.overflow) { try largest.share(basisPoints: 10_001) }
        #expect(throws: ArithmeticError.overflow) { try largest.multiplied(by: 2) }
        #expect(throws: ArithmeticError.overflow) { try Money.sum(of: [largest, largest], in: largest.currency) }
        #expect(throws: ArithmeticError.overflow) {
            try Money(decimal("92233720368547758.08"), currency: largest.currency)
        }
    }

    @Test(
        "is made of an exact amount, unless that has a part of a minor unit",
        arguments: [
            ("12.30", "CAD", 1_230), ("12.300", "CAD", 1_230), ("12", "CAD", 1_200), ("12.000", "JPY", 12),
            ("-0.001", "KWD", -1), ("0.000", "JPY", 0), ("92233720368547758.07", "CAD", .max),
            ("-9223372036854775808", "JPY", .min), ("12.301", "CAD", nil), ("-0.1", "JPY", nil), ("0.0001", "KWD", nil),
        ] as [(String, String, Int64?)]
    )
    func exact(amount: String, code: String, minorUnits: Int64?) throws {
        let (amount, currency) = (try decimal(amount), try #require(Currency(code: code)))
        if let minorUnits {
            #expect(try Money(exactly: amount, currency: currency).minorUnits == minorUnits)
        } else {
            #expect(throws: ArithmeticError.inexact) { try Money(exactly: amount, currency: currency) }
        }
    }

    @Test(
        "is not made of an exact amount beyond 64 bits",
        arguments: ["92233720368547758.08", "-10000000000000000000"]
    )
    func exactOverflow(amount: String) throws {
        let amount = try decimal(amount)
        let currency = try money(0).currency
        #expect(throws: ArithmeticError.overflow) { try Money(exactly: amount, currency: currency) }
    }

    @Test("has room for sums on the way that its total has no need of")
    func wideSum() throws {
        let amounts = [try money(.max), try money(.max), try money(-.max), try money(-.max + 5)]
        #expect(try Money.sum(of: amounts, in: amounts[0].currency) == money(5))
    }

    @Test("of two currencies is neither added nor compared")
    func currencies() throws {
        let (dollars, euros) = (try money(100), try money(100, "EUR"))
        let mismatch = ArithmeticError.currencyMismatch("CAD", "EUR")
        #expect(throws: mismatch) { try dollars + euros }
        #expect(throws: mismatch) { try dollars - euros }
        #expect(throws: mismatch) { try dollars < euros }
        #expect(throws: mismatch) { try Money.sum(of: [dollars, euros], in: dollars.currency) }
        #expect(dollars != euros)
    }

    @Test(
        "is written with its currency's digits, in hundredths for a code that isn't known",
        arguments: [
            (5_317, "CAD", "53.17"), (5, "CAD", "0.05"), (-35, "CAD", "-0.35"), (0, "CAD", "0.00"),
            (1_280, "JPY", "1280"),
            (-5, "JPY", "-5"), (0, "JPY", "0"), (1_234, "KWD", "1.234"), (-1, "KWD", "-0.001"),
            (10_001, "CLF", "1.0001"),
            (990, "XXX", "9.90"), (990, "", "9.90"), (-990, "ZZZ", "-9.90"), (.min, "CAD", "-92233720368547758.08"),
            (.max, "JPY", "9223372036854775807"),
        ] as [(Int64, String, String)]
    )
    func text(minorUnits: Int64, code: String, text: String) {
        #expect(Money.text(minorUnits: minorUnits, currencyCode: code) == text)
    }

    @Test("is compared within a currency")
    func comparison() throws {
        #expect(try money(99) < money(100))
        #expect(try !(money(100) < money(100)))
        #expect(try money(-100) < money(99))
    }

    @Test(
        "has shares in basis points, rounded as stated",
        arguments: [
            (1_000, 1_300, .toNearestOrEven, 130), (999, 500, .toNearestOrEven, 50), (50, 1_000, .toNearestOrEven, 5),
            (5, 1_000, .toNearestOrEven, 0), (15, 1_000, .toNearestOrEven, 2), (5, 1_000, .toNearestOrAwayFromZero, 1),
            (-5, 1_000, .toNearestOrAwayFromZero, -1), (1, 1, .up, 1), (1, 9_999, .towardZero, 0), (-1, 1, .down, -1),
            (100, -500, .toNearestOrEven, -5), (100, 0, .up, 0), (100, 20_000, .toNearestOrEven, 200),
        ] as [(Int64, Int64, FloatingPointRoundingRule, Int64)]
    )
    func shares(amount: Int64, basisPoints: Int64, rule: FloatingPointRoundingRule, share: Int64) throws {
        #expect(try money(amount).share(basisPoints: basisPoints, rounding: rule) == money(share))
    }

    @Test("of the whole range has its whole as a share")
    func wholeShare() throws {
        for amount in [Int64.min, -1, 0, 1, .max] {
            #expect(try money(amount).share(basisPoints: 10_000) == money(amount))
        }
    }

    @Test("is a decimal number with its currency's digits")
    func decimals() throws {
        #expect(try money(-1_250).amount.description == "-12.50")
        #expect(try money(980, "JPY").amount.description == "980")
        #expect(try money(1_250, "KWD").amount.description == "1.250")
        #expect(try money(-5).description == "-0.05 CAD")
        #expect(try Money(decimal("12.345"), currency: money(0).currency) == money(1_234))
        #expect(try Money(decimal("12.345"), currency: money(0).currency, rounding: .up) == money(1_235))
        #expect(try Money(decimal("3"), currency: money(0, "KWD").currency) == money(3_000, "KWD"))
    }

    @Test("is converted into other currencies and rounded once")
    func conversion() throws {
        let (yen, dinar) = (try money(0, "JPY").currency, try money(0, "KWD").currency)
        #expect(try money(1_000).converted(to: yen, rate: decimal("109.35")) == money(1_094, "JPY"))
        #expect(try money(1_000).converted(to: dinar, rate: decimal("0.2215")) == money(2_215, "KWD"))
        #expect(try money(980, "JPY").converted(to: money(0).currency, rate: decimal("0.00915")) == money(897))
        #expect(try money(1_999).multiplied(by: decimal("0.756")) == money(1_511))
    }
}

@Suite("Allocation of money")
struct MoneyAllocationTests {
    @Test(
        "gives what remains to the largest remainders",
        arguments: [
            (100, [1, 1, 1], [34, 33, 33]), (-100, [1, 1, 1], [-34, -33, -33]), (5, [3, 7], [2, 3]),
            (101, [1, 2, 3], [17, 34, 50]), (1, [1, 1], [1, 0]), (0, [5, 5], [0, 0]), (10, [0, 1, 0], [0, 10, 0]),
            (7, [0, 1, 1, 0], [0, 4, 3, 0]), (100, [5_000, 5_000], [50, 50]), (3, [1, 1, 1, 1], [1, 1, 1, 0]),
            (10, [1], [10]),
        ] as [(Int64, [Int64], [Int64])]
    )
    func largestRemainder(amount: Int64, weights: [Int64], parts: [Int64]) throws {
        #expect(try money(amount).allocated(by: weights).map(\.minorUnits) == parts)
    }

    @Test("rejects weights without a positive sum", arguments: [[], [0], [0, 0], [-1, 2], [1, -1]] as [[Int64]])
    func invalidWeights(weights: [Int64]) {
        #expect(throws: ArithmeticError.invalidWeights) { try money(10).allocated(by: weights) }
    }

    @Test("names weights whose sum has no room")
    func overflow() {
        #expect(throws: ArithmeticError.overflow) { try money(10).allocated(by: [.max, 1]) }
    }

    @Test("covers the whole range")
    func extremes() throws {
        for amount in [Int64.min, .max] {
            let parts = try money(amount).allocated(by: [.max - 2, 1, 1])
            #expect(try Money.sum(of: parts, in: money(0).currency) == money(amount))
        }
        #expect(try money(.min).allocated(by: [1]) == [money(.min)])
    }

    @Test("into equal parts differs by a unit at most")
    func split() throws {
        #expect(try money(1_000).split(into: 3).map(\.minorUnits) == [334, 333, 333])
        #expect(try money(-2).split(into: 4).map(\.minorUnits) == [-1, -1, 0, 0])
        #expect(throws: ArithmeticError.invalidWeights) { try money(10).split(into: 0) }
        #expect(throws: ArithmeticError.invalidWeights) { try money(10).split(into: -1) }
    }

    @Test("loses nothing, is off by less than a unit, and turns with the sign", arguments: 0..<10)
    func properties(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let amount = try money(Int64(generator.integer(digits: 1...15)))
            var weights = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
                Int64.random(in: 0...3, using: &generator) == 0 ? 0 : Int64.random(in: 1...1_000_000, using: &generator)
            }
            weights.append(Int64.random(in: 1...100, using: &generator))
            let parts = try amount.allocated(by: weights)
            #expect(try Money.sum(of: parts, in: amount.currency) == amount)
            #expect(try amount.negated().allocated(by: weights) == parts.map { part in try part.negated() })
            let total = Int128(weights.reduce(0, +))
            for (part, weight) in zip(parts, weights) {
                let exact = Int128(amount.minorUnits) * Int128(weight)
                #expect((Int128(part.minorUnits) * total - exact).magnitude < total.magnitude)
                if weight == 0 { #expect(part.minorUnits == 0) }
            }
        }
    }

    @Test("gives a larger weight no less than a smaller one", arguments: 0..<5)
    func monotony(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let amount = try money(Int64.random(in: 0...10_000, using: &generator))
            let weights = (0..<6).map { _ in Int64.random(in: 1...50, using: &generator) }
            let parts = try amount.allocated(by: weights).map(\.minorUnits)
            for (first, second) in zip(zip(weights, parts), zip(weights, parts).dropFirst()) where first.0 > second.0 {
                #expect(first.1 >= second.1)
            }
        }
    }
}
