import Foundation
import Messages
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_catalog

@Suite("What users agree that a line means", .timeLimit(.minutes(5)))
struct AgreementTests {
    private let line = "WHITE STUFF 1L"

    /// What somebody new gets for the line.
    private func resolve(
        _ bench: CatalogBench,
        _ name: String = "Corner Foods",
        _ address: String = "1 Elm Road"
    ) async throws -> Catalog.ResolvedProduct {
        let user = UUID()
        let store = try await bench.resolveStore(name, address, for: user).store?.id ?? ""
        return try await bench.resolve(line, store: store, for: user)
    }

    @Test("cannot be changed by one user alone, however often and wherever that one says so")
    func oneUser() async throws {
        try await CatalogBench.run { bench in
            let milk = try bench.known("Milk")
            let user = UUID()
            for street in ["1 Elm Road", "2 Elm Road", "3 Elm Road", "4 Elm Road"] {
                try await bench.vote(line, milk, "Corner Foods", street, by: user)
            }
            try await bench.vote("WHITE STUFF 2L", milk, by: user)
            #expect(try await resolve(bench).created)
            #expect(try await bench.shared().allSatisfy { $0.state == .proposed && $0.voters == 1 && $0.store.isEmpty })
        }
    }

    @Test("is not what users say whose first receipts were read in the same hour, however many they are")
    func usersInARow() async throws {
        try await CatalogBench.run { bench in
            let milk = try bench.known("Milk")
            var voters: [(user: UUID, store: String)] = []
            for _ in 0..<6 {
                let user = UUID()
                let store = try await bench.shop(line, by: user)
                voters.append((user, store))
            }
            let hour = Date(timeIntervalSince1970: 470_000 * 3_600)
            for (number, voter) in voters.enumerated() {
                let time = hour.addingTimeInterval(Double(number) * 600 - (number < 5 ? 0 : 3_000))
                try await bench.pool.execute(
                    "UPDATE receipt_users SET first_receipt_at = \(time) WHERE user_id = \(voter.user)"
                )
                try await bench.choose(line, milk, store: voter.store, for: voter.user)
            }
            #expect(try await bench.shared().map(\.votes) == [1])
            #expect(try await resolve(bench).created)
            for _ in 0..<2 { try await bench.vote(line, milk) }
            #expect(try await bench.shared(.agreed).map(\.votes) == [3, 3])
        }
    }

    @Test("may be approved by an operator when only one user has said it, for the whole chain, or be refused for good")
    func proposals() async throws {
        try await CatalogBench.run { bench in
            let (milk, soap) = (try bench.known("Milk"), try bench.known("Dish soap"))
            try await bench.vote(line, milk)
            let proposal = try #require(try await bench.shared(.proposed).first)
            #expect(proposal.chain == "corner foods" && proposal.store.isEmpty && proposal.text == "white stuff")
            #expect(proposal.product?.id == milk && proposal.votes == 1 && proposal.voters == 1)
            #expect(try await resolve(bench).created)
            func decide(_ id: String, _ decision: Catalog.DecideSharedMappingRequest.Decision) async throws {
                let request = Catalog.DecideSharedMappingRequest(mappingID: id, decision: decision)
                _ = try await bench.sharedMappings.decideSharedMapping(request, context: .service)
            }
            try await decide(proposal.id, .approvedProductID(milk))
            let served = try await resolve(bench, "Corner Foods", "9 Far Road")
            #expect(served.product?.id == milk && served.basis == .agreed)
            try await decide(proposal.id, .leaveToUsers(true))
            #expect(try await bench.shared().map(\.state) == [.proposed])
            #expect(try await resolve(bench).created)

            try await bench.vote("BLACK STUFF", soap)
            let refused = try #require(try await bench.shared(.proposed).first { $0.text == "black stuff" })
            try await decide(refused.id, .withdraw(true))
            for _ in 0..<3 { try await bench.vote("BLACK STUFF", soap) }
            let user = UUID()
            let store = try await bench.resolveStore("Corner Foods", "7 Far Road", for: user).store?.id ?? ""
            #expect(try await bench.resolve("BLACK STUFF", store: store, for: user).created)
        }
    }

