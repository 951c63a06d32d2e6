import CatalogMessages
import Foundation
import Foundations
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_catalog

@Suite("Users' agreement on a line", .timeLimit(.minutes(5)))
struct AgreementTests {
    private let line = "WHITE STUFF 1L"

    /// The result of resolving the line for a new user.
    private func resolve(
        _ environment: CatalogTestEnvironment,
        _ name: String = "Corner Foods",
        _ address: String = "1 Elm Road"
    ) async throws -> Catalog.ResolvedProduct {
        let user = UUID()
        let store = try await environment.resolveStore(name, address, for: user).store?.id ?? ""
        return try await environment.resolve(line, store: store, for: user)
    }

    @Test("cannot be changed by one user alone, however often and wherever")
    func oneUser() async throws {
        try await CatalogTestEnvironment.run { environment in
            let milk = try environment.known("Milk")
            let user = UUID()
            for street in ["1 Elm Road", "2 Elm Road", "3 Elm Road", "4 Elm Road"] {
                try await environment.vote(line, milk, "Corner Foods", street, by: user)
            }
            try await environment.vote("WHITE STUFF 2L", milk, by: user)
            #expect(try await resolve(environment).created)
            #expect(
                try await environment.shared().allSatisfy {
                    $0.state == .proposed && $0.voters == 1 && $0.store.isEmpty
                }
            )
        }
    }

    @Test("ignores users whose first receipts were read in the same hour, however many")
    func usersInARow() async throws {
        try await CatalogTestEnvironment.run { environment in
            let milk = try environment.known("Milk")
            var voters: [(user: UUID, store: String)] = []
            for _ in 0..<6 {
                let user = UUID()
                let store = try await environment.shop(line, by: user)
                voters.append((user, store))
            }
            let hour = Date(timeIntervalSince1970: 470_000 * 3_600)
            for (number, voter) in voters.enumerated() {
                let time = hour.addingTimeInterval(Double(number) * 600 - (number < 5 ? 0 : 3_000))
                try await environment.pool.execute(
                    "UPDATE receipt_users SET first_receipt_at = \(time) WHERE user_id = \(voter.user)"
                )
                try await environment.choose(line, milk, store: voter.store, for: voter.user)
            }
            #expect(try await environment.shared().map(\.votes) == [1])
            #expect(try await resolve(environment).created)
            for _ in 0..<2 { try await environment.vote(line, milk) }
            #expect(try await environment.shared(.agreed).map(\.votes) == [3, 3])
        }
    }

    @Test("can be approved for the whole chain, or rejected for good, by an operator after a single vote")
    func proposals() async throws {
        try await CatalogTestEnvironment.run { environment in
            let (milk, soap) = (try environment.known("Milk"), try environment.known("Dish soap"))
            try await environment.vote(line, milk)
            let proposal = try #require(try await environment.shared(.proposed).first)
            #expect(proposal.chain == "corner foods" && proposal.store.isEmpty && proposal.text == "white stuff")
            #expect(proposal.product?.id == milk && proposal.votes == 1 && proposal.voters == 1)
            #expect(try await resolve(environment).created)
            func decide(_ id: String, _ decision: Catalog.DecideSharedMappingRequest.Decision) async throws {
                let request = Catalog.DecideSharedMappingRequest(mappingID: id, decision: decision)
                _ = try await environment.sharedMappings.decideSharedMapping(request, context: .service)
            }
            try await decide(proposal.id, .approvedProductID(milk))
            let served = try await resolve(environment, "Corner Foods", "9 Far Road")
            #expect(served.product?.id == milk && served.basis == .agreed)
            try await decide(proposal.id, .leaveToUsers(true))
            #expect(try await environment.shared().map(\.state) == [.proposed])
            #expect(try await resolve(environment).created)

            try await environment.vote("BLACK STUFF", soap)
            let refused = try #require(try await environment.shared(.proposed).first { $0.text == "black stuff" })
            try await decide(refused.id, .withdraw(true))
            for _ in 0..<3 { try await environment.vote("BLACK STUFF", soap) }
            let user = UUID()
            let store = try await environment.resolveStore("Corner Foods", "7 Far Road", for: user).store?.id ?? ""
            #expect(try await environment.resolve("BLACK STUFF", store: store, for: user).created)
        }
    }

    @Test("applies to everybody at the store and others of the chain after three votes, but nowhere else")
    func agreement() async throws {
        try await CatalogTestEnvironment.run { environment in
            let milk = try environment.known("Milk")
            try await environment.vote(line, milk)
            try await environment.vote(line, milk)
            #expect(try await resolve(environment).created)
            try await environment.vote("WHITE-STUFF 500ML", milk)
            let here = try await resolve(environment)
            #expect(here.product?.id == milk && here.basis == .agreed && !here.created)
            #expect(here.confidence >= 70)
            #expect(try await resolve(environment, "CORNER FOODS SDN BHD", "9 Far Road").product?.id == milk)
            #expect(try await resolve(environment, "Corner Foods", "").product?.id == milk)
            #expect(try await resolve(environment, "Hill Grocer").created)
            let user = UUID()
            #expect(try await environment.resolve(line, for: user).created)
        }
    }

    @Test("also reaches users with a product made for the line, but never overrules their choices")
    func precedence() async throws {
        try await CatalogTestEnvironment.run { environment in
            let (milk, soap) = (try environment.known("Milk"), try environment.known("Dish soap"))
            let store = try #require(try await environment.resolveStore("Corner Foods", "1 Elm Road").store)
            #expect(try await environment.resolve(line, store: store.id).created)
            for _ in 0..<3 { try await environment.vote(line, milk) }
            #expect(try await environment.resolve(line, store: store.id).product?.id == milk)
            try await environment.choose(line, soap, store: store.id)
            #expect(try await environment.resolve(line, store: store.id).product?.id == soap)
        }
    }

    @Test("is lost when users disagree, and returns when they withdraw their votes")
    func dispute() async throws {
        try await CatalogTestEnvironment.run { environment in
            let (milk, soap) = (try environment.known("Milk"), try environment.known("Dish soap"))
            for _ in 0..<3 { try await environment.vote(line, milk) }
            let first = try await environment.vote(line, soap)
            #expect(try await resolve(environment).product?.id == milk)
            let second = try await environment.vote(line, soap)
            #expect(try await resolve(environment).product?.id != milk)
            let disputed = try await environment.shared(.disputed)
            #expect(disputed.map(\.store) == ["corner foods, 1 elm road", ""] || disputed.map(\.store).contains(""))
            #expect(disputed.allSatisfy { $0.votes == 3 && $0.voters == 5 && $0.product?.id == milk })
            let theirs = try #require(try await environment.list(.chosen, for: second).first)
            #expect(try await environment.forget(theirs.id, for: second))
            #expect(try await resolve(environment).product?.id == milk)
            let store = try await environment.resolveStore("Corner Foods", "1 Elm Road", for: first).store?.id ?? ""
            try await environment.choose(line, milk, store: store, for: first)
            #expect(try await environment.shared(.agreed).allSatisfy { $0.votes == 4 && $0.voters == 4 })
        }
    }

    @Test("of a store takes precedence over that of the chain")
    func storeBeforeChain() async throws {
        try await CatalogTestEnvironment.run { environment in
            let (milk, soap) = (try environment.known("Milk"), try environment.known("Dish soap"))
            for number in 1...9 { try await environment.vote(line, milk, "Corner Foods", "\(number) Oak Road") }
            for _ in 0..<3 { try await environment.vote(line, soap) }
            #expect(try await resolve(environment).product?.id == soap)
            #expect(try await resolve(environment, "Corner Foods", "50 Ash Road").product?.id == milk)
        }
    }

    @Test("ignores users whose first receipt is less than a week old")
    func newcomers() async throws {
        try await CatalogTestEnvironment.run { environment in
            let milk = try environment.known("Milk")
            for number in 0..<5 {
                let user = UUID()
                let store = try await environment.resolveStore("Corner Foods", "1 Elm Road", for: user).store?.id ?? ""
                _ = try await environment.resolve(line, store: store, for: user)
                try await environment.came(user, ago: "\(5 + number) hours")
                try await environment.choose(line, milk, store: store, for: user)
            }
            try await environment.mappings.countSettledVotes()
            #expect(try await environment.shared() == [])
            var later = environment
            later.clock = ManualWallClock(now: Date(timeIntervalSinceNow: 8 * 86_400))
            try await later.mappings.countSettledVotes()
            #expect(try await environment.shared(.agreed).map(\.votes) == [5, 5])
            #expect(try await resolve(environment).product?.id == milk)
            let left = try await environment.pool.query(
                "SELECT 1 FROM receipt_text_mappings WHERE counts_from IS NOT NULL AND NOT is_counted"
            )
            #expect(left.isEmpty)
        }
    }

    @Test("ignores users whose receipts never printed the line")
    func unseenLines() async throws {
        try await CatalogTestEnvironment.run { environment in
            let milk = try environment.known("Milk")
            var voters: [(user: UUID, store: String)] = []
            for _ in 0..<3 {
                let user = UUID()
                let store = try await environment.resolveStore("Corner Foods", "1 Elm Road", for: user).store?.id ?? ""
                _ = try await environment.resolve("BREAD", store: store, for: user)
                try await environment.settle(user)
                try await environment.choose(line, milk, store: store, for: user)
                voters.append((user, store))
            }
            #expect(try await environment.shared() == [])
            for voter in voters { _ = try await environment.resolve(line, store: voter.store, for: voter.user) }
            try await environment.mappings.countSettledVotes()
            #expect(try await environment.shared(.agreed).count == 2)
        }
    }

    @Test("is never on a user's own product, which still counts against others")
    func ownProducts() async throws {
        try await CatalogTestEnvironment.run { environment in
            let milk = try environment.known("Milk")
            for _ in 0..<4 {
                let user = UUID()
                let store = try await environment.resolveStore("Corner Foods", "1 Elm Road", for: user).store?.id ?? ""
                let made = try #require(try await environment.resolve(line, store: store, for: user).product)
                try await environment.settle(user)
                try await environment.choose(line, made.id, store: store, for: user)
            }
            #expect(try await environment.shared() == [])
            for _ in 0..<3 { try await environment.vote(line, milk) }
            #expect(try await resolve(environment).created)
            #expect(try await environment.shared(.disputed).allSatisfy { $0.votes == 3 && $0.voters == 7 })
        }
    }

    @Test("requires three different users also when many vote concurrently")
    func simultaneousVotes() async throws {
        try await CatalogTestEnvironment.run { environment in
            let milk = try environment.known("Milk")
            var voters: [(user: UUID, store: String)] = []
            for _ in 0..<6 {
                let user = UUID()
                voters.append((user, try await environment.shop(line, by: user)))
            }
            try await withThrowingTaskGroup { group in
                for voter in voters {
                    group.addTask { try await environment.choose(line, milk, store: voter.store, for: voter.user) }
                }
                try await group.waitForAll()
            }
            #expect(try await environment.shared(.agreed).map(\.votes) == [6, 6])
        }
    }

    @Test("reveals no voters to operators")
    func anonymity() async throws {
        try await CatalogTestEnvironment.run { environment in
            for _ in 0..<3 { try await environment.vote(line, try environment.known("Milk")) }
            let columns = try await environment.pool.query(
                """
                SELECT column_name FROM information_schema.columns
                WHERE table_name = 'shared_text_mappings' AND table_schema = current_schema()
                """
            ).map { try $0["column_name"] as String }
            #expect(!columns.isEmpty)
            #expect(!columns.contains { $0.contains("user") })
        }
    }

    @Test("can be withdrawn by an operator, whatever more users say, and returned to the votes")
    func operators() async throws {
        try await CatalogTestEnvironment.run { environment in
            let (milk, soap) = (try environment.known("Milk"), try environment.known("Dish soap"))
            for _ in 0..<3 { try await environment.vote(line, milk) }
            func decide(_ decision: Catalog.DecideSharedMappingRequest.Decision) async throws {
                for mapping in try await environment.shared() {
                    _ = try await environment.sharedMappings.decideSharedMapping(
                        .init(mappingID: mapping.id, decision: decision),
                        context: .service
                    )
                }
            }
            try await decide(.withdraw(true))
            try await environment.vote(line, milk)
            #expect(try await resolve(environment).created)
            #expect(try await environment.shared().map(\.state) == [.withdrawn, .withdrawn])
            #expect(try await environment.shared().map(\.votes) == [4, 4])
            try await decide(.approvedProductID(soap))
            try await environment.vote(line, milk)
            #expect(try await resolve(environment).product?.id == soap)
            try await decide(.leaveToUsers(true))
            #expect(try await resolve(environment).product?.id == milk)
            #expect(try await environment.shared(.agreed).map(\.votes) == [5, 5])
        }
    }

    @Test("requires a decision, an existing mapping and a shared product")
    func invalidDecisions() async throws {
        try await CatalogTestEnvironment.run { environment in
            func decide(_ decision: Catalog.DecideSharedMappingRequest.Decision?) async throws -> Status {
                try await failure {
                    _ = try await environment.sharedMappings.decideSharedMapping(
                        .init(mappingID: UUID().canonical, decision: decision),
                        context: .service
                    )
                }
            }
            #expect(try await decide(nil).fieldViolations.map(\.field) == ["decision"])
            #expect(try await decide(.withdraw(false)).fieldViolations.map(\.field) == ["decision"])
            let own = try #require(try await environment.resolve("HDMI CABLE 2M").product)
            let violations = try await decide(.approvedProductID(own.id)).fieldViolations
            #expect(violations.map(\.field) == ["approved_product_id"])
            #expect(try await decide(.withdraw(true)) == .notFound("mapping"))
        }
    }
}
