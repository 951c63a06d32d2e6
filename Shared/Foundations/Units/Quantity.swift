/// An exact amount in a unit.
public struct Quantity: Sendable, Hashable {
    /// How many of the unit.
    public var amount: Rational
    /// The unit.
    public var unit: UnitOfMeasure

    /// An amount in a unit.
    public init(_ amount: Rational, _ unit: UnitOfMeasure) {
        self.amount = amount
        self.unit = unit
    }

    /// An amount in thousandths of a unit, as messages carry it.
    /// - Throws: Never for a 64-bit number; the type is that of the calculation.
    public init(thousandths: Int64, _ unit: UnitOfMeasure) throws(ArithmeticError) {
        self.init(try Rational(Int128(thousandths), 1_000), unit)
    }

    /// What a pack of equal containers holds: six of 355 ml are 2130 ml.
    /// - Throws: ``ArithmeticError/overflow``.
    public static func pack(of count: Int64, each: Quantity) throws(ArithmeticError) -> Quantity {
        Quantity(try each.amount * Rational(count), each.unit)
    }
}

/// Why a quantity can't be converted.
public enum UnitConversionError: Error, Sendable, Hashable {
    /// Between mass and volume, and no density is known.
    case needsDensity
    /// Between a count and a mass or volume, and it isn't known what one piece holds.
    case needsPieceSize
    /// A density or piece size of zero or less, or a piece size that is itself a count.
    case invalidMeasure
    /// The calculation has no exact result in 128 bits.
    case arithmetic(ArithmeticError)
}

/// What is known of a food to convert its quantities exactly.
public struct UnitConversion: Sendable, Hashable {
    /// Grams of one millilitre; above zero.
    public var density: Rational?
    /// Mass or volume of one piece or pack; above zero.
    public var pieceSize: Quantity?

    /// Makes a conversion; with neither, within one dimension only.
    public init(density: Rational? = nil, pieceSize: Quantity? = nil) {
        self.density = density
        self.pieceSize = pieceSize
    }

    /// A quantity in another unit, exactly.
    /// - Throws: ``UnitConversionError`` when a measure is missing or of no use, or a result has no room.
    public func convert(
        _ quantity: Quantity,
        to unit: UnitOfMeasure
    ) throws(UnitConversionError) -> Quantity {
        let ratio = try ratio(from: quantity.unit.dimension, to: unit.dimension)
        return try Self.exactly { () throws(ArithmeticError) in
            let units = try quantity.unit.inBaseUnits / unit.inBaseUnits
            return Quantity(try quantity.amount * units * ratio, unit)
        }
    }

    /// Base units of a dimension for one of another.
    private func ratio(
        from: UnitOfMeasure.Dimension,
        to: UnitOfMeasure.Dimension
    ) throws(UnitConversionError) -> Rational {
        switch (from, to) {
        case (.mass, .mass), (.volume, .volume), (.count, .count): return 1
        case (.volume, .mass):
            guard let density else { throw .needsDensity }
            guard density > 0 else { throw .invalidMeasure }
            return density
        case (.count, _):
            guard let pieceSize else { throw .needsPieceSize }
            guard pieceSize.amount > 0, pieceSize.unit.dimension != .count else { throw .invalidMeasure }
            let inPieceUnits = try ratio(from: pieceSize.unit.dimension, to: to)
            return try Self.exactly { () throws(ArithmeticError) in
                try pieceSize.amount * pieceSize.unit.inBaseUnits * inPieceUnits
            }
        case (.mass, .volume), (_, .count):
            let reverse = try ratio(from: to, to: from)
            return try Self.exactly { () throws(ArithmeticError) in try 1 / reverse }
        }
    }

    private static func exactly<Result>(
        _ calculation: () throws(ArithmeticError) -> Result
    ) throws(UnitConversionError) -> Result {
        do {
            return try calculation()
        } catch {
            throw .arithmetic(error)
        }
    }
}
