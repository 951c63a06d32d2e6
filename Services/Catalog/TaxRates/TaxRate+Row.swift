import CatalogDomain
import Foundations
import Postgres

extension TaxRate {
    /// The rates in use.
    static let selection: Statement = """
        SELECT region, name, french_name, percent, first_day, last_day, source, is_own FROM tax_rates WHERE withdrawn_at IS NULL
        """

    /// A row of ``selection``.
    init(_ row: Row) throws {
        self.init(
            region: try row["region"],
            name: try row["name"],
            frenchName: try row["french_name"],
            percent: (try row["percent"] as ExactDecimal).normalized,
            period: ValidityPeriod(from: try row["first_day"], to: try row["last_day"]),
            source: try row["source"]
        )
    }
}
