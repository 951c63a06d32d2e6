import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import Postgres

/// What a product costs or cost at a store.
struct StorePriceRow: Sendable {
    let store: UUID
    let product: UUID
    /// What the store calls it; empty for nothing in particular.
    let label: String
    let price: Money
    /// What the price is for.
    let quantity: Quantity
    private let quantityThousandths: Int64
    let firstDay: CalendarDay
    /// The last day on which it holds; nil where no end is known.
    let lastDay: CalendarDay?
    /// Whether users have paid it, rather than that an operator says so.
    let isObserved: Bool
    /// Whether it holds today, where the store is.
    let isCurrent: Bool
    /// What one of the unit costs in which it is compared.
    let unitPrice: UnitPrice

    init(_ row: Row) throws {
        guard let currency = Currency(code: try row["currency"]), let unit = UnitOfMeasure(rawValue: try row["unit"])
        else { throw PostgresError(.decoding, "a price has an unknown currency or unit") }
        store = try row["store_id"]
        product = try row["product_id"]
        label = try row["label"]
        price = try Money(exactly: try row["price"], currency: currency)
        quantityThousandths = try row["quantity_thousandths"]
        quantity = try Quantity(thousandths: quantityThousandths, unit)
        firstDay = try row["first_day"]
        lastDay = try row["ends_on"]
        isCurrent = try row["is_current"]
        isObserved = try row["is_observed"]
        unitPrice = try UnitPrice(of: price, for: quantity, per: unit.dimension.comparisonUnit)
    }

    /// The price at a store in reach.
    /// - Throws: ``ArithmeticError`` for a price of more digits than fit.
    func message(at store: Catalog.NearbyStore) throws -> Catalog.StorePrice {
        Catalog.StorePrice(
            store: store,
            productID: product.canonical,
            label: label,
            price: Common.Money(minorUnits: price.minorUnits, currency: price.currency.code),
            quantity: ExactDecimal(quantityThousandths, scale: 3).normalized.description,
            unit: quantity.unit.rawValue,
            unitPrice: try unitPrice.rounded().description,
            comparisonUnit: unitPrice.unit.rawValue,
            firstDay: firstDay.text,
            lastDay: isObserved ? firstDay.advanced(by: 6).text : lastDay?.text ?? "",
            current: isCurrent,
            observed: isObserved
        )
    }
}
