import CatalogMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// Compares what users have bought with what it costs at stores in their reach.
struct OfferSearch: Sendable {
    let ledger: SpendingStore
    let prices: any StorePrices
    /// What users want things to cost.
    let preferences: PreferenceStore

    /// The most products that are asked for.
    static let productLimit = 300

    /// What was found.
    struct Outcome: Sendable {
        /// What saves most first.
        let offers: [Offer]
        /// How many things were bought whose prices can be compared, and of how many of them a price is known in reach.
        let bought: Int
        let compared: Int
        /// Of how many of them the user has said what they may cost.
        let ranged: Int
        /// Whether the user has a home place; without one there are no offers.
        let hasHome: Bool
    }

    /// The lower prices of what a user has bought in these days.
    /// - Parameter since: The first day of weeks in which users have paid observed prices; nil for all that are taken to hold.
    /// - Throws: UNAVAILABLE as long as it isn't known what is in the categories that the user has preferences of.
    func offers(
        of user: UUID,
        in days: ClosedRange<CalendarDay>,
        observedSince since: CalendarDay? = nil
    ) async throws -> Outcome {
        let wanted = try await preferences.preferences(of: user)
        if !ledger.names.areKnown, wanted.contains(where: { $0.target.category != nil }) {
            throw Status(.unavailable, .budget.categoriesUnknown)
        }
        let purchases = try await ledger.counted(
            from: days.lowerBound,
            to: days.upperBound,
            of: user,
            with: [.storeNames, .quantities]
        )
        let series = try await offLoop(for: user) {
            PriceSeries.all(in: purchases).filter { $0.key.item.productID != nil }
        }
        let products = Set(series.compactMap(\.key.item.productID))
        // Of more, the same ones each time.
        let asked = products.sorted { $0.canonical < $1.canonical }.prefix(Self.productLimit)
        let ranges = PricePreferences(wanted, names: ledger.names).ranges(of: series, among: Set(asked))
        let found = try await prices.lowest(of: Array(asked), in: ranges, observedSince: since, for: user)
        return try await offLoop(for: user) {
            let known = (found ?? []).compactMap { price in price.comparisonKey.map { ($0, price) } }
            let lowest = Dictionary(known) { first, _ in first }
            return Outcome(
                offers: Offer.all(in: series, among: lowest),
                bought: asked.count,
                compared: Set(series.map(\.key).filter { lowest[$0] != nil }.map(\.item)).count,
                ranged: Set(ranges.map(\.productID)).count,
                hasHome: found != nil
            )
        }
    }
}

extension PricePreferences {
    /// What products that were bought may cost, in the currencies in which they were, by the category that they were in the last time.
    fileprivate func ranges(of series: [PriceSeries], among products: Set<UUID>) -> [Catalog.PriceRange] {
        guard !isEmpty else { return [] }
        return Dictionary(grouping: series) { $0.key.item.productID }.flatMap { product, series in
            guard let product, products.contains(product), let category = series.first?.category else {
                return [Catalog.PriceRange]()
            }
            let currencies = Set(series.map(\.key.currency.code))
            return preferences(for: product, in: category).filter { currencies.contains($0.currency) }
                .map { $0.range(of: product) }
        }
    }
}
