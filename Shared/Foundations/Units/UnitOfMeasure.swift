/// A unit that food is measured or counted in.
public enum UnitOfMeasure: String, Sendable, Hashable, CaseIterable {
    case milligram = "mg"
    case gram = "g"
    case kilogram = "kg"
    case ounce = "oz"
    case pound = "lb"
    case millilitre = "ml"
    case centilitre = "cl"
    case decilitre = "dl"
    case litre = "l"
    case metricTeaspoon = "tsp"
    case metricTablespoon = "tbsp"
    case metricCup = "cup"
    case usTeaspoon = "tsp US"
    case usTablespoon = "tbsp US"
    case usFluidOunce = "fl oz US"
    case usCup = "cup US"
    case usPint = "pt US"
    case usQuart = "qt US"
    case usGallon = "gal US"
    case imperialFluidOunce = "fl oz imp"
    case imperialPint = "pt imp"
    case imperialQuart = "qt imp"
    case imperialGallon = "gal imp"
    case each
    case pair
    case dozen

    /// What a unit measures.
    public enum Dimension: Sendable, Hashable {
        /// In grams.
        case mass
        /// In millilitres.
        case volume
        /// In pieces.
        case count

        /// The unit in which prices of different quantities are compared.
        public var comparisonUnit: UnitOfMeasure {
            switch self {
            case .mass: .kilogram
            case .volume: .litre
            case .count: .each
            }
        }
    }

    /// What the unit measures.
    public var dimension: Dimension { definition.dimension }

    /// How many grams, millilitres or pieces one is, exactly.
    public var inBaseUnits: Rational { definition.size }

    private var definition: (dimension: Dimension, size: Rational) {
        switch self {
        case .milligram: (.mass, Self.exactly(1, 1_000))
        case .gram: (.mass, 1)
        case .kilogram: (.mass, 1_000)
        case .ounce: (.mass, Self.exactly(45_359_237, 100_000 * 16))
        // The international yard and pound agreement of 1959: 0.45359237 kg.
        case .pound: (.mass, Self.exactly(45_359_237, 100_000))
        case .millilitre: (.volume, 1)
        case .centilitre: (.volume, 10)
        case .decilitre: (.volume, 100)
        case .litre: (.volume, 1_000)
        // Spoons and cups of recipes outside of the United States.
        case .metricTeaspoon: (.volume, 5)
        case .metricTablespoon: (.volume, 15)
        case .metricCup: (.volume, 250)
        case .usTeaspoon: (.volume, Self.ofUSGallon(768))
        case .usTablespoon: (.volume, Self.ofUSGallon(256))
        case .usFluidOunce: (.volume, Self.ofUSGallon(128))
        case .usCup: (.volume, Self.ofUSGallon(16))
        case .usPint: (.volume, Self.ofUSGallon(8))
        case .usQuart: (.volume, Self.ofUSGallon(4))
        case .usGallon: (.volume, Self.ofUSGallon(1))
        case .imperialFluidOunce: (.volume, Self.ofImperialGallon(160))
        case .imperialPint: (.volume, Self.ofImperialGallon(8))
        case .imperialQuart: (.volume, Self.ofImperialGallon(4))
        case .imperialGallon: (.volume, Self.ofImperialGallon(1))
        case .each: (.count, 1)
        case .pair: (.count, 2)
        case .dozen: (.count, 12)
        }
    }

    /// A part of the US liquid gallon of 231 cubic inches, 3785.411784 ml (NIST Handbook 44, appendix C).
    private static func ofUSGallon(_ parts: Int128) -> Rational { exactly(3_785_411_784, 1_000_000 * parts) }

    /// A part of the imperial gallon of 4546.09 ml (Weights and Measures Act 1985, schedule 1).
    private static func ofImperialGallon(_ parts: Int128) -> Rational { exactly(454_609, 100 * parts) }

    private static func exactly(_ numerator: Int128, _ denominator: Int128) -> Rational {
        guard let size = try? Rational(numerator, denominator) else {
            preconditionFailure("\(numerator)/\(denominator) is not the size of a unit")
        }
        return size
    }
}
