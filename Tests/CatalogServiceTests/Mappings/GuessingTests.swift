import CatalogMessages
import Foundation
import Foundations
import PostgresTestSupport
import RPC
import Testing

@testable import larder_catalog

@Suite("Guessing what printed lines mean", .timeLimit(.minutes(5)))
struct GuessingTests {
    @Test("requires a user, a visible store and a valid number of lines")
    func invalidRequests() async throws {
        try await CatalogTestEnvironment.run { environment in
            let unknown = try await failure {
                _ = try await environment.mappingsService.guessProducts(.init(), context: .service)
            }
            #expect(unknown.code == .unauthenticated)
            let wrong = try await failure {
                _ = try await environment.mappingsService.guessProducts(
                    .init(storeID: "x", printedTexts: Array(repeating: "MILK", count: 101), limit: 11),
                    context: .user(environment.user)
                )
            }
            #expect(wrong.fieldViolations.map(\.field) == ["store_id", "printed_texts", "limit"])
            let store = try await failure { _ = try await environment.guess("MILK", store: UUID().canonical) }
            #expect(store == .notFound("store"))
        }
    }

    @Test("suggests a new product when nothing is similar, and creates nothing")
    func nothingAlike() async throws {
        try await CatalogTestEnvironment.run { environment in
            for text in ["XYLOPHONE", "***", ""] {
                let line = try await environment.guess(text)
                #expect(line.guesses == [] && line.meaning == nil, "\(text)")
                #expect(try #require(line.newProduct).name.isEmpty == false)
            }
            #expect(try await environment.guess("ORG CHKN PIE").newProduct?.name == "Org chicken pie")
            #expect(try await environment.count("user_products") == 0)
            #expect(try await environment.count("receipt_text_mappings") == 0)
        }
    }

    @Test("ranks products by likeness, at least three if available, and no more than requested")
    func ranking() async throws {
        try await CatalogTestEnvironment.run(try TestReferenceData.shipped()) { environment in
            let line = try await environment.guess("CHKN THGH MARINATED")
            #expect(line.guesses.count >= 3)
            #expect(line.guesses.map(\.confidence) == line.guesses.map(\.confidence).sorted(by: >))
            #expect(line.guesses.allSatisfy { (1...100).contains($0.confidence) })
            #expect(line.guesses.prefix(3).contains { $0.product?.name.contains("thighs") == true })
            #expect(try await environment.guess("CHKN THGH MARINATED", limit: 2).guesses.count == 2)
        }
    }

    @Test("returns the known meaning first")
    func meaning() async throws {
        try await CatalogTestEnvironment.run { environment in
            let soap = try environment.known("Dish soap")
            #expect(try await environment.guess("MILK").meaning?.product?.name == "Milk")
            try await environment.choose("MILK", soap)
            let line = try await environment.guess("MILK")
            #expect(line.meaning?.basis == .chosen)
            #expect(line.guesses.map(\.product?.name) == ["Dish soap", "Milk"])
            #expect(line.guesses.map(\.basis) == [.chosen, .name])
        }
    }

    @Test("ignores meanings that were only made for the line")
    func madeProduct() async throws {
        try await CatalogTestEnvironment.run { environment in
            let made = try await environment.resolve("GOAT CHEDDAR LOG")
            #expect(made.basis == .made)
            let line = try await environment.guess("GOAT CHEDDAR LOG")
            #expect(line.meaning == nil)
            #expect(line.guesses.map(\.product?.name) == ["Cheddar cheese"])
            #expect(line.newProduct?.name == made.product?.name)
        }
    }
}
