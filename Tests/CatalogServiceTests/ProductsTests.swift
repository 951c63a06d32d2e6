import CatalogMessages
import Foundation
import Foundations
import Postgres
import PostgresTestSupport
import RPC
import Testing

@testable import larder_catalog

@Suite("Searching products", .timeLimit(.minutes(5)))
struct ProductsTests {
    private func search(_ environment: CatalogTestEnvironment, _ text: String, limit: Int32 = 0) async throws
        -> [Catalog.Product]
    {
        try await environment.products.searchProducts(.init(text: text, limit: limit), context: .user(environment.user))
            .products
    }

    @Test("requires a user, a text and a valid limit")
    func invalidRequests() async throws {
        try await CatalogTestEnvironment.run { environment in
            let unknown = try await failure {
                _ = try await environment.products.searchProducts(.init(text: "milk"), context: .service)
            }
            #expect(unknown.code == .unauthenticated)
            let wrong = try await failure { _ = try await search(environment, "  ", limit: 51) }
            #expect(wrong.fieldViolations.map(\.field) == ["text", "limit"])
            let long = try await failure { _ = try await search(environment, String(repeating: "milk ", count: 30)) }
            #expect(long.fieldViolations.map(\.field) == ["text"])
        }
    }

    @Test("finds nothing when nothing is similar")
    func nothing() async throws {
        try await CatalogTestEnvironment.run { environment in
            for text in ["snowboard", "!?"] {
                let found = try await search(environment, text)
                #expect(found == [], "\(text)")
            }
        }
    }

    @Test("returns the best first and no more than requested")
    func order() async throws {
        try await CatalogTestEnvironment.run { environment in
            _ = try await environment.resolve("GOAT CHEDDAR GOUDA")
            let found = try await search(environment, "cheddar")
            #expect(found.map(\.name) == ["Cheddar cheese", "Goat cheddar gouda"])
            #expect(try await search(environment, "cheddar", limit: 1).count == 1)
        }
    }

    @Test("finds a user's own products, never another's")
    func isolation() async throws {
        try await CatalogTestEnvironment.run { environment in
            _ = try await environment.resolve("ZANZIBAR COFFEE", for: UUID())
            #expect(try await search(environment, "zanzibar coffee") == [])
            let own = try await environment.resolve("ZANZIBAR COFFEE").product
            #expect(try await search(environment, "zanzibar coffee") == [try #require(own)])
        }
    }

    @Test("returns a product by identifier to users who may see it")
    func getProduct() async throws {
        try await CatalogTestEnvironment.run { environment in
            func get(_ id: String, _ user: UUID) async throws -> Catalog.Product {
                try await environment.products.getProduct(.init(productID: id), context: .user(user))
            }
            let milk = try #require(try await environment.resolve("MILK").product)
            let own = try #require(try await environment.resolve("HDMI CABLE 2M").product)
            #expect(try await get(own.id, environment.user) == own)
            #expect(try await get(milk.id, UUID()) == milk)
            let others = try await failure { _ = try await get(own.id, UUID()) }
            let missing = try await failure { _ = try await get(UUID().canonical, environment.user) }
            #expect(others == missing)
            #expect(missing.code == .notFound)
            let malformed = try await failure { _ = try await get("milk", environment.user) }
            #expect(malformed.fieldViolations.map(\.field) == ["product_id"])
        }
    }

    @Test("lists the categories in order, without withdrawn ones")
    func categories() async throws {
        try await CatalogTestEnvironment.run { environment in
            try await environment.pool.execute("UPDATE categories SET withdrawn_at = now() WHERE slug = 'household'")
            let fresh = SharedCatalog(pool: environment.pool, log: TestDatabase.quietLogger)
            try await fresh.refresh()
            let service = ProductsService(
                catalog: fresh,
                store: environment.productsStore,
                mappings: environment.mappings
            )
            let categories = try await service.listCategories(.init(), context: .user(environment.user)).categories
            #expect(categories.map(\.slug) == ["produce", "dairy", "other"])
            #expect(categories.map(\.symbol) == ["🧺", "🥛", "🛒"])
            let soap = try #require(try await environment.resolve("DISH SOAP").product)
            let kept = try await service.getProduct(.init(productID: soap.id), context: .user(environment.user))
            #expect(kept.category?.name == "Household")
        }
    }

    @Test("reports all violations of a new product")
    func invalidNewProduct() async throws {
        try await CatalogTestEnvironment.run { environment in
            let wrong = try await failure {
                _ = try await add(environment, .init(name: "***", categorySlug: "fish", defaultUnit: "stone"))
            }
            let fields = ["product.name", "product.category_slug", "product.default_unit"]
            #expect(wrong.fieldViolations.map(\.field) == fields)
            let empty = try await failure { _ = try await add(environment, nil) }
            #expect(empty.fieldViolations.map(\.field) == ["product.name"])
        }
    }

    @Test("adds a product once, which then works like a shared one for its owner alone")
    func newProduct() async throws {
        try await CatalogTestEnvironment.run { environment in
            let wanted = Catalog.NewProduct(name: "Ube jam", categorySlug: "produce", defaultUnit: "g")
            let first = try await add(environment, wanted)
            let second = try await add(environment, .init(name: "UBE JAM"))
            #expect(first.created && !second.created)
            #expect(first.product == second.product)
            #expect(first.product?.category?.slug == "produce")
            let resolved = try await environment.resolve("UBE JAM 250G")
            #expect(resolved.product == first.product)
            #expect(resolved.basis == .name)
            #expect(try await search(environment, "ube jam") == [try #require(first.product)])
            #expect(try await environment.resolve("UBE JAM 250G", for: UUID()).created)
        }
    }

    @Test("returns the shared product that already has the name")
    func knownName() async throws {
        try await CatalogTestEnvironment.run { environment in
            let answer = try await add(environment, .init(name: "cheddar-CHEESE"))
            #expect(!answer.created)
            #expect(answer.product?.id == (try environment.known("Cheddar cheese")))
        }
    }

    private func add(_ environment: CatalogTestEnvironment, _ product: Catalog.NewProduct?) async throws
        -> Catalog.CreateProductResponse
    {
        try await environment.products.createProduct(.init(product: product), context: .user(environment.user))
    }
}
