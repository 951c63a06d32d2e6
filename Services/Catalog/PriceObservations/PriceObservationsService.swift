import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// The service for what users have paid at stores: for budget, which reports it, and for operators.
struct PriceObservationsService: Catalog.PriceObservationsProvider {
    /// The most prices of a request.
    static let limit = 500

    let store: PriceObservationsStore

    func recordPriceObservations(
        _ request: Catalog.RecordPriceObservationsRequest,
        context: CallContext
    ) async throws -> Catalog.RecordPriceObservationsResponse {
        var validator = FieldValidator()
        let shop = validator.uuid(request.storeID, "store_id")
        let week = CalendarDay(request.week).flatMap { $0.weekday == 1 ? $0 : nil }
        if week == nil { validator.reject("week", .catalog.ruleMonday) }
        if request.prices.count > Self.limit { validator.reject("prices", .catalog.rulePrices(highest: Self.limit)) }
        let prices = request.prices.compactMap(ObservedPrice.init)
        if prices.count < request.prices.count { validator.reject("prices", .catalog.ruleObservedPrices) }
        if Set(prices.map(\.thing)).count < prices.count { validator.reject("prices", .catalog.ruleOnce) }
        try validator.finish()
        guard let week else { return .init() }
        let (used, held) = try await store.record(prices, at: shop, in: week)
        return .init(used: Int32(clamping: used), held: Int32(clamping: held))
    }

    func listPriceObservations(
        _ request: Catalog.ListPriceObservationsRequest,
        context: CallContext
    ) async throws -> Catalog.ListPriceObservationsResponse {
        var validator = FieldValidator()
        let product = validator.text(request.product, "product", length: 0...100)
        try validator.finish()
        return .init(observations: try await store.observations(of: product.isEmpty ? nil : product))
    }

    func decidePriceObservation(
        _ request: Catalog.DecidePriceObservationRequest,
        context: CallContext
    ) async throws -> Catalog.PriceObservation {
        var validator = FieldValidator()
        let id = validator.uuid(request.observationID, "observation_id")
        try validator.finish()
        guard let decided = try await store.decide(id, isUsed: request.used) else {
            throw Status.notFound(.services.nounObservation)
        }
        return decided
    }
}

extension ObservedPrice {
    /// Distinguishes it from others of a store and week.
    fileprivate var thing: String {
        "\(product.canonical) \(quantityThousandths) \(unit.rawValue) \(price.currency.code)"
    }

    /// Nil for a request's price that isn't understood.
    fileprivate init?(_ message: Catalog.ObservedPrice) {
        guard let product = UUID(uuidString: message.productID), let unit = UnitOfMeasure(rawValue: message.unit),
            let paid = message.price, let currency = Currency(code: paid.currency), paid.minorUnits > 0,
            message.quantityThousandths > 0
        else { return nil }
        self.init(
            product: product,
            price: Money(minorUnits: paid.minorUnits, currency: currency),
            quantityThousandths: message.quantityThousandths,
            unit: unit
        )
    }
}
