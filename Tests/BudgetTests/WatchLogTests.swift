import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import Postgres
import RPC
import Testing

@testable import larder_budget

@Suite("Watching the log", .timeLimit(.minutes(5)))
struct WatchLogTests {
    private typealias Update = Budget.PurchaseListUpdate

    /// Runs `body` with the updates after a cursor.
    private func watch(
        _ client: Budget.PurchasesClient,
        after cursor: String,
        _ body: (MessageStream<Update>) async throws -> Void
    ) async throws {
        let options = CallOptions(timeout: .seconds(60))
        try await client.watchPurchases(.init(cursor: cursor), options: options) { try await body($0) }
    }

    /// The first update after a cursor.
    private func update(_ client: Budget.PurchasesClient, after cursor: String = "") async throws -> Update {
        let options = CallOptions(timeout: .seconds(60))
        let update = try await client.watchPurchases(.init(cursor: cursor), options: options) { try await $0.next() }
        return try #require(update)
    }

    @Test("rejects a malformed cursor", arguments: ["yesterday", "cHVyY2hhc2VzfDE", "😀"])
    func malformed(cursor: String) async throws {
        try await BudgetTestEnvironment.with { environment in
            try await environment.withClient(of: User()) { client in
                let status = await failure { try await update(client, after: cursor) }
                #expect(status?.code == .invalidArgument)
                #expect(status?.fieldViolations.map(\.field) == ["cursor"])
            }
        }
    }

    @Test("shows nothing of another user's log, not even with a cursor of theirs")
    func foreign() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, other) = (User(), User())
            try await environment.record(other)
            var cursor = ""
            try await environment.withClient(of: other) { cursor = try await update($0).cursor }
            try await environment.record(other)
            let own = try await environment.record(user)
            try await environment.withClient(of: user) { client in
                #expect(try await update(client, after: cursor).purchases == [own])
                cursor = try await update(client).cursor
                try await environment.record(other)
                #expect(try await update(client, after: cursor).purchases == [])
            }
        }
    }

    @Test("sends purchases as they are recorded, typed in, changed, discarded and restored")
    func live() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.record(user)
            try await environment.withClient(of: user) { client in
                try await watch(client, after: "") { updates in
                    let first = try await updates.next()
                    #expect(first?.reset == true)
                    #expect(first?.purchases == [])
                    let recorded = try await environment.record(user) { $0.total = .cad(1) }
                    let second = try await updates.next()
                    #expect(second?.reset == false)
                    #expect(second?.purchases == [recorded])
                    let edited = try await environment.edit(recorded, user, .time(.init(value: "10:00")))
                    #expect(try await updates.next()?.purchases == [edited])
                    let discarded = try await environment.edit(recorded, user, .duplicate(.discard))
                    #expect(discarded.state == .discarded)
                    #expect(try await updates.next()?.purchases == [discarded])
                    let restored = try await environment.undo(recorded, user).purchase
                    let sixth = try await updates.next()
                    #expect(sixth?.purchases == restored.map { [$0] })
                }
            }
        }
    }

    @Test("resumes with what has changed since, each purchase once, as it is")
    func resumed() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let known = try await environment.record(user)
            try await environment.withClient(of: user) { client in
                let start = try await update(client).cursor
                let added = try await environment.record(user) { $0.total = .cad(1) }
                for minute in 10..<20 {
                    try await environment.edit(known, user, .time(.init(value: "10:\(minute)")))
                }
                let present = try await environment.get(known.id, user)
                let missed = try await update(client, after: start)
                #expect(!missed.reset)
                #expect(missed.purchases.count == 2)
                #expect(missed.purchases.contains(present))
                #expect(missed.purchases.contains(added))
                let next = try await update(client, after: missed.cursor)
                #expect(!next.reset)
                #expect(next.purchases == [])
                // A cursor is valid as long as its client needs it.
                #expect(try await update(client, after: start).purchases.count == 2)
            }
        }
    }

    @Test("sends a duplicate again when the earlier purchase is discarded, since it is none then")
    func duplicate() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let first = try await environment.record(user)
            let second = try await environment.record(user)
            #expect(second.duplicateOf == first.id)
            try await environment.withClient(of: user) { client in
                let start = try await update(client).cursor
                try await environment.edit(first, user, .duplicate(.discard))
                let sent = try await update(client, after: start)
                #expect(Set(sent.purchases.map(\.id)) == [first.id, second.id])
                #expect(sent.purchases.first { $0.id == second.id }?.duplicateOf == "")
            }
        }
    }

    @Test("sends a purchase again when catalog has been asked")
    func matched() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            environment.catalog.outage = Status(.unavailable, "nobody there")
            let purchase = try await environment.record(user, unmatched: .init(store: true)) { $0.storeID = "" }
            #expect(purchase.awaitsMatching)
            try await environment.withClient(of: user) { client in
                let start = try await update(client).cursor
                environment.catalog.outage = nil
                let ids = (try #require(UUID(canonical: purchase.id)), try #require(UUID(canonical: user.id)))
                _ = try await environment.matcher.match(ids.0, of: ids.1)
                let sent = try await update(client, after: start).purchases
                #expect(sent == [try await environment.get(purchase.id, user)])
                #expect(sent.map(\.awaitsMatching) == [false])
            }
        }
    }

    @Test("sends many items in several updates, each of which can be resumed from")
    func large() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.withClient(of: user) { client in
                let start = try await update(client).cursor
                var recorded: Set<String> = []
                for number in 0..<3 {
                    let purchase = try await environment.record(user) { purchase in
                        purchase.total = .cad(Int64(number))
                        purchase.items = Array(repeating: purchase.items[0], count: 500)
                    }
                    recorded.insert(purchase.id)
                }
                let first = try await update(client, after: start)
                #expect(first.purchases.count == 2)
                let second = try await update(client, after: first.cursor)
                #expect(second.purchases.count == 1)
                #expect(Set((first.purchases + second.purchases).map(\.id)) == recorded)
                #expect(try await update(client, after: second.cursor).purchases == [])
            }
        }
    }

    @Test("says which purchases were removed")
    func removed() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user, unmatched: .init(store: true)) { $0.storeID = "" }
            try await environment.withClient(of: user) { client in
                let start = try await update(client).cursor
                let ids = (UUID(canonical: user.id), UUID(canonical: purchase.id))
                try await environment.owner.execute(
                    "DELETE FROM purchases WHERE user_id = \(ids.0) AND id = \(ids.1)"
                )
                let sent = try await update(client, after: start)
                #expect(sent.purchases == [])
                #expect(sent.removedIDs == [purchase.id])
            }
        }
    }
}
