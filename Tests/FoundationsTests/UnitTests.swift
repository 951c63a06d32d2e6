import Foundations
import FoundationsTestSupport
import Testing

@Suite("A unit of measure")
struct UnitOfMeasureTests {
    @Test(
        "has its legal definition",
        arguments: [
            (.pound, "453.59237"), (.ounce, "28.349523125"), (.kilogram, "1000"), (.milligram, "0.001"),
            (.usGallon, "3785.411784"), (.usQuart, "946.352946"), (.usPint, "473.176473"), (.usCup, "236.5882365"),
            (.usFluidOunce, "29.5735295625"), (.usTablespoon, "14.78676478125"), (.usTeaspoon, "4.92892159375"),
            (.imperialGallon, "4546.09"), (.imperialQuart, "1136.5225"), (.imperialPint, "568.26125"),
            (.imperialFluidOunce, "28.4130625"), (.metricCup, "250"), (.metricTablespoon, "15"), (.metricTeaspoon, "5"),
            (.litre, "1000"), (.decilitre, "100"), (.centilitre, "10"), (.dozen, "12"), (.pair, "2"),
        ] as [(UnitOfMeasure, String)]
    )
    func definitions(unit: UnitOfMeasure, size: String) throws {
        #expect(try unit.inBaseUnits == Rational(decimal(size)))
    }

    @Test("is known by its symbol", arguments: UnitOfMeasure.allCases)
    func symbols(unit: UnitOfMeasure) {
        #expect(UnitOfMeasure(rawValue: unit.rawValue) == unit)
        #expect(unit.inBaseUnits > 0)
    }

    @Test("that isn't known is none", arguments: ["", "G", "stone", "lbs"])
    func unknown(symbol: String) {
        #expect(UnitOfMeasure(rawValue: symbol) == nil)
    }
}

@Suite("A conversion of units")
struct UnitConversionTests {
    private let plain = UnitConversion()

    @Test("and back changes nothing", arguments: UnitOfMeasure.allCases)
    func roundTrip(unit: UnitOfMeasure) throws {
        let known = UnitConversion(density: try Rational(103, 100), pieceSize: Quantity(50, .gram))
        for other in UnitOfMeasure.allCases {
            let there = try known.convert(Quantity(try Rational(7, 3), unit), to: other)
            #expect(try known.convert(there, to: unit) == Quantity(try Rational(7, 3), unit))
        }
    }

    @Test(
        "within a dimension is exact",
        arguments: [
            ("2", .pound, .gram, "907.18474"), ("1", .kilogram, .milligram, "1000000"), ("16", .ounce, .pound, "1"),
            ("8", .usFluidOunce, .usCup, "1"), ("20", .imperialFluidOunce, .imperialPint, "1"),
            ("3", .usTeaspoon, .usTablespoon, "1"), ("0.5", .litre, .millilitre, "500"), ("30", .each, .dozen, "2.5"),
        ] as [(String, UnitOfMeasure, UnitOfMeasure, String)]
    )
    func exact(amount: String, from: UnitOfMeasure, to: UnitOfMeasure, result: String) throws {
        let converted = try plain.convert(Quantity(try Rational(decimal(amount)), from), to: to)
        #expect(try converted == Quantity(Rational(decimal(result)), to))
    }

    @Test("between volume and mass takes the density")
    func density() throws {
        let milk = UnitConversion(density: try Rational(103, 100))
        #expect(try milk.convert(Quantity(2, .litre), to: .kilogram).amount == Rational(206, 100))
        #expect(try milk.convert(Quantity(1_030, .gram), to: .litre).amount == 1)
        #expect(throws: UnitConversionError.needsDensity) { try plain.convert(Quantity(1, .litre), to: .gram) }
        #expect(throws: UnitConversionError.needsDensity) { try plain.convert(Quantity(1, .gram), to: .litre) }
    }

    @Test("between counts and measures takes what a piece holds")
    func pieces() throws {
        let eggs = UnitConversion(pieceSize: Quantity(50, .gram))
        #expect(try eggs.convert(Quantity(1, .dozen), to: .gram).amount == 600)
        #expect(try eggs.convert(Quantity(1, .kilogram), to: .each).amount == 20)
        let cans = UnitConversion(pieceSize: try .pack(of: 6, each: Quantity(355, .millilitre)))
        #expect(try cans.convert(Quantity(2, .each), to: .millilitre).amount == 4_260)
        let heavyCans = UnitConversion(density: try Rational(105, 100), pieceSize: Quantity(200, .millilitre))
        #expect(try heavyCans.convert(Quantity(1, .each), to: .gram).amount == 210)
        #expect(try heavyCans.convert(Quantity(420, .gram), to: .each).amount == 2)
        #expect(throws: UnitConversionError.needsPieceSize) { try plain.convert(Quantity(1, .each), to: .gram) }
        #expect(throws: UnitConversionError.needsPieceSize) { try plain.convert(Quantity(1, .gram), to: .each) }
        #expect(throws: UnitConversionError.needsDensity) { try cans.convert(Quantity(1, .each), to: .gram) }
    }

