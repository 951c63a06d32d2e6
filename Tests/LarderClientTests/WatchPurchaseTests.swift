import LarderClient
import LarderClientTestSupport
import RPCTestSupport
import Testing

@Suite("Watching a purchase", .timeLimit(.minutes(5)))
struct WatchPurchaseTests {
    private let id = TestGateway.UserRecords.purchaseID
    private let gone = Status(.unavailable, "Restarting.", retryDelay: .milliseconds(1))

    @Test("A nonexistent purchase is not retried")
    func notFound() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                let status = await #expect(throws: Status.self) { try await client.watchPurchase("other") { _ in } }
                #expect(status?.code == .notFound)
            }
        }
    }

    @Test("A broken watch resumes after the last update")
    func takenUp() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                gateway.state { state in
                    state.records.steps = [.init(version: 2), .init(version: 3)]
                    state.records.watchFailures = [gone, gone]
                }
                let seen = Recorder<Int64>()
                try await client.watchPurchase(id) { update in
                    seen.record(update.step?.version ?? 0)
                    // The purchase is changed while the service is away.
                    if update.step?.version == 3 { gateway.state { $0.records.steps.append(.init(version: 4)) } }
                }
                #expect(seen.values == [0, 2, 3, 4])
                #expect(gateway.state { $0.records.watchedAfter } == [0, 3, 4])
            }
        }
    }

    @Test("A watch whose token is revoked meanwhile resumes after the last update with a renewed one")
    func revokedToken() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                gateway.state { state in
                    state.records.steps = [.init(version: 2)]
                    state.records.watchFailures = [Status(.unauthenticated, "Renew it.", reason: "TOKEN_EXPIRED")]
                }
                let seen = Recorder<Int64>()
                try await client.watchPurchase(id) { update in
                    seen.record(update.step?.version ?? 0)
                    if update.step?.version == 2 { gateway.state { $0.records.steps.append(.init(version: 3)) } }
                }
                #expect(seen.values == [0, 2, 3])
                #expect(gateway.state { $0.records.watchedAfter.last } == 2)
            }
        }
    }

    @Test("A passed deadline is reported")
    func deadline() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                gateway.state { $0.records.watchFailures = Array(repeating: gone, count: 100_000) }
                let status = await #expect(throws: Status.self) {
                    try await client.watchPurchase(id, options: CallOptions(timeout: .milliseconds(300))) { _ in }
                }
                #expect(status?.code == .deadlineExceeded)
            }
        }
    }
}
