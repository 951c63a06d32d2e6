import CatalogMessages
import CommonMessages
import Foundation
import Postgres
import PostgresTestSupport
import RPC
import Testing

@testable import larder_catalog

@Suite("Choosing the product of a printed line", .timeLimit(.minutes(5)))
struct ChoosingTests {
    @Test("requires a user, and reports all violations")
    func invalidRequests() async throws {
        try await CatalogTestEnvironment.run { environment in
            let unknown = try await failure {
                _ = try await environment.mappingsService.chooseProduct(.init(), context: .service)
            }
            #expect(unknown.code == .unauthenticated)
            let wrong = try await failure { _ = try await environment.choose("***", "milk", store: "here") }
            #expect(wrong.fieldViolations.map(\.field) == ["store_id", "printed_text", "product_id"])
            let none = try await failure {
                _ = try await environment.mappingsService.chooseProduct(
                    .init(printedText: "MILK"),
                    context: .user(environment.user)
                )
            }
            #expect(none.fieldViolations.map(\.field) == ["product_id"])
        }
    }

    @Test("rejects another user's product or store")
    func isolation() async throws {
        try await CatalogTestEnvironment.run { environment in
            let other = UUID()
            let product = try #require(try await environment.resolve("HDMI CABLE 2M", for: other).product)
            let store = try #require(try await environment.resolveStore("Corner Foods", "1 Elm Road", for: other).store)
            let theirProduct = try await failure { _ = try await environment.choose("CABLE", product.id) }
            #expect(theirProduct == .notFound("product"))
            let milk = try environment.known("Milk")
            let theirStore = try await failure { _ = try await environment.choose("CABLE", milk, store: store.id) }
            #expect(theirStore == .notFound("store"))
            #expect(try await environment.list() == [])
        }
    }

    @Test("applies to its author at once, at that store and others of the chain, and to nobody else")
    func ownChoice() async throws {
        try await CatalogTestEnvironment.run { environment in
            let here = try #require(try await environment.resolveStore("Corner Foods", "1 Elm Road").store)
            let nearby = try #require(try await environment.resolveStore("CORNER FOODS LTD", "77 Oak Road").store)
            let elsewhere = try #require(try await environment.resolveStore("Hill Grocer", "3 Hill Road").store)
            let milk = try environment.known("Milk")
            #expect(try await environment.resolve("MOO JUICE 4L", store: here.id).basis == .made)
            let mapping = try await environment.choose("MOO JUICE 4L", milk, store: here.id)
            #expect(mapping.basis == .chosen && mapping.confidence == 100)
            #expect(mapping.storeName == "Corner Foods" && mapping.printedText == "MOO JUICE 4L")
            let again = try await environment.resolve("12345 MOO JUICE 2L", store: here.id)
            #expect(again.product?.id == milk)
            #expect(again.basis == .chosen && !again.created)
            let chain = try await environment.resolve("MOO JUICE 4L", store: nearby.id)
            #expect(chain.product?.id == milk && chain.basis == .chosen)
            #expect(try await environment.resolve("MOO JUICE", store: elsewhere.id).product?.id == milk)
            #expect(try await environment.resolve("MOO JUCE", store: elsewhere.id).product?.id == milk)
            #expect(try await environment.resolve("MOO JUICE 4L", for: UUID()).created)
        }
    }

    @Test("can be changed, and takes precedence at its store over choices at others of the chain")
    func changes() async throws {
        try await CatalogTestEnvironment.run { environment in
            let here = try #require(try await environment.resolveStore("Corner Foods", "1 Elm Road").store)
            let nearby = try #require(try await environment.resolveStore("Corner Foods", "77 Oak Road").store)
            let (milk, soap) = (try environment.known("Milk"), try environment.known("Dish soap"))
            let first = try await environment.choose("WHITE STUFF", milk, store: here.id)
            try await environment.choose("WHITE STUFF", soap, store: nearby.id)
            #expect(try await environment.resolve("WHITE STUFF", store: here.id).product?.id == milk)
            #expect(try await environment.resolve("WHITE STUFF", store: nearby.id).product?.id == soap)
            let changed = try await environment.choose("WHITE STUFF", soap, store: here.id)
            #expect(changed.id == first.id)
            #expect(try await environment.resolve("WHITE STUFF", store: here.id).product?.id == soap)
            #expect(try await environment.choose("WHITE STUFF", soap, store: here.id) == changed)
        }
    }

    @Test("of a new product creates it, or finds the one of that name")
    func newProducts() async throws {
        try await CatalogTestEnvironment.run { environment in
            let mapping = try await environment.choose("KAYA JAR 300G", new: "Coconut jam")
            #expect(mapping.product?.name == "Coconut jam")
            #expect(try await environment.resolve("KAYA JAR").product == mapping.product)
            #expect(try await environment.resolve("COCONUT JAM").product == mapping.product)
            #expect(try await environment.choose("KAYA POT", new: "coconut jam").product == mapping.product)
            #expect(try await environment.choose("MOO", new: "MILK").product?.id == (try environment.known("Milk")))
            let wrong = try await failure { _ = try await environment.choose("KAYA", new: " ") }
            #expect(wrong.fieldViolations.map(\.field) == ["new_product.name"])
        }
    }

