import AuthMessages
import CatalogDomain
import CatalogMessages
import Foundation
import PrintedWords
import RPC
import ServiceKit

/// The service for users' mappings of printed lines to products.
struct MappingsService: Catalog.MappingsProvider {
    /// The maximum number of lines in one call for guesses.
    static let maximumGuessedLines = 100

    let catalog: SharedCatalog
    let products: ProductsStore
    let mappings: MappingsStore

    func guessProducts(
        _ request: Catalog.GuessProductsRequest,
        context: CallContext
    ) async throws -> Catalog.GuessProductsResponse {
        let user = try context.userID
        var validator = FieldValidator()
        let store = validator.optionalUUID(request.storeID, "store_id")
        let texts = validator.lines(request.printedTexts, atMost: Self.maximumGuessedLines)
        let limit = request.limit == 0 ? 5 : Int(validator.number(request.limit, "limit", in: 1...10))
        try validator.finish()
        let snapshot = try catalog.snapshot
        let guessing = LineGuessing(
            user: user,
            scope: try await snapshot.scope(store, for: user, mappings),
            limit: limit,
            snapshot: snapshot,
            products: products,
            mappings: mappings
        )
        return Catalog.GuessProductsResponse(lines: try await guessing.run(texts))
    }

    func chooseProduct(_ request: Catalog.ChooseProductRequest, context: CallContext) async throws -> Catalog.Mapping {
        let user = try context.userID
        let caller = try context.user
        let snapshot = try catalog.snapshot
        var validator = FieldValidator()
        let store = validator.optionalUUID(request.storeID, "store_id")
        let text = validator.text(request.printedText, "printed_text", length: 1...ReceiptLines.maximumLineLength)
        let printed = snapshot.index.printedText(text)
        if !text.isEmpty, printed.key.isEmpty { validator.reject("printed_text", .catalog.ruleLetterOrDigit) }
        let product = validator.choice(request.choice, in: snapshot)
        try validator.finish()
        if case .known(let id) = product, try await snapshot.products([id], of: user, products).isEmpty {
            throw Status.notFound(.services.nounProduct)
        }
        let choice = MappingsStore.Choice(
            user: user,
            scope: try await snapshot.scope(store, for: user, mappings),
            key: LineMatcher.key(of: printed),
            printed: printed.original,
            product: product,
            consentedAt: caller.consents.contains(.communityMappings) ? caller.tokenTime : nil
        )
        let id = try await mappings.choose(choice)
        guard let mapping = try await mappings.mapping(id, of: user) else {
            throw Status.notFound(.services.nounMapping)
        }
        return try await messages([mapping], of: user)[0]
    }

    func listMappings(
        _ request: Catalog.ListMappingsRequest,
        context: CallContext
    ) async throws -> Catalog.ListMappingsResponse {
        let user = try context.userID
        let (page, next) = try await mappings.list(try Page(request.page), request.filter, of: user)
        return Catalog.ListMappingsResponse(
            mappings: try await messages(page, of: user),
            nextPageToken: next ?? ""
        )
    }

    func forgetMapping(
        _ request: Catalog.ForgetMappingRequest,
        context: CallContext
    ) async throws -> Catalog.ForgetMappingResponse {
        let user = try context.userID
        var validator = FieldValidator()
        let id = validator.uuid(request.mappingID, "mapping_id")
        try validator.finish()
        return Catalog.ForgetMappingResponse(forgotten: try await mappings.forget(id, of: user))
    }

    func forgetAllMappings(
        _ request: Catalog.ForgetAllMappingsRequest,
        context: CallContext
    ) async throws -> Catalog.ForgetAllMappingsResponse {
        let forgotten = try await mappings.forgetAll(of: try context.userID)
        return Catalog.ForgetAllMappingsResponse(forgotten: Int32(clamping: forgotten))
    }

    private func messages(_ mappings: [Mapping], of user: UUID) async throws -> [Catalog.Mapping] {
        let snapshot = try catalog.snapshot
        let known = try await snapshot.products(Set(mappings.map(\.meaning.product)), of: user, products)
        return mappings.map { $0.message(known[$0.meaning.product], in: snapshot) }
    }
}

extension FieldValidator {
    fileprivate mutating func choice(
        _ choice: Catalog.ChooseProductRequest.Choice?,
        in snapshot: CatalogSnapshot
    ) -> MappingsStore.Choice.Product {
        switch choice {
        case .productID(let id): return .known(uuid(id, "product_id"))
        case .newProduct(let product):
            let wanted = newProduct(product, "new_product", in: snapshot)
            return snapshot.productsByName[NormalisedText(wanted.name).value].map { .known($0) } ?? .new(wanted)
        case nil:
            reject("product_id", .catalog.ruleProductOrNew(other: "new_product"))
            return .known(.unknown)
        }
    }
}
