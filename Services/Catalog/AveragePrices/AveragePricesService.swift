import CatalogMessages
import Foundation
import Postgres
import RPC
import ServiceKit

/// The service for average retail prices.
struct AveragePricesService: Catalog.AveragePricesProvider {
    /// The most products of a request.
    static let mostProducts = 10_000
    /// That of all prices.
    private static let currency = "CAD"

    let pool: PostgresPool

    func findAveragePrices(
        _ request: Catalog.FindAveragePricesRequest,
        context: CallContext
    ) async throws -> Catalog.FindAveragePricesResponse {
        var validator = FieldValidator()
        let region = validator.text(request.region, "region", length: 2...6)
        if request.productIDs.count > Self.mostProducts {
            validator.reject("product_ids", .catalog.ruleProducts(highest: Self.mostProducts))
        }
        try validator.finish()
        let products = request.productIDs.compactMap(UUID.init(uuidString:))
        let series = try await series(of: products, in: region)
        if series.isEmpty, try await !isKnown(region) {
            throw Status.invalid([.init("region", .catalog.ruleRegion)])
        }
        return .init(series: series)
    }

    private func isKnown(_ region: String) async throws -> Bool {
        let rows = try await pool.query(
            "SELECT 1 FROM average_prices WHERE region = \(region) AND withdrawn_at IS NULL LIMIT 1"
        )
        return !rows.isEmpty
    }

    private func series(of products: [UUID], in region: String) async throws -> [Catalog.AveragePriceSeries] {
        try await pool.query(
            """
            SELECT array_agg(p.id::text ORDER BY p.id) AS ids, g.name, g.name_fr, g.quantity, g.unit, a.first_month, a.prices
            FROM products p JOIN average_goods g ON p.slug = ANY(g.products) JOIN average_prices a ON a.good = g.slug
            WHERE p.id = ANY(\(products)) AND a.region = \(region)
                AND p.withdrawn_at IS NULL AND g.withdrawn_at IS NULL AND a.withdrawn_at IS NULL
            GROUP BY g.slug, a.id ORDER BY g.slug
            """
        ).map { row in
            Catalog.AveragePriceSeries(
                productIDs: try row["ids"],
                englishName: try row["name"],
                frenchName: try row["name_fr"],
                currency: Self.currency,
                quantity: try row["quantity"],
                unit: try row["unit"],
                firstMonth: try row["first_month"],
                prices: try row["prices"]
            )
        }
    }
}