    @Test("serves everybody at the store and at others of the chain once three say so, but nowhere else")
    func agreement() async throws {
        try await CatalogBench.run { bench in
            let milk = try bench.known("Milk")
            try await bench.vote(line, milk)
            try await bench.vote(line, milk)
            #expect(try await resolve(bench).created)
            try await bench.vote("WHITE-STUFF 500ML", milk)
            let here = try await resolve(bench)
            #expect(here.product?.id == milk && here.basis == .agreed && !here.created)
            #expect(here.confidence >= 70)
            #expect(try await resolve(bench, "CORNER FOODS SDN BHD", "9 Far Road").product?.id == milk)
            #expect(try await resolve(bench, "Corner Foods", "").product?.id == milk)
            #expect(try await resolve(bench, "Hill Grocer").created)
            let user = UUID()
            #expect(try await bench.resolve(line, for: user).created)
        }
    }

    @Test("reaches also those whose line was taken for something new before, but never overrules what they chose")
    func precedence() async throws {
        try await CatalogBench.run { bench in
            let (milk, soap) = (try bench.known("Milk"), try bench.known("Dish soap"))
            let store = try #require(try await bench.resolveStore("Corner Foods", "1 Elm Road").store)
            #expect(try await bench.resolve(line, store: store.id).created)
            for _ in 0..<3 { try await bench.vote(line, milk) }
            #expect(try await bench.resolve(line, store: store.id).product?.id == milk)
            try await bench.choose(line, soap, store: store.id)
            #expect(try await bench.resolve(line, store: store.id).product?.id == soap)
        }
    }

    @Test("is left by those who disagree, and comes back when they take it back")
    func dispute() async throws {
        try await CatalogBench.run { bench in
            let (milk, soap) = (try bench.known("Milk"), try bench.known("Dish soap"))
            for _ in 0..<3 { try await bench.vote(line, milk) }
            let first = try await bench.vote(line, soap)
            #expect(try await resolve(bench).product?.id == milk)
            let second = try await bench.vote(line, soap)
            #expect(try await resolve(bench).product?.id != milk)
            let disputed = try await bench.shared(.disputed)
            #expect(disputed.map(\.store) == ["corner foods, 1 elm road", ""] || disputed.map(\.store).contains(""))
            #expect(disputed.allSatisfy { $0.votes == 3 && $0.voters == 5 && $0.product?.id == milk })
            let theirs = try #require(try await bench.list(.chosen, for: second).first)
            #expect(try await bench.forget(theirs.id, for: second))
            #expect(try await resolve(bench).product?.id == milk)
            let store = try await bench.resolveStore("Corner Foods", "1 Elm Road", for: first).store?.id ?? ""
            try await bench.choose(line, milk, store: store, for: first)
            #expect(try await bench.shared(.agreed).allSatisfy { $0.votes == 4 && $0.voters == 4 })
        }
    }

    @Test("of a store counts there before that of the chain")
    func storeBeforeChain() async throws {
        try await CatalogBench.run { bench in
            let (milk, soap) = (try bench.known("Milk"), try bench.known("Dish soap"))
            for number in 1...9 { try await bench.vote(line, milk, "Corner Foods", "\(number) Oak Road") }
            for _ in 0..<3 { try await bench.vote(line, soap) }
            #expect(try await resolve(bench).product?.id == soap)
            #expect(try await resolve(bench, "Corner Foods", "50 Ash Road").product?.id == milk)
        }
    }

    @Test("counts nobody whose receipts are read since a few days only, until a week is over")
    func newcomers() async throws {
        try await CatalogBench.run { bench in
            let milk = try bench.known("Milk")
            for number in 0..<5 {
                let user = UUID()
                let store = try await bench.resolveStore("Corner Foods", "1 Elm Road", for: user).store?.id ?? ""
                _ = try await bench.resolve(line, store: store, for: user)
                try await bench.came(user, ago: "\(5 + number) hours")
                try await bench.choose(line, milk, store: store, for: user)
            }
            try await bench.mappings.countSettledVotes()
            #expect(try await bench.shared() == [])
            var later = bench
            later.now = { Date(timeIntervalSinceNow: 8 * 86_400) }
            try await later.mappings.countSettledVotes()
            #expect(try await bench.shared(.agreed).map(\.votes) == [5, 5])
            #expect(try await resolve(bench).product?.id == milk)
            let left = try await bench.pool.query(
                "SELECT 1 FROM receipt_text_mappings WHERE counts_from IS NOT NULL AND NOT is_counted"
            )
            #expect(left.isEmpty)
        }
    }

    @Test("counts nobody whose receipts never printed the line")
    func unseenLines() async throws {
        try await CatalogBench.run { bench in
            let milk = try bench.known("Milk")
            var voters: [(user: UUID, store: String)] = []
            for _ in 0..<3 {
                let user = UUID()
                let store = try await bench.resolveStore("Corner Foods", "1 Elm Road", for: user).store?.id ?? ""
                _ = try await bench.resolve("BREAD", store: store, for: user)
                try await bench.settle(user)
                try await bench.choose(line, milk, store: store, for: user)
                voters.append((user, store))
            }
            #expect(try await bench.shared() == [])
            for voter in voters { _ = try await bench.resolve(line, store: voter.store, for: voter.user) }
            try await bench.mappings.countSettledVotes()
            #expect(try await bench.shared(.agreed).count == 2)
        }
    }

