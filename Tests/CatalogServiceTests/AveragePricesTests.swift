import CatalogMessages
import Foundation
import Foundations
import FoundationsTestSupport
import Postgres
import RPC
import RPCTestSupport
import Testing

@testable import larder_catalog

@Suite("Average prices", .timeLimit(.minutes(5)))
struct AveragePricesTests {
    @Test("are found for products and a region, of each size of package")
    func found() async throws {
        try await CatalogTestEnvironment.run { environment in
            let (milk, tomatoes) = (try await environment.id("milk"), try await environment.id("tomatoes"))
            let soap = try await environment.id("dish-soap")
            let found = try await environment.averages([milk, tomatoes, soap, UUID(), milk]).series
            #expect(found.map(\.englishName) == ["Milk", "Milk", "Tomatoes"])
            #expect(found.map(\.frenchName) == ["Lait", "Lait", "Tomates"])
            #expect(found.map(\.quantity) == [1_000, 2_000, 1] && found.map(\.unit) == ["ml", "ml", "kg"])
            #expect(found.map(\.productIDs) == [milk, milk, tomatoes].map { [$0.canonical] })
            #expect(found.first?.prices == ["3.00", "", "3.08"] && found.first?.firstMonth == "2025-10")
            #expect(found.allSatisfy { $0.currency == "CAD" })
            let ontario = try await environment.averages([milk, tomatoes], in: "CA-ON").series
            #expect(ontario.map(\.prices) == [["2.90", "2.95", "2.99"]])
            #expect(try await environment.averages([soap]).series.isEmpty)
        }
    }

    @Test("are rejected for an unknown region and for too many products")
    func rejected() async throws {
        try await CatalogTestEnvironment.run { environment in
            for region in ["", "CA-XX", "Ontario, Canada"] {
                let refusal = try await failure { _ = try await environment.averages([UUID()], in: region) }
                #expect(refusal.code == .invalidArgument && refusal.fieldViolations.map(\.field) == ["region"])
            }
            let many = Array(repeating: UUID(), count: AveragePricesService.mostProducts + 1)
            let refusal = try await failure { _ = try await environment.averages(many) }
            #expect(refusal.fieldViolations.map(\.field) == ["product_ids"])
        }
    }

    @Test("follow the files: what changes replaces, and what is gone is withdrawn")
    func reloaded() async throws {
        try await CatalogTestEnvironment.run { environment in
            let milk = try await environment.id("milk")
            let changed = TestReferenceData.averagePrices.replacing("5.00;5.10;5.20", with: "5.00;5.10;5.20;5.30")
                .replacing("milk-1l CA,milk-1l,CA,2025-10,3.00;;3.08\n", with: "")
            let files = TestReferenceData.files(["average_prices.csv": changed])
            try await environment.loader(files).run()
            #expect(try await environment.averages([milk]).series.map(\.prices) == [["5.00", "5.10", "5.20", "5.30"]])
        }
    }
}

extension CatalogTestEnvironment {
    fileprivate func id(_ slug: String) async throws -> UUID {
        let rows = try await pool.query("SELECT id FROM products WHERE slug = \(slug)")
        return try #require(try rows.first.map { try $0["id"] as UUID })
    }

    fileprivate func averages(
        _ products: [UUID],
        in region: String = "CA"
    ) async throws -> Catalog.FindAveragePricesResponse {
        let request = Catalog.FindAveragePricesRequest(region: region, productIDs: products.map(\.canonical))
        let context = CallContext.service
        return try await AveragePricesService(pool: pool).findAveragePrices(request, context: context)
    }
}
