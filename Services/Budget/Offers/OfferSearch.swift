import Foundation
import Foundations
import ServiceKit

/// Compares what users have bought with what it costs at stores in their reach.
struct OfferSearch: Sendable {
    let ledger: SpendingStore
    let prices: any StorePrices

    /// The most products that are asked for.
    static let productLimit = 300

    /// What was found.
    struct Outcome: Sendable {
        /// What saves most first.
        let offers: [Offer]
        /// How many things were bought whose prices can be compared, and of how many of them a price is known in reach.
        let bought: Int
        let compared: Int
        /// Whether the user has a home place; without one there are no offers.
        let hasHome: Bool
    }

    /// The lower prices of what a user has bought in these days.
    func offers(of user: UUID, in days: ClosedRange<CalendarDay>) async throws -> Outcome {
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
        let found = try await prices.lowest(of: Array(asked), for: user)
        return try await offLoop(for: user) {
            let known = (found ?? []).compactMap { price in price.comparisonKey.map { ($0, price) } }
            let lowest = Dictionary(known) { first, _ in first }
            return Outcome(
                offers: Offer.all(in: series, among: lowest),
                bought: asked.count,
                compared: Set(series.map(\.key).filter { lowest[$0] != nil }.map(\.item)).count,
                hasHome: found != nil
            )
        }
    }
}