    @Test("is never about a product that only its owner knows, which still speaks against the others")
    func ownProducts() async throws {
        try await CatalogBench.run { bench in
            let milk = try bench.known("Milk")
            for _ in 0..<4 {
                let user = UUID()
                let store = try await bench.resolveStore("Corner Foods", "1 Elm Road", for: user).store?.id ?? ""
                let made = try #require(try await bench.resolve(line, store: store, for: user).product)
                try await bench.settle(user)
                try await bench.choose(line, made.id, store: store, for: user)
            }
            #expect(try await bench.shared() == [])
            for _ in 0..<3 { try await bench.vote(line, milk) }
            #expect(try await resolve(bench).created)
            #expect(try await bench.shared(.disputed).allSatisfy { $0.votes == 3 && $0.voters == 7 })
        }
    }

    @Test("needs three different users also when many of them speak at once")
    func simultaneousVotes() async throws {
        try await CatalogBench.run { bench in
            let milk = try bench.known("Milk")
            var voters: [(user: UUID, store: String)] = []
            for _ in 0..<6 {
                let user = UUID()
                voters.append((user, try await bench.shop(line, by: user)))
            }
            try await withThrowingTaskGroup { group in
                for voter in voters {
                    group.addTask { try await bench.choose(line, milk, store: voter.store, for: voter.user) }
                }
                try await group.waitForAll()
            }
            #expect(try await bench.shared(.agreed).map(\.votes) == [6, 6])
        }
    }

    @Test("tells operators nothing about who said so")
    func anonymity() async throws {
        try await CatalogBench.run { bench in
            for _ in 0..<3 { try await bench.vote(line, try bench.known("Milk")) }
            let columns = try await bench.pool.query(
                """
                SELECT column_name FROM information_schema.columns
                WHERE table_name = 'shared_text_mappings' AND table_schema = current_schema()
                """
            ).map { try $0["column_name"] as String }
            #expect(!columns.isEmpty)
            #expect(!columns.contains { $0.contains("user") })
        }
    }

    @Test("can be withdrawn by an operator, whatever more users say, and left to them again")
    func operators() async throws {
        try await CatalogBench.run { bench in
            let (milk, soap) = (try bench.known("Milk"), try bench.known("Dish soap"))
            for _ in 0..<3 { try await bench.vote(line, milk) }
            func decide(_ decision: Catalog.DecideSharedMappingRequest.Decision) async throws {
                for mapping in try await bench.shared() {
                    _ = try await bench.sharedMappings.decideSharedMapping(
                        .init(mappingID: mapping.id, decision: decision),
                        context: .service
                    )
                }
            }
            try await decide(.withdraw(true))
            try await bench.vote(line, milk)
            #expect(try await resolve(bench).created)
            #expect(try await bench.shared().map(\.state) == [.withdrawn, .withdrawn])
            #expect(try await bench.shared().map(\.votes) == [4, 4])
            try await decide(.approvedProductID(soap))
            try await bench.vote(line, milk)
            #expect(try await resolve(bench).product?.id == soap)
            try await decide(.leaveToUsers(true))
            #expect(try await resolve(bench).product?.id == milk)
            #expect(try await bench.shared(.agreed).map(\.votes) == [5, 5])
        }
    }

    @Test("is decided on only with a decision, about a mapping that there is and a product that everybody knows")
    func invalidDecisions() async throws {
        try await CatalogBench.run { bench in
            func decide(_ decision: Catalog.DecideSharedMappingRequest.Decision?) async throws -> Status {
                try await failure {
                    _ = try await bench.sharedMappings.decideSharedMapping(
                        .init(mappingID: UUID().canonicalText, decision: decision),
                        context: .service
                    )
                }
            }
            #expect(try await decide(nil).fieldViolations.map(\.field) == ["decision"])
            #expect(try await decide(.withdraw(false)).fieldViolations.map(\.field) == ["decision"])
            let own = try #require(try await bench.resolve("HDMI CABLE 2M").product)
            let violations = try await decide(.approvedProductID(own.id)).fieldViolations
            #expect(violations.map(\.field) == ["approved_product_id"])
            #expect(try await decide(.withdraw(true)) == .notFound("mapping"))
        }
    }
}
