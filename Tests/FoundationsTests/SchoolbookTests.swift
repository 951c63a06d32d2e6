import Foundations
import FoundationsTestSupport
import Testing

@Suite("Exact arithmetic agrees with schoolbook arithmetic")
struct SchoolbookTests {
    private static let rules: [FloatingPointRoundingRule] = [
        .toNearestOrEven, .toNearestOrAwayFromZero, .up, .down, .towardZero, .awayFromZero,
    ]

    private static let limit = SchoolbookNumber("1").shifted(by: ExactDecimal.digitLimit)

    @Test("of numbers that are known")
    func schoolbook() {
        let (big, small) = (SchoolbookNumber("123456789012345678901234567890"), SchoolbookNumber("987654321"))
        #expect((big + small).text == "123456789012345678902222222211")
        #expect((big - small).text == "123456789012345678900246913569")
        #expect((big * small).text == "121932631124828532112482853211126352690")
        let (quotient, rest) = big.divided(by: small)
        #expect(quotient * small + rest == big && rest < small)
        #expect(SchoolbookNumber("000").text == "0" && SchoolbookNumber("7").shifted(by: 2).text == "700")
    }

    @Test("in products", arguments: 0..<6)
    func products(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let (first, second) = (try number(&generator, 38), try number(&generator, 25))
            let product = magnitude(first) * magnitude(second)
            let scale = first.scale + second.scale
            do {
                let result = try first * second
                #expect(magnitude(result).shifted(by: scale - result.scale) == product || result.isZero)
                #expect(result.isZero || result.isNegative == (first.isNegative != second.isNegative))
            } catch {
                #expect(error == .overflow && hasNoRoom(product, scale: scale))
            }
        }
    }

    @Test("in sums and in order", arguments: 0..<6)
    func sums(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let (first, second) = (try number(&generator, 30), try number(&generator, 30))
            let scale = max(first.scale, second.scale)
            let left = magnitude(first).shifted(by: scale - first.scale)
            let right = magnitude(second).shifted(by: scale - second.scale)
            if first.isNegative == second.isNegative {
                #expect((first < second) == (first.isNegative ? right < left : left < right))
            }
            let expected =
                first.isNegative == second.isNegative ? left + right : left < right ? right - left : left - right
            do {
                let sum = try first + second
                #expect(magnitude(sum).shifted(by: scale - sum.scale) == expected || sum.isZero)
            } catch {
                #expect(error == .overflow && hasNoRoom(expected, scale: scale))
            }
        }
    }

    @Test("in quotients, with every rounding", arguments: 0..<6)
    func quotients(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let (dividend, divisor) = (try number(&generator, 38), try number(&generator, 38))
            guard !divisor.isZero else { continue }
            let scale = Int.random(in: 0...38, using: &generator)
            for rule in Self.rules {
                let expected = quotient(dividend, divisor, scale: scale, rule)
                if let result = try? dividend.divided(by: divisor, scale: scale, rounding: rule) {
                    #expect(magnitude(result) == expected && result.scale == scale)
                } else {
                    #expect(Self.limit <= expected)
                }
            }
        }
    }

    @Test("in fractions that are rounded", arguments: 0..<4)
    func fractions(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let (above, below) = (generator.integer(digits: 1...30), generator.integer(digits: 1...30))
            guard below != 0 else { continue }
            let scale = Int.random(in: 0...20, using: &generator)
            let fraction = try Rational(above, below)
            let (dividend, divisor) = (
                try ExactDecimal(coefficient: above, scale: 0), try ExactDecimal(coefficient: below, scale: 0)
            )
            for rule in Self.rules {
                guard let result = try? fraction.rounded(toScale: scale, rule) else { continue }
                #expect(magnitude(result) == quotient(dividend, divisor, scale: scale, rule))
            }
        }
    }

    @Test("halfway between two results, with every rounding", arguments: [-3, -2, -1, 1, 2, 3])
    func halves(number: Int64) throws {
        let half = try ExactDecimal(coefficient: Int128(number * 2 - (number < 0 ? -1 : 1)), scale: 0)
        for rule in Self.rules {
            let expected = (Double(half.coefficient) / 2).rounded(rule)
            #expect(try half.divided(by: 2, scale: 0, rounding: rule).wholeNumber == Int64(expected))
            #expect(try Rational(half.coefficient, 2).rounded(toScale: 0, rule).wholeNumber == Int64(expected))
            #expect(
                try money(Int64(half.coefficient)).share(basisPoints: 5_000, rounding: rule) == money(Int64(expected))
            )
        }
    }

    /// Whether a number has too many digits, with the zeros at the end of its fraction taken off.
    private func hasNoRoom(_ number: SchoolbookNumber, scale: Int) -> Bool {
        var (digits, scale) = (number.digits, scale)
        while scale > 0, digits.first == 0 {
            digits.removeFirst()
            scale -= 1
        }
        return digits.count > ExactDecimal.digitLimit || scale > ExactDecimal.digitLimit
    }

    /// The magnitude of a quotient, rounded.
    private func quotient(
        _ dividend: ExactDecimal,
        _ divisor: ExactDecimal,
        scale: Int,
        _ rule: FloatingPointRoundingRule
    ) -> SchoolbookNumber {
        let places = scale - dividend.scale + divisor.scale
        let above = magnitude(dividend).shifted(by: max(0, places))
        let below = magnitude(divisor).shifted(by: max(0, -places))
        let (whole, rest) = above.divided(by: below)
        let isNegative = dividend.isNegative != divisor.isNegative
        let twice = rest + rest
        let goesAway =
            switch rule {
            case .towardZero: false
            case .awayFromZero: true
            case .up: !isNegative
            case .down: isNegative
            case .toNearestOrEven: below < twice || below == twice && !whole.isEven
            default: below <= twice
            }
        return goesAway && rest != SchoolbookNumber("") ? whole + SchoolbookNumber("1") : whole
    }

    private func magnitude(_ number: ExactDecimal) -> SchoolbookNumber {
        SchoolbookNumber(String(number.coefficient.magnitude))
    }

    private func number(_ generator: inout SeededGenerator, _ digits: Int) throws -> ExactDecimal {
        try ExactDecimal(
            coefficient: generator.integer(digits: 1...digits),
            scale: Int.random(in: 0...38, using: &generator)
        )
    }
}
