import LarderClient
import LarderClientTestSupport
import RPCTestSupport
import Testing

@Suite("Watching a list", .timeLimit(.minutes(5)))
struct WatchListTests {
    private let gone = Status(.unavailable, "Restarting.", retryDelay: .milliseconds(1))

    @Test("A rejected cursor is not retried")
    func malformed() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                gateway.state { $0.records.inboxWatches.calls = [([], .invalid([.init("cursor", "is no cursor")]))] }
                let status = await #expect(throws: Status.self) { try await client.watchInbox(after: "x") { _ in } }
                #expect(status?.code == .invalidArgument)
                #expect(gateway.state { $0.records.inboxWatches.cursors } == ["x"])
            }
        }
    }

    @Test("A broken watch of the inbox resumes after the last update")
    func inbox() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                gateway.state {
                    $0.records.inboxWatches.calls = [
                        ([.init(cursor: "a", reset: true), .init(cursor: "b")], gone), ([], gone),
                        ([.init(cursor: "c")], nil),
                    ]
                }
                let seen = Recorder<String>()
                try await client.watchInbox { seen.record($0.cursor) }
                #expect(seen.values == ["a", "b", "c"])
                #expect(gateway.state { $0.records.inboxWatches.cursors } == ["", "b", "b"])
            }
        }
    }

    @Test("A watch whose token is revoked meanwhile resumes after the last update with a renewed one")
    func revokedToken() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                // The call that is repeated with the renewed token has the former cursor: it is given up, perhaps unanswered.
                let revoked = Status(.unauthenticated, "Renew it.", reason: "TOKEN_EXPIRED")
                gateway.state {
                    $0.records.inboxWatches.calls = [
                        ([.init(cursor: "a")], revoked), ([.init(cursor: "b")], nil), ([.init(cursor: "b")], nil),
                    ]
                }
                let seen = Recorder<String>()
                try await client.watchInbox { seen.record($0.cursor) }
                #expect(seen.values == ["a", "b"])
                #expect(gateway.state { $0.records.inboxWatches.cursors.contains("a") })
            }
        }
    }

    @Test("Purchases, receipts and other lists are watched in the same way, also from an earlier cursor")
    func others() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                gateway.state {
                    $0.records.purchaseWatches.calls = [([.init(cursor: "b")], gone), ([.init(cursor: "c")], nil)]
                    $0.receipts.listWatches.calls = [([.init(cursor: "e")], gone), ([.init(cursor: "f")], nil)]
                    $0.records.recurringWatches.calls = [([.init(cursor: "h")], gone), ([.init(cursor: "i")], nil)]
                    $0.records.goalWatches.calls = [([.init(cursor: "k")], gone), ([.init(cursor: "l")], nil)]
                }
                let seen = Recorder<String>()
                try await client.watchPurchases(after: "a") { seen.record($0.cursor) }
                try await client.watchReceipts(after: "d") { seen.record($0.cursor) }
                try await client.watchRecurring(after: "g") { seen.record($0.cursor) }
                try await client.watchGoals(after: "j") { seen.record($0.cursor) }
                #expect(seen.values == ["b", "c", "e", "f", "h", "i", "k", "l"])
                #expect(gateway.state { $0.records.purchaseWatches.cursors } == ["a", "b"])
                #expect(gateway.state { $0.receipts.listWatches.cursors } == ["d", "e"])
                #expect(gateway.state { $0.records.recurringWatches.cursors } == ["g", "h"])
                #expect(gateway.state { $0.records.goalWatches.cursors } == ["j", "k"])
            }
        }
    }

    @Test("An update whose processing fails for lack of a service is received again")
    func repeated() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                gateway.state {
                    $0.records.inboxWatches.calls = [([.init(cursor: "a")], nil), ([.init(cursor: "a")], nil)]
                }
                let seen = Recorder<String>()
                try await client.watchInbox { update in
                    seen.record(update.cursor)
                    if seen.values.count == 1 { throw gone }
                }
                #expect(seen.values == ["a", "a"])
                #expect(gateway.state { $0.records.inboxWatches.cursors } == ["", ""])
            }
        }
    }

    @Test("A passed deadline is reported")
    func deadline() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                gateway.state { $0.records.inboxWatches.calls = Array(repeating: ([], gone), count: 100_000) }
                let status = await #expect(throws: Status.self) {
                    try await client.watchInbox(options: CallOptions(timeout: .milliseconds(300))) { _ in }
                }
                #expect(status?.code == .deadlineExceeded)
            }
        }
    }
}