    @Test("hides the product made for the line, unless it is used elsewhere")
    func madeProducts() async throws {
        try await CatalogTestEnvironment.run { environment in
            let milk = try environment.known("Milk")
            let made = try #require(try await environment.resolve("MOO JUICE GOLD").product)
            try await environment.choose("MOO JUICE GOLD", milk)
            #expect(try await environment.guess("MOO JUICE GOLD").guesses.map(\.product?.id).contains(made.id) == false)
            let purchases = try await environment.products.getProduct(
                .init(productID: made.id),
                context: .user(environment.user)
            )
            #expect(purchases == made)

            let shared = try #require(try await environment.resolve("ZANZIBAR COFFEE BEANS").product)
            #expect(try await environment.resolve("ZANZIBAR COFEE BEANS").product == shared)
            try await environment.choose("ZANZIBAR COFFEE BEANS", milk)
            #expect(try await environment.resolve("ZANZIBAR COFEE BEANS").product == shared)

            let wanted = try await environment.choose("KAYA JAR", new: "Coconut jam")
            try await environment.choose("KAYA JAR", milk)
            #expect(try await environment.resolve("COCONUT JAM").product == wanted.product)
        }
    }

    @Test("is listed for its owner page by page, and can be deleted")
    func listing() async throws {
        try await CatalogTestEnvironment.run { environment in
            let store = try #require(try await environment.resolveStore("Juniper Street Market").store)
            _ = try await environment.resolve(["MILK", "HDMI CABLE 2M"], store: store.id)
            let chosen = try await environment.choose("HDMI THING", new: "HDMI cable", store: store.id)
            #expect(
                try await environment.list().map(\.printedText).sorted() == ["HDMI CABLE 2M", "HDMI THING", "MILK"]
            )
            #expect(try await environment.list(.chosen) == [chosen])
            #expect(try await environment.list(.unmatched).map(\.printedText) == ["HDMI CABLE 2M"])
            #expect(try await environment.list(for: UUID()) == [])
            var (seen, token): ([String], String) = ([], "")
            repeat {
                let page = try await environment.mappingsService.listMappings(
                    .init(page: .init(size: 1, token: token)),
                    context: .user(environment.user)
                )
                seen += page.mappings.map(\.id)
                token = page.nextPageToken
            } while !token.isEmpty
            #expect(seen == (try await environment.list()).map(\.id))

            #expect(try await !environment.forget(chosen.id, for: UUID()))
            #expect(try await environment.forget(chosen.id))
            #expect(try await !environment.forget(chosen.id))
            #expect(try await environment.list(.chosen) == [])
            #expect(try await environment.resolve("HDMI THING", store: store.id).basis != .chosen)
        }
    }

    @Test("deletes a mapping together with the product made for it")
    func forgettingUnmatched() async throws {
        try await CatalogTestEnvironment.run { environment in
            _ = try await environment.resolve("JOHN SMITH TAXI")
            let mapping = try #require(try await environment.list(.unmatched).first)
            #expect(try await environment.forget(mapping.id))
            #expect(try await environment.list() == [])
            let search = try await environment.products.searchProducts(
                .init(text: "john smith taxi"),
                context: .user(environment.user)
            )
            #expect(search.products == [])
        }
    }

    @Test("is deleted with its votes, for this user only")
    func forgettingAll() async throws {
        try await CatalogTestEnvironment.run { environment in
            let milk = try environment.known("Milk")
            let nobody = try await failure {
                _ = try await environment.mappingsService.forgetAllMappings(.init(), context: .service)
            }
            #expect(nobody.code == .unauthenticated)
            for _ in 0..<2 { try await environment.vote("WHITE STUFF", milk) }
            let voter = try await environment.vote("WHITE STUFF", milk)
            let made = try #require(try await environment.resolve("HDMI CABLE 2M", for: voter).product)
            let wanted = try await environment.products.createProduct(
                .init(product: .init(name: "Ube jam")),
                context: .user(voter)
            )
            #expect(try await environment.shared(.agreed).count == 2)
            func forgetAll() async throws -> Int32 {
                try await environment.mappingsService.forgetAllMappings(.init(), context: .user(voter)).forgotten
            }
            #expect(try await forgetAll() == 2)
            #expect(try await forgetAll() == 0)
            #expect(try await environment.list(for: voter) == [])
            #expect(try await environment.shared(.agreed) == [])
            #expect(try await environment.shared(.proposed).map(\.votes) == [2])
            func found(_ text: String) async throws -> [Catalog.Product] {
                try await environment.products.searchProducts(.init(text: text), context: .user(voter)).products
            }
            #expect(try await !found("hdmi cable").contains(made))
            #expect(try await found("ube jam") == [wanted.product])
        }
    }

    @Test("concurrently on many devices keeps one mapping")
    func simultaneousCalls() async throws {
        try await CatalogTestEnvironment.run { environment in
            let (milk, soap) = (try environment.known("Milk"), try environment.known("Dish soap"))
            let store = try #require(try await environment.resolveStore("Corner Foods", "1 Elm Road").store)
            try await withThrowingTaskGroup { group in
                for call in 0..<12 {
                    group.addTask {
                        if call % 3 == 0 {
                            _ = try await environment.resolve(["WHITE STUFF", "SOMETHING"], store: store.id)
                        }
                        try await environment.choose(
                            "WHITE STUFF",
                            call.isMultiple(of: 2) ? milk : soap,
                            store: store.id
                        )
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await environment.list(.chosen).count == 1)
        }
    }
}
