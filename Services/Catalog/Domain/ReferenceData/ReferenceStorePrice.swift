import Foundation
package import Foundations

/// What something costs at a store, as operators' files say. None ships with Larder.
package struct ReferenceStorePrice: Equatable, Sendable, ReferenceRow {
    /// The slug of the store.
    package let store: String
    /// The slug of the product.
    package let product: String
    /// What the store calls it, such as a brand; blank for nothing in particular.
    package let label: String
    /// In the currency's major unit, above 0.
    package let price: ExactDecimal
    /// ISO 4217.
    package let currency: String
    /// What the price is for, in thousandths of the unit, from 1.
    package let quantityThousandths: Int
    /// The unit of the quantity.
    package let unit: UnitOfMeasure
    /// The first day on which it holds.
    package let firstDay: CalendarDay
    /// The last one; nil for as long as the store has no other price for it.
    package let lastDay: CalendarDay?

    /// The name of its file.
    package static let fileName = "store_prices.csv"
    /// The header of its file.
    package static let columns = [
        "store", "product", "label", "price", "currency", "quantity", "unit", "first_day", "last_day",
    ]

    /// A row of its file.
    package init(reading fields: inout ReferenceFields) {
        store = fields.slug("store")
        product = fields.slug("product")
        label = fields.text("label", upTo: 100).trimmingCharacters(in: .whitespaces)
        let currency = fields.value("currency") { Currency.isMoney($0) ? Currency(code: $0) : nil }
        self.currency = currency?.code ?? ""
        price = fields.value("price") { Self.price($0, in: currency) } ?? .zero
        quantityThousandths = fields.value("quantity", Self.thousandths) ?? 1
        unit = fields.value("unit", UnitOfMeasure.init) ?? .each
        let period = fields.period()
        (firstDay, lastDay) = (period.firstDay, period.lastDay)
    }

    /// Unique among prices: one for each thing at a store, by the day on which it begins.
    package var key: String {
        "\(store) \(product) \(label) \(quantityThousandths) \(unit.rawValue) \(currency) \(firstDay.text)"
    }

    private static func price(_ text: String, in currency: Currency?) -> ExactDecimal? {
        guard let price = ExactDecimal(text)?.normalized, price > .zero, price <= 10_000_000 else { return nil }
        return price.scale <= currency?.minorDigits ?? 3 ? price : nil
    }

    private static func thousandths(_ text: String) -> Int? {
        guard let quantity = ExactDecimal(text)?.normalized, quantity > .zero, quantity <= 1_000_000,
            quantity.scale <= 3
        else { return nil }
        return Int(quantity.coefficient) * [1_000, 100, 10, 1][quantity.scale]
    }
}
