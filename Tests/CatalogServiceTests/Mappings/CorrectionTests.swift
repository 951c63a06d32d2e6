import CatalogMessages
import EventsMessages
import Foundation
import Foundations
import Logging
import PostgresTestSupport
import RPC
import RPCTestSupport
import ServiceKit
import Testing

@testable import larder_catalog

@Suite("Learning from corrected purchases", .timeLimit(.minutes(5)))
struct CorrectionTests {
    private func deliver(
        _ environment: CatalogTestEnvironment,
        _ corrections: [Events.FieldCorrection],
        store: String = "",
        by user: UUID? = nil,
        event: UUID = UUID()
    ) async throws {
        let payload = Events.PurchaseCorrected(
            userID: (user ?? environment.user).canonical,
            storeID: store,
            corrections: corrections
        )
        try await environment.deliver(.init(id: event.canonical, payload: .purchaseCorrected(payload)))
    }

    private func correction(
        _ printed: String,
        _ before: String,
        _ after: String,
        product: String = ""
    ) -> Events.FieldCorrection {
        .init(field: .product, printedText: printed, before: before, after: after, productID: product)
    }

    @Test("rejects an event without a user, and ignores events of other kinds")
    func otherEvents() async throws {
        try await CatalogTestEnvironment.run { environment in
            let broken = try await failure {
                try await environment.deliver(.init(payload: .purchaseCorrected(.init())))
            }
            #expect(broken.fieldViolations.map(\.field) == ["id", "purchase_corrected.user_id"])
            try await environment.deliver(.init(id: UUID().canonical))
            try await deliver(
                environment,
                [
                    .init(field: .total, before: "1", after: "2"), correction("", "Milk", "Tea"),
                    correction("***", "Milk", "Tea"), correction("MLK", "Milk", ""), correction("MLK", "Milk", "?"),
                ]
            )
            #expect(try await environment.list() == [])
        }
    }

    @Test("maps the line to the chosen product, or to one with the typed name")
    func corrections() async throws {
        try await CatalogTestEnvironment.run { environment in
            let store = try #require(try await environment.resolveStore("Corner Foods", "1 Elm Road").store)
            let lines = ["MOO JCE", "KAYA JAR", "WHITE BLOCK"]
            #expect(try await environment.resolve(lines, store: store.id).allSatisfy(\.created))
            try await deliver(
                environment,
                [
                    correction("MOO JCE", "Moo jce", "Milk", product: try environment.known("Milk")),
                    correction("KAYA JAR", "Kaya jar", "Coconut jam"),
                    correction("WHITE BLOCK", "White block", "cheddar cheese", product: UUID().canonical),
                ],
                store: store.id
            )
            let resolved = try await environment.resolve(lines, store: store.id)
            #expect(resolved.map(\.product?.name) == ["Milk", "Coconut jam", "Cheddar cheese"])
            #expect(resolved.allSatisfy { $0.basis == .chosen })
        }
    }

    @Test("applies an event once, and follows one that undoes a correction")
    func repetition() async throws {
        try await CatalogTestEnvironment.run { environment in
            let made = try #require(try await environment.resolve("MOO JCE").product)
            let (milk, event) = (try environment.known("Milk"), UUID())
            try await deliver(environment, [correction("MOO JCE", "Moo jce", "Milk", product: milk)], event: event)
            try await deliver(environment, [correction("MOO JCE", "Milk", "Moo jce", product: made.id)])
            #expect(try await environment.resolve("MOO JCE").product == made)
            try await deliver(environment, [correction("MOO JCE", "Moo jce", "Milk", product: milk)], event: event)
            #expect(try await environment.resolve("MOO JCE").product == made)
            let search = try await environment.products.searchProducts(
                .init(text: "moo jce"),
                context: .user(environment.user)
            )
            #expect(search.products == [made])
        }
    }

    @Test("tolerates a store that no longer exists")
    func lostStore() async throws {
        try await CatalogTestEnvironment.run { environment in
            try await deliver(environment, [correction("MOO JCE", "", "Milk")], store: UUID().canonical)
            #expect(try await environment.resolve("MOO JCE").product?.name == "Milk")
        }
    }

    @Test("counts corrections for others, but not unchanged values")
    func votes() async throws {
        try await CatalogTestEnvironment.run { environment in
            let milk = try environment.known("Milk")
            func speak(_ before: String) async throws {
                for _ in 0..<3 {
                    let user = UUID()
                    let store =
                        try await environment.resolveStore("Corner Foods", "1 Elm Road", for: user).store?.id ?? ""
                    _ = try await environment.resolve("MOO JCE", store: store, for: user)
                    try await environment.settle(user)
                    try await deliver(
                        environment,
                        [correction("MOO JCE", before, "Milk", product: milk)],
                        store: store,
                        by: user
                    )
                }
            }
            try await speak("Milk")
            #expect(try await environment.shared() == [])
            try await speak("Moo jce")
            #expect(try await environment.shared(.agreed).map(\.votes) == [3, 3])
        }
    }

    @Test("counts unchanged values for others once they are chosen, but not the other way round")
    func chosenAfterwards() async throws {
        try await CatalogTestEnvironment.run { environment in
            let milk = try environment.known("Milk")
            var users: [(id: UUID, store: String)] = []
            for _ in 0..<3 {
                let user = UUID()
                let store = try await environment.shop("MOO JCE", by: user)
                let unchanged = correction("MOO JCE", "Milk", "Milk", product: milk)
                try await deliver(environment, [unchanged], store: store, by: user)
                users.append((user, store))
            }
            #expect(try await environment.shared() == [])
            for user in users { try await environment.choose("MOO JCE", milk, store: user.store, for: user.id) }
            #expect(try await environment.shared(.agreed).map(\.votes) == [3, 3])
            let unchanged = correction("MOO JCE", "Milk", "Milk", product: milk)
            try await deliver(environment, [unchanged], store: users[0].store, by: users[0].id)
            #expect(try await environment.shared(.agreed).map(\.votes) == [3, 3])
        }
    }
}
