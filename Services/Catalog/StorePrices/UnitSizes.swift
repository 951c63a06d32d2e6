import Foundations
import Postgres

extension Statement {
    /// All units of measure as a relation `size`: the unit in which a unit's prices are compared as its dimension, and how many of these
    /// it is, as a fraction.
    static var unitSizes: Statement {
        let units = UnitOfMeasure.allCases
        let sizes = units.map(\.inBaseUnits)
        return """
            unnest(
                \(units.map(\.rawValue)), \(units.map(\.dimension.comparisonUnit.rawValue)),
                \(sizes.map { "\($0.numerator)" })::text[]::numeric[],
                \(sizes.map { "\($0.denominator)" })::text[]::numeric[]
            ) AS size (unit, dimension, numerator, denominator)
            """
    }

    /// What a thousandth of a gram, a millilitre or a piece costs, of a row with a price and its quantity that is joined with
    /// ``unitSizes``.
    static func unitCost(of row: Statement) -> Statement {
        "\(row).price * size.denominator / (\(row).quantity_thousandths * size.numerator)"
    }
}
