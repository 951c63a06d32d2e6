package import Foundations

/// A security that ships with Larder.
package struct ReferenceSecurity: Equatable, Sendable, ReferenceRow {
    /// The unique key.
    package let symbol: String
    /// The name.
    package let name: String
    /// Where it is traded; blank for none.
    package let exchange: String
    /// ISO 4217.
    package let currency: String
    /// What it is.
    package let kind: SecurityKind
    /// What the ratio of two prices says.
    package let adjustment: PriceAdjustment
    /// A country, or EU.
    package let region: String
    /// Where its prices come from.
    package let source: String

    /// The name of its file.
    package static let fileName = "securities.csv"
    /// The header of its file.
    package static let columns = ["symbol", "name", "exchange", "currency", "kind", "adjustment", "region", "source"]

    /// A row of its file.
    package init(reading fields: inout ReferenceFields) {
        symbol = fields.value("symbol") { SecuritySymbol.normalised($0) } ?? ""
        name = fields.required("name")
        exchange = fields.text("exchange")
        currency = fields.value("currency") { Currency(code: $0)?.code } ?? ""
        kind = fields.value("kind") { SecurityKind(rawValue: $0) } ?? .stock
        adjustment = fields.value("adjustment") { PriceAdjustment(rawValue: $0) } ?? .price
        region = fields.text("region")
        source = fields.required("source")
    }
}

/// A price at the end of a month of a security that ships with Larder.
package struct ReferencePrice: Equatable, Sendable, ReferenceRow {
    /// The symbol of the security.
    package let symbol: String
    /// The day.
    package let day: CalendarDay
    /// In the security's currency.
    package let close: ExactDecimal

    /// The name of its file.
    package static let fileName = "security_prices.csv"
    /// The header of its file.
    package static let columns = ["symbol", "day", "close"]

    /// A row of its file.
    package init(reading fields: inout ReferenceFields) {
        symbol = fields.required("symbol")
        day = fields.value("day") { CalendarDay($0) } ?? .earliestPrice
        close = fields.value("close") { ExactDecimal($0).flatMap { $0 > .zero ? $0 : nil } } ?? .zero
    }
}
