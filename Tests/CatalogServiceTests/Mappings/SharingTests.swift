import AuthMessages
import CatalogMessages
import CommonMessages
import EventsMessages
import Foundation
import Foundations
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_catalog

@Suite("The consent to count choices for others", .timeLimit(.minutes(5)))
struct SharingTests {
    private let line = "WHITE STUFF 1L"

    /// Three established users whose receipts printed the line at the same store.
    private func shoppers(_ environment: CatalogTestEnvironment) async throws -> [(user: UUID, store: String)] {
        var shoppers: [(user: UUID, store: String)] = []
        for _ in 0..<3 {
            let user = UUID()
            shoppers.append((user, try await environment.shop(line, by: user)))
        }
        return shoppers
    }

    private func withdraw(
        _ user: UUID,
        from kind: Auth.ConsentKind = .communityMappings,
        at time: Date = .now,
        in environment: CatalogTestEnvironment
    ) async throws {
        let payload = Events.ConsentWithdrawn(userID: user.canonical, kind: kind)
        let event = Events.Event(
            id: UUID().canonical,
            occurredAt: Common.Timestamp(time),
            payload: .consentWithdrawn(payload)
        )
        // Every event may come twice.
        for _ in 0..<2 { try await environment.deliver(event) }
    }

    private func correct(
        _ shopper: (user: UUID, store: String),
        _ product: String,
        at time: Date = .now,
        _ consents: KnownConsents,
        _ environment: CatalogTestEnvironment
    ) async throws {
        let correction = Events.FieldCorrection(
            field: .product,
            printedText: line,
            before: "White stuff",
            after: "Milk",
            productID: product
        )
        let payload = Events.PurchaseCorrected(
            userID: shopper.user.canonical,
            storeID: shopper.store,
            corrections: [correction]
        )
        let event = Events.Event(
            id: UUID().canonical,
            occurredAt: Common.Timestamp(time),
            payload: .purchaseCorrected(payload)
        )
        try await environment.deliver(event, consents: consents)
    }

    /// Whether the line means milk to a user.
    private func means(
        _ product: String,
        to shopper: (user: UUID, store: String),
        _ environment: CatalogTestEnvironment
    ) async throws -> Bool {
        let resolved = try await environment.resolve(line, store: shopper.store, for: shopper.user)
        return resolved.product?.id == product && resolved.basis == .chosen
    }

    @Test("without it a choice applies to its author alone, until it is made again with it")
    func none() async throws {
        try await CatalogTestEnvironment.run { environment in
            let milk = try environment.known("Milk")
            let shoppers = try await shoppers(environment)
            for shopper in shoppers {
                let other: Set<Auth.ConsentKind> = [.communityPrices, .learningFromPhotos]
                try await environment.choose(line, milk, store: shopper.store, for: shopper.user, consents: other)
                #expect(try await means(milk, to: shopper, environment))
            }
            try await environment.mappings.countSettledVotes()
            #expect(try await environment.shared() == [])
            for shopper in shoppers {
                try await environment.choose(line, milk, store: shopper.store, for: shopper.user)
            }
            #expect(try await environment.shared(.agreed).map(\.votes) == [3, 3])
        }
    }

    @Test("when it is withdrawn, the user's votes count no more, nor those that a receipt would have confirmed later")
    func withdrawn() async throws {
        try await CatalogTestEnvironment.run { environment in
            let milk = try environment.known("Milk")
            let shoppers = try await shoppers(environment)
            for shopper in shoppers {
                try await environment.choose(line, milk, store: shopper.store, for: shopper.user)
            }
            try await environment.choose("BLACK STUFF", milk, store: shoppers[0].store, for: shoppers[0].user)
            try await withdraw(shoppers[0].user, from: .learningFromPhotos, in: environment)
            #expect(try await environment.shared(.agreed).map(\.votes) == [3, 3])
            try await withdraw(shoppers[0].user, in: environment)
            #expect(try await environment.shared().map(\.state) == [.proposed])
            #expect(try await environment.shared().map(\.votes) == [2])
            for shopper in shoppers { #expect(try await means(milk, to: shopper, environment)) }
            _ = try await environment.resolve("BLACK STUFF", store: shoppers[0].store, for: shoppers[0].user)
            try await environment.mappings.countSettledVotes()
            #expect(try await environment.shared().map(\.votes) == [2])
            let rows = try await environment.pool.query(
                "SELECT 1 FROM receipt_text_mappings WHERE user_id = \(shoppers[0].user) AND counts_from IS NOT NULL"
            )
            #expect(rows.isEmpty)
        }
    }

    @Test("of a token from before the withdrawal it is not believed, of one issued after it was given again it is")
    func staleToken() async throws {
        try await CatalogTestEnvironment.run { environment in
            let milk = try environment.known("Milk")
            let shopper = try await shoppers(environment)[0]
            let time = Date(timeIntervalSince1970: 1_700_000_000)
            try await withdraw(shopper.user, at: time, in: environment)
            for tokenTime in [time - 60, time] {
                try await environment.choose(
                    line,
                    milk,
                    store: shopper.store,
                    for: shopper.user,
                    tokenTime: tokenTime
                )
                #expect(try await means(milk, to: shopper, environment))
                #expect(try await environment.shared() == [])
            }
            try await environment.choose(line, milk, store: shopper.store, for: shopper.user, tokenTime: time + 1)
            #expect(try await environment.shared().map(\.votes) == [1])
        }
    }

    @Test("is asked for with corrections: one made without it, or before it was given, applies to its author alone")
    func corrections() async throws {
        try await CatalogTestEnvironment.run { environment in
            let milk = try environment.known("Milk")
            let shoppers = try await shoppers(environment)
            let time = Date(timeIntervalSince1970: 1_700_000_000)
            try await correct(shoppers[0], milk, at: time, KnownConsents(since: nil), environment)
            try await correct(shoppers[1], milk, at: time, KnownConsents(since: time + 1), environment)
            for shopper in shoppers.prefix(2) { #expect(try await means(milk, to: shopper, environment)) }
            #expect(try await environment.shared() == [])
            try await withdraw(shoppers[2].user, at: time, in: environment)
            try await correct(shoppers[2], milk, at: time + 5, KnownConsents(since: time - 5), environment)
            #expect(try await means(milk, to: shoppers[2], environment))
            #expect(try await environment.shared() == [])
            for shopper in shoppers {
                try await correct(shopper, milk, at: time + 5, KnownConsents(since: time + 2), environment)
            }
            #expect(try await environment.shared(.agreed).map(\.votes) == [3, 3])
        }
    }

    @Test("while it is unknown, corrections wait")
    func unknown() async throws {
        try await CatalogTestEnvironment.run { environment in
            let milk = try environment.known("Milk")
            let shopper = try await shoppers(environment)[0]
            let away = KnownConsents(since: nil, outage: Status(.unavailable, "auth is away"))
            let status = try await failure { try await correct(shopper, milk, away, environment) }
            #expect(status.code == .unavailable)
            try await correct(shopper, milk, KnownConsents(since: .distantPast), environment)
            #expect(try await means(milk, to: shopper, environment))
            #expect(try await environment.shared().map(\.votes) == [1])
        }
    }
}
