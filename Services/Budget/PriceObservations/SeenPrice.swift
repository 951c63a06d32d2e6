import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import PrintedWords

/// What somebody has paid for one of something at a store, so that it can be the same as others have paid.
struct SeenPrice: Hashable, Sendable {
    /// What the price is for.
    struct Thing: Hashable, Sendable {
        let product: UUID
        /// As much as the price is for, in thousandths of the unit.
        let quantityThousandths: Int64
        let unit: UnitOfMeasure
        let currency: Currency
    }

    let thing: Thing
    /// Above 0.
    let minorUnits: Int64

    /// Nil for what has no price that others could have paid, too: what its owner has added, an unknown product or unit, something given
    /// back, and what was weighed or is several pieces, unless its price for one is printed and was paid for each, since nothing is
    /// rounded then.
    init?(_ item: CountedPurchase.Item, _ currency: Currency) {
        guard item.isPrinted, let product = item.productID, let bought = item.quantity, item.amount > 0,
            let sold = bought.soldTogether
        else { return nil }
        let isOne = bought.isCounted && bought.thousandths == 1_000
        guard isOne || bought.regularAmount == item.amount,
            let price = isOne ? Int64(exactly: item.amount) : bought.unitPrice, price > 0
        else { return nil }
        thing = Thing(
            product: product,
            quantityThousandths: sold.thousandths,
            unit: sold.unit,
            currency: currency
        )
        minorUnits = price
    }

    var message: Catalog.ObservedPrice {
        Catalog.ObservedPrice(
            productID: thing.product.canonical,
            quantityThousandths: thing.quantityThousandths,
            unit: thing.unit.rawValue,
            price: Common.Money(minorUnits: minorUnits, currency: thing.currency.code)
        )
    }
}

extension BoughtQuantity {
    /// How much has one price: what a package holds, a piece, or one unit of what was weighed or measured; nil for an unknown unit.
    fileprivate var soldTogether: (thousandths: Int64, unit: UnitOfMeasure)? {
        if let pack {
            let (whole, isMass) = (Int64(pack.whole), pack.dimension == .mass)
            // As people say it: kilograms and litres from one of them on.
            return whole >= 1_000_000 && whole.isMultiple(of: 1_000)
                ? (whole / 1_000, isMass ? .kilogram : .litre) : (whole, isMass ? .gram : .millilitre)
        }
        guard let measure = isCounted ? .each : UnitOfMeasure(rawValue: unit) else { return nil }
        return (1_000, measure)
    }
}

/// What users have paid at a store.
struct SeenPrices: Sendable {
    /// Who has paid a price. A receipt that several users have counts once, since it may be of one household.
    private struct Payers {
        private var users: Set<UUID> = []
        private var receipts: Set<Receipt> = []

        var count: Int { min(users.count, receipts.count) }

        mutating func add(_ user: UUID, with receipt: Receipt) {
            users.insert(user)
            receipts.insert(receipt)
        }
    }

    /// What distinguishes a receipt from others of a store.
    struct Receipt: Hashable, Sendable {
        let day: CalendarDay
        /// As printed; nil where it isn't.
        let time: String?
        /// In minor units; nil where it isn't printed.
        let total: Int64?
    }

    private var payers: [SeenPrice: Payers] = [:]

    /// Adds what somebody has paid in a purchase at the store.
    mutating func add(_ purchase: CountedPurchase, at time: String?, of user: UUID) {
        guard let currency = Currency(code: purchase.currency), Currency.isMoney(purchase.currency) else { return }
        let receipt = Receipt(day: purchase.day, time: time, total: purchase.total)
        for price in purchase.items.compactMap({ SeenPrice($0, currency) }) {
            payers[price, default: .init()].add(user, with: receipt)
        }
    }

    /// What as many users at least have paid alike, of each thing the price that most have paid, of equal ones the lowest. In an order in
    /// which nothing of theirs remains.
    func shared(by smallestGroup: Int) -> [SeenPrice] {
        let shared = payers.mapValues(\.count).filter { $0.value >= smallestGroup }
        let things = Dictionary(grouping: shared) { $0.key.thing }
        let usual = things.values.compactMap { prices in
            prices.min { ($1.value, $0.key.minorUnits) < ($0.value, $1.key.minorUnits) }?.key
        }
        return usual.sorted { $0.thing.order < $1.thing.order }
    }
}

extension SeenPrice.Thing {
    /// Where it is listed.
    fileprivate var order: (String, String, Int64, String) {
        (product.canonical, unit.rawValue, quantityThousandths, currency.code)
    }
}
