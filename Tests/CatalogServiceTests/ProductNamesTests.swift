import CatalogDomain
import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import Postgres
import PostgresTestSupport
import RPC
import Testing

@testable import larder_catalog

@Suite("Names of products and categories", .timeLimit(.minutes(5)))
struct ProductNamesTests {
    @Test("are in the caller's language, and in English where there is no other")
    func languages() async throws {
        try await CatalogTestEnvironment.run { environment async throws in
            let context = CallContext.user(environment.user)
            func names() async throws -> [String] {
                var names: [String] = []
                for name in ["Milk", "Tomatoes"] {
                    let request = Catalog.GetProductRequest(productID: try environment.known(name))
                    let product = try await environment.products.getProduct(request, context: context)
                    names += [product.name, product.category?.name ?? ""]
                }
                let categories = try await environment.products.listCategories(.init(), context: context).categories
                return names + categories.map(\.name)
            }
            let english = [
                "Milk", "Milk and cheese", "Tomatoes", "Fruit and vegetables", "Fruit and vegetables",
                "Milk and cheese", "Household", "Other",
            ]
            #expect(try await names() == english)
            let french = english.map { $0.replacing("Milk and cheese", with: "Lait et fromages") }
            #expect(try await inFrench { try await names() } == ["Lait entier"] + french.dropFirst())
        }
    }

    @Test("are found in every language, and mean the same product when they are typed", arguments: [true, false])
    func search(isFrench: Bool) async throws {
        try await CatalogTestEnvironment.run { environment async throws in
            let context = CallContext.user(environment.user)
            func search(_ text: String) async throws -> [String] {
                func found() async throws -> [Catalog.Product] {
                    try await environment.products.searchProducts(.init(text: text), context: context).products
                }
                return try await (isFrench ? inFrench(found) : found()).map(\.name)
            }
            let (milk, cheddar) = isFrench ? ("Lait entier", "Fromage cheddar") : ("Milk", "Cheddar cheese")
            #expect(try await search("lait") == [milk])
            #expect(try await search("milk") == [milk])
            #expect(try await search("fromage") == [cheddar])
            #expect(try await search("cheddar") == [cheddar])
            let wanted = Catalog.CreateProductRequest(product: .init(name: "LAIT ENTIER"))
            let known = try await environment.products.createProduct(wanted, context: context)
            let milkID = try environment.known("Milk")
            #expect(!known.created && known.product?.id == milkID)
        }
    }

    @Test("of a user's own products stay as they are, and printed lines mean the same in every language")
    func own() async throws {
        try await CatalogTestEnvironment.run { environment async throws in
            let english = try await environment.resolve(["MILK", "UBE JAM"])
            let french = try await inFrench { try await environment.resolve(["MILK", "UBE JAM"]) }
            // Services store the names.
            #expect(english.map(\.product?.name) == ["Milk", "Ube jam"])
            #expect(french.map(\.product) == english.map(\.product))
            let request = Catalog.GetProductRequest(productID: english[1].product?.id ?? "")
            let own = try await inFrench {
                try await environment.products.getProduct(request, context: .user(environment.user))
            }
            #expect(own.name == "Ube jam")
        }
    }

    @Test("of guesses and mappings are in the caller's language")
    func mappings() async throws {
        try await CatalogTestEnvironment.run { environment async throws in
            let service = MappingsService(
                catalog: environment.catalog,
                products: environment.productsStore,
                mappings: environment.mappings
            )
            let context = CallContext.user(environment.user)
            _ = try await environment.resolve("MILK")
            try await inFrench {
                let guessed = try await service.guessProducts(.init(printedTexts: ["MILK", "***"]), context: context)
                #expect(guessed.lines[0].meaning?.product?.name == "Lait entier")
                #expect(guessed.lines[1].newProduct?.name == "Article sans nom")
                let mappings = try await service.listMappings(.init(), context: context).mappings
                #expect(mappings.map(\.product?.name) == ["Lait entier"])
            }
        }
    }

    @Test("are listed in all languages for other services, and only when they have changed")
    func list() async throws {
        try await CatalogTestEnvironment.run { environment async throws in
            let all = try await environment.products.listProductNames(.init(), context: .service)
            #expect(all.products.count == 4 && !all.version.isEmpty)
            let milk = all.products.first { $0.english == "Milk" }
            let known = try environment.known("Milk")
            #expect(milk?.productID == known && milk?.french == "Lait entier")
            #expect(all.products.first { $0.english == "Tomatoes" }?.french == "")
            let same = try await environment.products.listProductNames(.init(version: all.version), context: .service)
            #expect(same == .init(version: all.version))
        }
    }

    @Test("are given to all shipped products and categories in French")
    func shipped() async throws {
        let data = try TestReferenceData.shipped().parsed()
        let named = Set(data.frenchNames.map { "\($0.kind) \($0.slug)" })
        #expect(data.products.allSatisfy { named.contains("product \($0.slug)") })
        #expect(data.categories.allSatisfy { named.contains("category \($0.slug)") })
    }

    @Test("of unknown products, and equal ones, are rejected with the rest of the files")
    func invalid() {
        for (rows, problem) in [
            ("product,beer,Bière", "The product beer is unknown."),
            ("category,milk,Lait", "The category milk is unknown."),
            ("product,milk,Lait\nproduct,cheddar,LAIT", "“lait” is duplicated."),
            ("shop,milk,Lait", "kind can't be “shop”."),
        ] {
            let error = #expect(throws: (any Error).self) {
                try TestReferenceData.files(["french_names.csv": "kind,slug,name\n\(rows)\n"]).parsed()
            }
            #expect(error.map { "\($0)" }?.contains(problem) == true, "\(rows)")
        }
    }
}
