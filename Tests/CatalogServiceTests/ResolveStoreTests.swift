import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import RPC
import Testing

@testable import larder_catalog

@Suite("Resolving the store of a receipt", .timeLimit(.minutes(5)))
struct ResolveStoreTests {
    @Test("reports all violations of a request")
    func invalidRequest() async throws {
        try await CatalogTestEnvironment.run { environment in
            let request = Catalog.ResolveStoreRequest(name: "***", address: String(repeating: "x", count: 501))
            let status = try await failure { _ = try await environment.stores.resolveStore(request, context: .service) }
            #expect(status.fieldViolations.map(\.field) == ["user_id", "address", "name"])
            let nameless = try await failure { _ = try await environment.resolveStore("  ") }
            #expect(nameless.fieldViolations.map(\.field) == ["name"])
        }
    }

    @Test("finds a shared store with its position")
    func knownStore() async throws {
        try await CatalogTestEnvironment.run { environment in
            let found = try await environment.resolveStore("JUNIPER ST MARKET #2", "14 JUNIPER STREET\nFERNHOLLOW BC")
            #expect(found.store?.name == "Juniper Street Market")
            #expect(
                found.store?.location == .init(latitudeMicrodegrees: 49_601_200, longitudeMicrodegrees: -119_676_300)
            )
            #expect(!found.created)
            #expect(try await environment.count("user_stores") == 0)
        }
    }

    @Test("creates an own store once, without a position")
    func newStore() async throws {
        try await CatalogTestEnvironment.run { environment in
            let made = try await environment.resolveStore("Corner Shop", "1 Elm Road")
            #expect(made.created)
            #expect(made.confidence == 0)
            #expect(made.store?.location == nil)
            let again = try await environment.resolveStore("CORNER SHOP", "1 Elm Rd.")
            #expect(again.store == made.store)
            #expect(!again.created)
            #expect(try await environment.count("user_stores") == 1)
        }
    }

    @Test("finds a misread store by its telephone number, and stores numbers of own stores")
    func phone() async throws {
        try await CatalogTestEnvironment.run { environment in
            func resolve(_ name: String, _ address: String, _ phone: String) async throws
                -> Catalog.ResolveStoreResponse
            {
                let request = Catalog.ResolveStoreRequest(
                    userID: environment.user.canonical,
                    name: name,
                    address: address,
                    phone: phone
                )
                return try await environment.stores.resolveStore(request, context: .service)
            }
            let long = try await failure { _ = try await resolve("Shop", "", String(repeating: "1", count: 41)) }
            #expect(long.fieldViolations.map(\.field) == ["phone"])
            let known = try await resolve("JUN1P STR MKT", "", "(250) 555-0101")
            #expect(known.store?.name == "Juniper Street Market" && !known.created)
            let own = try await resolve("Corner Shop", "1 Elm Road", "")
            #expect(try await resolve("Corner Shop", "1 Elm Road", "604-555-0199").store == own.store)
            #expect(try await resolve("C0RNR SHP", "", "604 555 0199").store == own.store)
            #expect(try await environment.count("user_stores") == 1)
        }
    }

    @Test("returns the same store for a name that several stores have")
    func ambiguousName() async throws {
        try await CatalogTestEnvironment.run { environment in
            let first = try await environment.resolveStore("Corner Shop", "1 Elm Road").store
            let second = try await environment.resolveStore("Corner Shop", "99 Oak Avenue").store
            #expect(first?.id != second?.id)
            let nameless = try await environment.resolveStore("Corner Shop")
            #expect(try await environment.resolveStore("Corner Shop").store == nameless.store)
            #expect(try await environment.count("user_stores") == 3)
        }
    }

    @Test("separates the stores of users")
    func isolation() async throws {
        try await CatalogTestEnvironment.run { environment in
            let theirs = try await environment.resolveStore("Corner Shop", "1 Elm Road", for: UUID())
            let mine = try await environment.resolveStore("Corner Shop", "1 Elm Road")
            #expect(mine.created)
            #expect(mine.store?.id != theirs.store?.id)
        }
    }

    @Test("creates a store once when the same receipt arrives many times at once")
    func simultaneousCalls() async throws {
        try await CatalogTestEnvironment.run { environment in
            let answers = try await withThrowingTaskGroup { group in
                for _ in 0..<8 { group.addTask { try await environment.resolveStore("Corner Shop", "1 Elm Road") } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(answers.map(\.store?.id)).count == 1)
            #expect(answers.count(where: \.created) == 1)
        }
    }
}
