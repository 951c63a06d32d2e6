import CatalogMessages
import CommonMessages
import OrdersMessages
import RPC
import RPCStubs
import RPCValues

struct ProductsAnswers: Catalog.ProductsProvider {
    static let milk = Catalog.Product(
        id: "product-1",
        name: "Milk",
        category: .init(slug: "dairy", name: "Dairy", symbol: "🥛"),
        defaultUnit: "l",
        shelfLife: .init(fridge: .init(minimumDays: 5, maximumDays: 7)),
        nutrition: .init(energyKcal: .init(value: 50), proteinMg: .init(value: 3_300))
    )

    func resolveProducts(
        _ request: Catalog.ResolveProductsRequest,
        context: CallContext
    ) async throws -> Catalog.ResolveProductsResponse {
        throw Status(.permissionDenied, "This method is not for you.")
    }

    func listProductNames(
        _ request: Catalog.ListProductNamesRequest,
        context: CallContext
    ) async throws -> Catalog.ListProductNamesResponse {
        throw Status(.permissionDenied, "This method is not for you.")
    }

    func searchProducts(
        _ request: Catalog.SearchProductsRequest,
        context: CallContext
    ) async throws -> Catalog.SearchProductsResponse {
        .init(products: request.text == "milk" ? [ProductsAnswers.milk] : [])
    }

    func getProduct(_ request: Catalog.GetProductRequest, context: CallContext) async throws -> Catalog.Product {
        guard request.productID == "product-1" else { throw Status.notFound("product") }
        return ProductsAnswers.milk
    }

    func listCategories(
        _ request: Catalog.ListCategoriesRequest,
        context: CallContext
    ) async throws -> Catalog.ListCategoriesResponse {
        .init(categories: [.init(slug: "dairy", name: "Dairy", symbol: "🥛")])
    }

    func createProduct(
        _ request: Catalog.CreateProductRequest,
        context: CallContext
    ) async throws -> Catalog.CreateProductResponse {
        guard let wanted = request.product, wanted.name != "Milk" else { return .init(product: ProductsAnswers.milk) }
        let category = Catalog.Category(slug: wanted.categorySlug)
        return .init(product: .init(id: "product-2", name: wanted.name, category: category), created: true)
    }
}

/// Maps `MLK 2% 4L` to milk once a user chose so.
struct MappingsAnswers: Catalog.MappingsProvider {
    let gateway: TestGateway

    static let mapping = Catalog.Mapping(
        id: "mapping-1",
        storeName: "Maple Market",
        printedText: "MLK 2% 4L",
        product: ProductsAnswers.milk,
        confidence: 100,
        basis: .chosen
    )

    func guessProducts(
        _ request: Catalog.GuessProductsRequest,
        context: CallContext
    ) async throws -> Catalog.GuessProductsResponse {
        .init(
            lines: request.printedTexts.map { text in
                let isKnown = text == "MLK 2% 4L"
                return Catalog.LineGuesses(
                    printedText: text,
                    meaning: isKnown ? .init(product: ProductsAnswers.milk, confidence: 100, basis: .chosen) : nil,
                    guesses: isKnown ? [.init(product: ProductsAnswers.milk, confidence: 100, basis: .chosen)] : [],
                    newProduct: .init(name: text.lowercased())
                )
            }
        )
    }

    func chooseProduct(_ request: Catalog.ChooseProductRequest, context: CallContext) async throws -> Catalog.Mapping {
        gateway.state { $0.records.choices.append(request) }
        if case .productID(let id)? = request.choice, id != "product-1" { throw Status.notFound("product") }
        return MappingsAnswers.mapping
    }

    func listMappings(
        _ request: Catalog.ListMappingsRequest,
        context: CallContext
    ) async throws -> Catalog.ListMappingsResponse {
        .init(mappings: request.filter == .unmatched ? [] : [MappingsAnswers.mapping])
    }

    func forgetMapping(
        _ request: Catalog.ForgetMappingRequest,
        context: CallContext
    ) async throws -> Catalog.ForgetMappingResponse {
        .init(forgotten: request.mappingID == "mapping-1")
    }

    func forgetAllMappings(
        _ request: Catalog.ForgetAllMappingsRequest,
        context: CallContext
    ) async throws -> Catalog.ForgetAllMappingsResponse {
        .init(forgotten: 1)
    }
}

struct EateriesAnswers: Orders.EateriesProvider {
    func listOpenEateries(
        _ request: Orders.ListOpenEateriesRequest,
        context: CallContext
    ) async throws -> Orders.ListOpenEateriesResponse {
        guard request.near?.latitudeMicrodegrees == 49_600_000 else { return .init() }
        let cafe = Orders.OpenEatery(
            id: "eatery-1",
            name: "Harbour Café",
            kind: "cafe",
            address: "1 Quay Street",
            distanceMetres: 1_234,
            closesAt: .init(seconds: 1_740_850_200),
            dietaryTags: ["vegan", "halal"]
        )
        return .init(eateries: [cafe])
    }
}

struct HealthAnswers: RPCMessages.HealthProvider {
    let gateway: TestGateway

    func checkHealth(
        _ request: RPCMessages.CheckHealthRequest,
        context: CallContext
    ) async throws -> RPCMessages.CheckHealthResponse {
        .init(status: .serving)
    }

    func watchHealth(
        _ request: RPCMessages.CheckHealthRequest,
        responses: MessageWriter<RPCMessages.CheckHealthResponse>,
        context: CallContext
    ) async throws {
        try await responses.write(.init(status: .serving))
    }

    func listHealth(
        _ request: RPCMessages.ListHealthRequest,
        context: CallContext
    ) async throws -> RPCMessages.ListHealthResponse {
        .init(services: gateway.state { $0.health })
    }
}
