import CatalogMessages
import Foundation
import Foundations
import FoundationsTestSupport
import Postgres
import RPC
import Testing

@testable import larder_catalog

@Suite("Resolving the lines of a receipt", .timeLimit(.minutes(5)))
struct ResolveProductsTests {
    @Test("reports all violations of a request")
    func invalidRequest() async throws {
        try await CatalogTestEnvironment.run { environment in
            let request = Catalog.ResolveProductsRequest(
                userID: "somebody",
                storeID: "juniper",
                printedTexts: ["MILK", String(repeating: "x", count: 501)]
            )
            let status = try await failure {
                _ = try await environment.products.resolveProducts(request, context: .service)
            }
            #expect(status.code == .invalidArgument)
            #expect(status.fieldViolations.map(\.field) == ["user_id", "store_id", "printed_texts[1]"])
        }
    }

    @Test("rejects a receipt of more than 1,000 lines")
    func tooManyLines() async throws {
        try await CatalogTestEnvironment.run { environment in
            let lines = Array(repeating: "MILK", count: 1_001)
            let status = try await failure { _ = try await environment.resolve(lines) }
            #expect(status.fieldViolations.map(\.field) == ["printed_texts"])
        }
    }

    @Test("keeps no exact time of a receipt beside its user, store and lines")
    func coarseTimes() async throws {
        try await CatalogTestEnvironment.run { environment in
            var environment = environment
            // 2023-11-14 22:13:20 UTC.
            environment.clock = ManualWallClock()
            let store = try #require(try await environment.resolveStore("Corner Shop", "1 Elm Road").store)
            _ = try await environment.resolve(["MILK", "UNHEARD OF"], store: store.id)
            func times(_ columns: String, _ table: String) async throws -> Set<Date> {
                let rows = try await environment.pool.query(
                    "SELECT unnest(ARRAY[\(unsafe: columns)]) AS time FROM \(identifier: table)"
                )
                return Set(try rows.map { try $0["time"] })
            }
            let day = Date(timeIntervalSince1970: 1_699_920_000)
            #expect(try await times("created_at, changed_at, seen_at", "receipt_text_mappings") == [day])
            #expect(try await times("first_receipt_at", "receipt_users") == [day + 22 * 3_600])
            for table in ["user_stores", "user_products"] {
                let made = try await times("created_at", table)
                #expect(
                    !made.isEmpty
                        && made.allSatisfy { $0.timeIntervalSince1970.truncatingRemainder(dividingBy: 86_400) == 0 }
                )
            }
        }
    }

    @Test("rejects a store of another user, and a nonexistent one")
    func unknownStore() async throws {
        try await CatalogTestEnvironment.run { environment in
            let theirs = try #require(
                try await environment.resolveStore("Corner Shop", "1 Elm Road", for: UUID()).store
            )
            for store in [theirs.id, UUID().canonical] {
                let status = try await failure { _ = try await environment.resolve("MILK", store: store) }
                #expect(status == .notFound("store"))
            }
            #expect(try await environment.count("receipt_text_mappings") == 0)
        }
    }

    @Test("returns no products for a receipt without lines")
    func noLines() async throws {
        try await CatalogTestEnvironment.run { environment in
            let resolved = try await environment.resolve([])
            #expect(resolved == [])
        }
    }

    @Test("finds names, printed aliases and similar names, in line order")
    func knownProducts() async throws {
        try await CatalogTestEnvironment.run { environment in
            let resolved = try await environment.resolve(["TOM ON VINE", "4011 MILK", "MLK 2%", "CHEDAR CHEESE"])
            #expect(resolved.map(\.product?.name) == ["Tomatoes", "Milk", "Milk", "Cheddar cheese"])
            #expect(resolved.allSatisfy { !$0.created })
            #expect(resolved[0].confidence == 100)
            #expect((70..<100).contains(resolved[3].confidence))
            #expect(try await environment.count("user_products") == 0)
        }
    }

    @Test("returns category, unit, shelf life and nutrition, and omits unknown values")
    func details() async throws {
        try await CatalogTestEnvironment.run { environment in
            let resolved = try await environment.resolve(["TOMATOES", "MILK", "CHEDDAR CHEESE"]).compactMap(\.product)
            let tomatoes = resolved[0]
            #expect(tomatoes.category == .init(slug: "produce", name: "Fruit and vegetables", symbol: "🧺"))
            #expect(tomatoes.defaultUnit == "kg")
            #expect(tomatoes.shelfLife?.pantry == .init(minimumDays: 7, maximumDays: 7))
            #expect(tomatoes.shelfLife?.fridge == .init(minimumDays: 2, maximumDays: 3))
            #expect(tomatoes.shelfLife?.freezer == nil)
            #expect(tomatoes.nutrition?.energyKcal == .init(value: 18))
            #expect(tomatoes.nutrition?.sugarMg == nil)
            #expect(resolved[1].nutrition?.fibreMg == .init(value: 0))
            #expect(resolved[1].shelfLife == .init(freezer: .init(minimumDays: 90, maximumDays: 90)))
            #expect(resolved[2].shelfLife == nil)
            #expect(resolved[2].nutrition == nil)
        }
    }

    @Test("creates own products for unknown lines, each once and with a readable name")
    func newProducts() async throws {
        try await CatalogTestEnvironment.run { environment in
            let lines = ["ORG CHKN PIE 400G", "HDMI CABLE 2M", "HDMI CABLE 2M", "12345678 CHKN PIE", "CHICKEN PIE"]
            let resolved = try await environment.resolve(lines)
            #expect(resolved.allSatisfy { $0.created && $0.confidence == 0 })
            let names = ["Org chicken pie", "Hdmi cable 2m", "Hdmi cable 2m", "Chicken pie", "Chicken pie"]
            #expect(resolved.map(\.product?.name) == names)
            #expect(resolved[1].product?.id == resolved[2].product?.id)
            #expect(resolved[3].product?.id == resolved[4].product?.id)
            #expect(resolved[1].product?.category?.slug == "other")
            #expect(resolved[1].product?.nutrition == nil)
            #expect(resolved[1].product?.shelfLife == nil)
        }
    }

    @Test("guesses the category of a new product from a similar one")
    func categoryGuess() async throws {
        try await CatalogTestEnvironment.run { environment in
            let resolved = try await environment.resolve("SMOKED GOUDA CHEDDAR")
            #expect(resolved.created)
            #expect(resolved.product?.category?.slug == "dairy")
        }
    }

    @Test("requests a review the first time when known products are similar to a new one")
    func choiceNeeded() async throws {
        try await CatalogTestEnvironment.run { environment in
            let resolved = try await environment.resolve(["SMOKED TOMATOES", "HDMI CABLE 2M", "MILK"])
            #expect(resolved.map(\.created) == [true, true, false])
            #expect(resolved.map(\.needsChoice) == [true, false, false])
            #expect(try await environment.resolve("SMOKED TOMATOES").needsChoice == false)
        }
    }

    @Test("maps all lines without a letter or digit to one product")
    func unreadableLines() async throws {
        try await CatalogTestEnvironment.run { environment in
            let resolved = try await environment.resolve(["***", "--- ..."])
            // Its name is in the language of whoever reads it.
            #expect(resolved.map(\.product?.name) == ["", ""])
            #expect(resolved[0].product?.id == resolved[1].product?.id)
            let request = Catalog.GetProductRequest(productID: resolved[0].product?.id ?? "")
            let context = CallContext.user(environment.user)
            func name() async throws -> String {
                try await environment.products.getProduct(request, context: context).name
            }
            #expect(try await name() == "Unnamed item")
            #expect(try await inFrench { try await name() } == "Article sans nom")
            // One that its user asks for has the name that the user gives it.
            let wanted = Catalog.CreateProductRequest(product: .init(name: "Unnamed Item"))
            let own = try await environment.products.createProduct(wanted, context: context)
            #expect(own.product?.id == request.productID && own.product?.name == "Unnamed Item")
            #expect(try await inFrench { try await name() } == "Unnamed Item")
        }
    }

    @Test("accepts long lines of any script", arguments: ["ﷺ", "𝕏", "한", "ก", "ẞ", "9"])
    func longLines(character: String) async throws {
        try await CatalogTestEnvironment.run { environment in
            let line = String(repeating: character, count: 500)
            let first = try await environment.resolve(line)
            #expect(try #require(first.product).name.unicodeScalars.count <= 80)
            #expect(try await environment.resolve(line).product?.id == first.product?.id)
        }
    }

    @Test("returns the same products when the same lines come again")
    func repetition() async throws {
        try await CatalogTestEnvironment.run { environment in
            let store = try #require(try await environment.resolveStore("Juniper Street Market").store)
            let lines = ["CHEDAR CHEESE", "HDMI CABLE 2M", "MLK 2%"]
            let first = try await environment.resolve(lines, store: store.id)
            let second = try await environment.resolve(lines, store: store.id)
            #expect(second.map(\.product) == first.map(\.product))
            #expect(second.map(\.confidence) == first.map(\.confidence))
            #expect(second.allSatisfy { !$0.created })
            #expect(try await environment.count("receipt_text_mappings") == 3)
        }
    }

    @Test("applies the user's choice for a text at that store")
    func mappings() async throws {
        try await CatalogTestEnvironment.run { environment in
            let store = try #require(try await environment.resolveStore("Juniper Street Market").store)
            let soap = try #require(try await environment.resolve("DISH SOAP").product)
            try await environment.choose("MILK", soap.id, store: store.id)
            #expect(try await environment.resolve("MILK", store: store.id).product?.name == "Dish soap")
            #expect(try await environment.resolve("MILK").product?.name == "Milk")
            #expect(try await environment.resolve("MILK", store: store.id, for: UUID()).product?.name == "Milk")
        }
    }

    @Test("finds a user's own product at other stores and misread")
    func ownProducts() async throws {
        try await CatalogTestEnvironment.run { environment in
            let made = try #require(try await environment.resolve("ZANZIBAR COFFEE BEANS").product)
            let store = try #require(try await environment.resolveStore("Juniper Street Market").store)
            let found = try await environment.resolve(
                ["ZANZIBAR COFFEE BEANS", "ZANZIBAR COFEE BEANS"],
                store: store.id
            )
            #expect(found.map(\.product?.id) == [made.id, made.id])
            #expect(found.allSatisfy { !$0.created })
        }
    }

    @Test("separates the products of users")
    func isolation() async throws {
        try await CatalogTestEnvironment.run { environment in
            let other = UUID()
            let theirs = try #require(try await environment.resolve("HDMI CABLE 2M", for: other).product)
            let mine = try await environment.resolve("HDMI CABLE 2M")
            #expect(mine.created)
            #expect(mine.product?.id != theirs.id)
            #expect(try await environment.resolve("HDMI CABLE 2M", for: other).product == theirs)
        }
    }

    @Test("creates each product once when the same receipts arrive many times at once")
    func simultaneousCalls() async throws {
        try await CatalogTestEnvironment.run { environment in
            let lines = (0..<30).map { "GADGET\($0)Q NOVELTY\($0)Z" } + ["MILK"]
            let answers = try await withThrowingTaskGroup { group in
                for call in 0..<8 {
                    group.addTask {
                        let order = call.isMultiple(of: 2) ? lines : lines.reversed()
                        let ids = try await environment.resolve(order).map { $0.product?.id }
                        return call.isMultiple(of: 2) ? ids : ids.reversed()
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count == 8)
            #expect(Set(answers).count == 1)
            #expect(try await environment.count("receipt_text_mappings") == lines.count)
        }
    }
}
