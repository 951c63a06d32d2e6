package import Foundations

/// What average prices are given for.
package struct ReferenceAverageGood: Equatable, Sendable, ReferenceRow {
    /// What a quantity counts.
    package enum Unit: String, Sendable {
        /// By weight.
        case kilogram = "kg"
        /// In a package.
        case gram = "g"
        /// In a package.
        case millilitre = "ml"
        /// Pieces; above 1 in a package.
        case each
    }

    /// The unique key.
    package let slug: String
    /// The name in English.
    package let name: String
    /// The name in French.
    package let frenchName: String
    /// How much of the unit a price is for, from 1.
    package let quantity: Int
    /// The unit.
    package let unit: Unit
    /// The slugs of the products that are compared with it.
    package let products: [String]

    /// The name of its file.
    package static let fileName = "average_goods.csv"
    /// The header of its file.
    package static let columns = ["slug", "name", "name_fr", "quantity", "unit", "products"]

    /// A row of its file.
    package init(reading fields: inout ReferenceFields) {
        slug = fields.slug("slug")
        name = fields.required("name", upTo: 200)
        frenchName = fields.required("name_fr", upTo: 200)
        quantity = fields.value("quantity") { Int($0).flatMap { (1...1_000_000).contains($0) ? $0 : nil } } ?? 1
        unit = fields.value("unit", Unit.init) ?? .each
        products = fields.list("products")
    }
}

/// The average prices of a good in a region.
package struct ReferenceAveragePrices: Equatable, Sendable, ReferenceRow {
    /// The unique key: the good and the region, with a space between them.
    package let id: String
    /// The slug of the good.
    package let good: String
    /// ISO 3166: a country, or one of its provinces.
    package let region: String
    /// The month of the first price.
    package let firstMonth: CalendarMonth
    /// In CAD, one for each month since the first; nil where none was published.
    package let prices: [ExactDecimal?]

    /// The name of its file.
    package static let fileName = "average_prices.csv"
    /// The header of its file.
    package static let columns = ["id", "good", "region", "first_month", "prices"]

    /// A row of its file.
    package init(reading fields: inout ReferenceFields) {
        let good = fields.slug("good")
        let region = fields.value("region") { $0.wholeMatch(of: /[A-Z]{2}(-[A-Z0-9]{1,3})?/) == nil ? nil : $0 } ?? ""
        id = fields.value("id") { $0 == "\(good) \(region)" ? $0 : nil } ?? ""
        (self.good, self.region) = (good, region)
        firstMonth = fields.value("first_month") { CalendarMonth($0) } ?? CalendarMonth(containing: .earliestPrice)
        prices = fields.value("prices", Self.prices) ?? []
    }

    /// Nil unless each is blank or a number above zero, and one at least is a number.
    private static func prices(_ text: String) -> [ExactDecimal?]? {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        guard parts.count <= 1_200 else { return nil }
        let prices = parts.map { ExactDecimal(String($0)) }
        let isValid = zip(parts, prices).allSatisfy { $0.isEmpty || ($1.map { $0 > .zero } ?? false) }
        return isValid && prices.contains { $0 != nil } ? prices : nil
    }
}