    @Test("rejects measures that are not positive")
    func invalidMeasures() throws {
        for density in [Rational.zero, try Rational(-1, 2)] {
            let conversion = UnitConversion(density: density)
            #expect(throws: UnitConversionError.invalidMeasure) {
                try conversion.convert(Quantity(1, .litre), to: .gram)
            }
            #expect(throws: UnitConversionError.invalidMeasure) {
                try conversion.convert(Quantity(1, .gram), to: .litre)
            }
        }
        for piece in [Quantity(0, .gram), Quantity(-1, .gram), Quantity(1, .dozen)] {
            let conversion = UnitConversion(pieceSize: piece)
            #expect(throws: UnitConversionError.invalidMeasure) {
                try conversion.convert(Quantity(1, .each), to: .gram)
            }
        }
    }

    @Test("names a result that has no room")
    func overflow() throws {
        let huge = Quantity(try Rational(.max, 1), .usGallon)
        #expect(throws: UnitConversionError.arithmetic(.overflow)) { try plain.convert(huge, to: .millilitre) }
        let pieces = UnitConversion(pieceSize: Quantity(try Rational(.max, 1), .kilogram))
        #expect(throws: UnitConversionError.arithmetic(.overflow)) { try pieces.convert(Quantity(1, .each), to: .gram) }
        #expect(throws: ArithmeticError.overflow) { try Quantity.pack(of: 2, each: huge) }
    }

    @Test("takes amounts in thousandths, as messages carry them")
    func thousandths() throws {
        #expect(try Quantity(thousandths: 756, .kilogram) == Quantity(Rational(189, 250), .kilogram))
        #expect(try plain.convert(Quantity(thousandths: .max, .pound), to: .milligram).amount > 0)
    }
}

@Suite("A unit price")
struct UnitPriceTests {
    @Test("follows from an amount and a quantity")
    func price() throws {
        let milk = try UnitPrice(of: money(529), for: Quantity(2, .litre), per: .litre)
        #expect(try milk.rounded().description == "2.6450")
        #expect(try milk.rounded(extraDigits: 0).description == "2.64")
        let apples = try UnitPrice(of: money(399), for: Quantity(3, .pound), per: .kilogram)
        #expect(try apples.rounded().description == "2.9321")
    }

    @Test("compares packs of different sizes exactly")
    func comparison() throws {
        let single = try UnitPrice(of: money(199), for: Quantity(355, .millilitre), per: .litre)
        let six = try UnitPrice(of: money(1_194), for: .pack(of: 6, each: Quantity(355, .millilitre)), per: .litre)
        #expect(single == six && six.isLower(than: single) == false)
        let cheaper = try UnitPrice(of: money(1_193), for: .pack(of: 6, each: Quantity(355, .millilitre)), per: .litre)
        #expect(cheaper.isLower(than: six) == true)
    }

    @Test("is not compared across currencies or units")
    func incomparable() throws {
        let perLitre = try UnitPrice(of: money(100), for: Quantity(1, .litre), per: .litre)
        #expect(
            try perLitre.isLower(than: UnitPrice(of: money(100, "USD"), for: Quantity(1, .litre), per: .litre)) == nil
        )
        #expect(try perLitre.isLower(than: UnitPrice(of: money(100), for: Quantity(1, .litre), per: .usPint)) == nil)
    }

    @Test("needs a quantity, and what converts it")
    func refusals() throws {
        #expect(throws: UnitConversionError.invalidMeasure) {
            try UnitPrice(of: money(100), for: Quantity(0, .litre), per: .litre)
        }
        #expect(throws: UnitConversionError.needsDensity) {
            try UnitPrice(of: money(100), for: Quantity(1, .litre), per: .kilogram)
        }
        #expect(throws: UnitConversionError.arithmetic(.overflow)) {
            try UnitPrice(of: money(.max), for: Quantity(try Rational(1, .max), .litre), per: .litre)
        }
    }

    @Test("is within half of the last digit of a calculation in fractions", arguments: 0..<5)
    func rounding(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let units = UnitOfMeasure.allCases.filter { $0.dimension == .mass }
        for _ in 0..<100 {
            let amount = try money(Int64.random(in: 1...100_000, using: &generator))
            let quantity = try Quantity(
                thousandths: Int64.random(in: 1...9_999_999, using: &generator),
                units.randomElement(using: &generator) ?? .gram
            )
            let price = try UnitPrice(of: amount, for: quantity, per: .kilogram)
            let shown = try Rational(price.rounded())
            let difference = try shown - price.price
            #expect(max(difference, -difference) <= (try Rational(1, 20_000)))
        }
    }
}
