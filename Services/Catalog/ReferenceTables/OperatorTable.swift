import CatalogDomain
import Postgres

/// A table of reference data that operators keep by files.
enum OperatorTable: String, CaseIterable, Sendable {
    case stores
    case eateries
    case storePrices = "store_prices"
    case averageGoods = "average_goods"
    case averagePrices = "average_prices"
    case brokers
    case taxRates = "tax_rates"

    /// A row of a file.
    struct FileRow: Sendable {
        /// The line on which it begins, from 1.
        let line: Int
        let key: String
        /// What it refers to in other tables, by the column.
        let references: [(column: String, table: Reference, keys: [String])]
        /// A value for every column of the database.
        let values: [String: ReferenceTable.Value]
        /// When it holds, where no other row of the same subject may.
        let validity: (subject: String, period: ValidityPeriod)?
    }

    /// A table whose rows others refer to by their slugs.
    enum Reference: String, CaseIterable, Sendable {
        case stores, products
        case averageGoods = "average_goods"
    }

    /// The column of the key.
    var key: String {
        switch self {
        case .stores, .eateries, .averageGoods, .brokers: "slug"
        case .storePrices, .averagePrices, .taxRates: "id"
        }
    }

    /// The header of its files.
    var columns: [String] { row.columns }

    /// Parses a file: its rows, and what is wrong in it.
    /// - Parameter limit: The most rows; of a file with more none is read.
    func parse(_ bytes: [UInt8], limit: Int) -> (
        rows: [FileRow], problems: [(line: Int, problem: ReferenceFileProblem)]
    ) {
        switch self {
        case .stores:
            Self.parse(bytes, limit) { (store: ReferenceStore) in (store.place.slug, [], ReferenceTable.store(store)) }
        case .eateries:
            Self.parse(bytes, limit) { (eatery: ReferenceEatery) in
                (eatery.place.slug, [], ReferenceTable.eatery(eatery))
            }
        case .storePrices:
            Self.parse(bytes, limit) { (price: ReferenceStorePrice) in
                (
                    price.key, [("store", .stores, [price.store]), ("product", .products, [price.product])],
                    ReferenceTable.storePrice(price)
                )
            }
        case .averageGoods:
            Self.parse(bytes, limit) { (good: ReferenceAverageGood) in
                (good.slug, [("products", .products, good.products)], ReferenceTable.averageGood(good))
            }
        case .averagePrices:
            Self.parse(bytes, limit) { (prices: ReferenceAveragePrices) in
                (prices.id, [("good", .averageGoods, [prices.good])], ReferenceTable.averagePrices(prices))
            }
        case .brokers:
            Self.parse(bytes, limit) { (broker: ReferenceBroker) in (broker.slug, [], ReferenceTable.broker(broker)) }
        case .taxRates:
            Self.parse(bytes, limit, validity: { (rate: TaxRate) in (rate.subject, rate.period) }) { rate in
                (rate.key, [], ReferenceTable.taxRate(rate))
            }
        }
    }

    private var row: any ReferenceRow.Type {
        switch self {
        case .stores: ReferenceStore.self
        case .eateries: ReferenceEatery.self
        case .storePrices: ReferenceStorePrice.self
        case .averageGoods: ReferenceAverageGood.self
        case .averagePrices: ReferenceAveragePrices.self
        case .brokers: ReferenceBroker.self
        case .taxRates: TaxRate.self
        }
    }

    private static func parse<Row: ReferenceRow>(
        _ bytes: [UInt8],
        _ limit: Int,
        validity: (Row) -> (subject: String, period: ValidityPeriod)? = { _ in nil },
        _ read: (Row) -> (
            key: String, references: [(column: String, table: Reference, keys: [String])],
            values: [String: ReferenceTable.Value]
        )
    ) -> (rows: [FileRow], problems: [(line: Int, problem: ReferenceFileProblem)]) {
        let parsed = Row.parse(bytes, limit: limit)
        let rows = parsed.rows.map { line, row -> FileRow in
            let read = read(row)
            return FileRow(
                line: line,
                key: read.key,
                references: read.references,
                values: read.values,
                validity: validity(row)
            )
        }
        return (rows, parsed.problems)
    }
}

extension OperatorTable {
    /// The fields of a row as its file has them, in the order of ``columns``: texts made of the columns of the database.
    /// - Parameter row: What the row is called in the statement.
    func fields(of row: Statement) -> [Statement] {
        columns.map { column in
            switch (self, column) {
            case (_, "latitude"), (_, "longitude"): "(\(row).\(unsafe: column)_microdegrees / 1e6)::numeric(9, 6)::text"
            case (_, "dietary_tags"), (_, "products"), (_, "prices"):
                "array_to_string(\(row).\(unsafe: column), ';')"
            case (.storePrices, "price"): "trim_scale(\(row).price)::text"
            case (.storePrices, "quantity"): "trim_scale(\(row).quantity_thousandths / 1000.0)::text"
            case (.taxRates, "percent"): "trim_scale(\(row).percent)::text"
            case (.storePrices, "last_day"), (.taxRates, "last_day"): "coalesce(\(row).last_day::text, '')"
            default:
                ReferencePlace.dayColumns.firstIndex(of: column).map {
                    "\(row).opening_hours[\(unsafe: String($0 + 1))]"
                }
                    ?? "\(row).\(unsafe: column)::text"
            }
        }
    }
}
