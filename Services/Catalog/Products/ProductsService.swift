import CatalogDomain
import CatalogMessages
import Foundation
import RPC
import ServiceKit

/// The service for products and the printed texts that mean them.
struct ProductsService: Catalog.ProductsProvider {
    let catalog: SharedCatalog
    let store: ProductsStore
    let mappings: MappingsStore

    func resolveProducts(
        _ request: Catalog.ResolveProductsRequest,
        context: CallContext
    ) async throws -> Catalog.ResolveProductsResponse {
        let lines = try ReceiptLines(validating: request)
        let resolution = LineResolution(
            lines: lines,
            snapshot: try catalog.snapshot,
            products: store,
            mappings: mappings
        )
        return Catalog.ResolveProductsResponse(products: try await resolution.run())
    }

    func listProductNames(
        _ request: Catalog.ListProductNamesRequest,
        context: CallContext
    ) async throws -> Catalog.ListProductNamesResponse {
        let names = try catalog.snapshot.productNames
        return request.version == names.version ? .init(version: names.version) : names
    }

    func searchProducts(
        _ request: Catalog.SearchProductsRequest,
        context: CallContext
    ) async throws -> Catalog.SearchProductsResponse {
        let user = try context.userID
        var validator = FieldValidator()
        let text = validator.text(request.text, "text", length: 1...100)
        let limit = request.limit == 0 ? 10 : Int(validator.number(request.limit, "limit", in: 1...50))
        try validator.finish()
        let snapshot = try catalog.snapshot
        let own = try await store.userCatalog(of: user)
        let found = try await offLoop(for: user) {
            ProductSearch(snapshot: snapshot, own: own).products(resembling: text, limit: limit)
        }
        return Catalog.SearchProductsResponse(products: found.map(snapshot.shown))
    }

    func getProduct(_ request: Catalog.GetProductRequest, context: CallContext) async throws -> Catalog.Product {
        let user = try context.userID
        var validator = FieldValidator()
        let id = validator.uuid(request.productID, "product_id")
        try validator.finish()
        let snapshot = try catalog.snapshot
        if let product = snapshot.products[id] { return snapshot.shown(product) }
        guard let own = try await store.ownProducts([id], of: user).first else {
            throw Status.notFound(.services.nounProduct)
        }
        return snapshot.shown(own.message(in: snapshot))
    }

    func listCategories(
        _ request: Catalog.ListCategoriesRequest,
        context: CallContext
    ) async throws -> Catalog.ListCategoriesResponse {
        let snapshot = try catalog.snapshot
        return Catalog.ListCategoriesResponse(categories: snapshot.categories.map(snapshot.shown))
    }

    func createProduct(
        _ request: Catalog.CreateProductRequest,
        context: CallContext
    ) async throws -> Catalog.CreateProductResponse {
        let user = try context.userID
        let snapshot = try catalog.snapshot
        var validator = FieldValidator()
        let wanted = validator.newProduct(request.product, "product", in: snapshot)
        try validator.finish()
        if let known = snapshot.product(called: wanted.name) { return .init(product: snapshot.shown(known)) }
        let (product, isNew) = try await store.make(wanted, for: user)
        return .init(product: snapshot.shown(product.message(in: snapshot)), created: isNew)
    }
}
