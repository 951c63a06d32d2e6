import CatalogMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// Where average retail prices come from.
protocol AveragePrices: Sendable {
    /// The averages of a region that products are compared with.
    /// - Throws: INVALID_ARGUMENT for an unknown region.
    func series(for products: [UUID], in region: String) async throws -> [Catalog.AveragePriceSeries]
}

/// Asks the catalog service over RPC.
struct CatalogAverages: AveragePrices {
    private static let options = CallOptions(timeout: .seconds(3))

    private let client: Catalog.AveragePricesClient

    /// Averages over a channel to catalog.
    init(_ channel: any CallChannel) { client = Catalog.AveragePricesClient(channel: channel) }

    func series(for products: [UUID], in region: String) async throws -> [Catalog.AveragePriceSeries] {
        let request = Catalog.FindAveragePricesRequest(region: region, productIDs: products.map(\.canonical))
        return try await client.findAveragePrices(request, options: Self.options).series
    }
}

extension AveragePrices {
    /// The goods that products are compared with in a region: of at most 10,000 products, which is as many as catalog takes.
    /// - Throws: INVALID_ARGUMENT for an unknown region, in the caller's language.
    func goods(for products: Set<UUID>, in region: String) async throws -> AverageGoods {
        // Of more, the same ones each time.
        let asked = products.sorted { $0.canonical < $1.canonical }.prefix(10_000)
        do {
            return AverageGoods(try await series(for: Array(asked), in: region))
        } catch let status as Status where status.code == .invalidArgument {
            throw Status.invalid([.init("region", .budget.ruleRegion)])
        }
    }
}

/// What products are compared with.
struct AverageGoods: Sendable {
    /// Nothing is compared.
    static let none = AverageGoods([])

    private var goods: [UUID: [AverageGood]] = [:]

    var isEmpty: Bool { goods.isEmpty }

    /// - Parameter series: What catalog has answered. What has no price, or isn't understood, is left out.
    init(_ series: [Catalog.AveragePriceSeries]) {
        for each in series {
            guard let good = AverageGood(each) else { continue }
            for id in each.productIDs.compactMap(UUID.init(uuidString:)) { goods[id, default: []].append(good) }
        }
    }

    /// What the price of a series is compared with: of the goods whose package is like the one that was bought, the nearest.
    func good(for price: PaidPrice, of key: PriceSeries.Key) -> AverageGood? {
        guard case .product(let id) = key.item else { return nil }
        let fitting = goods[id, default: []].filter { $0.currency == key.currency && $0.unit.priceUnit == key.unit }
        return fitting.compactMap { good in good.distance(to: price.quantity).map { (good, $0) } }
            .min { $0.1 < $1.1 }?.0
    }
}
