import FoundationsTestSupport
import NIOCore
import Postgres
import PostgresTestSupport
import RPC
import RPCStubs
import RPCTestSupport
import RPCValues
import Testing

@testable import ServiceKit

@Suite("Statements of a call in the database", .timeLimit(.minutes(5)))
struct DatabaseDeadlineTests {
    private struct Sleeper: RPCMessages.HealthProvider {
        let pool: PostgresPool
        let ended: RPCTestSupport.Recorder<String>

        func checkHealth(
            _ request: RPCMessages.CheckHealthRequest,
            context: CallContext
        ) async throws -> RPCMessages.CheckHealthResponse {
            do {
                try await pool.execute("SELECT pg_sleep(600)")
                ended.record("done")
            } catch {
                ended.record("\(type(of: error))")
                throw error
            }
            return .init()
        }

        func watchHealth(
            _ request: RPCMessages.CheckHealthRequest,
            responses: MessageWriter<RPCMessages.CheckHealthResponse>,
            context: CallContext
        ) async throws {}

        func listHealth(
            _ request: RPCMessages.ListHealthRequest,
            context: CallContext
        ) async throws -> RPCMessages.ListHealthResponse { .init() }
    }

    /// Statements that sleep on the server now.
    private func sleeping(_ pool: PostgresPool) async throws -> Int {
        try await pool.query(
            """
            SELECT count(*) AS count FROM pg_stat_activity
            WHERE datname = current_database() AND query LIKE '%pg_sleep(600)%' AND pid <> pg_backend_pid()
              AND state = 'active'
            """
        )[0]["count"]
    }

    private func withCall(_ end: (InProcessPeers, PostgresPool, Task<Status?, Never>) async throws -> Void) async throws
    {
        try await TestDatabase.withPool { pool in
            let ended = RPCTestSupport.Recorder<String>()
            let peers = InProcessPeers(Sleeper(pool: pool, ended: ended).handlers)
            let call = Task {
                do {
                    _ = try await RPCMessages.HealthClient(channel: peers.channel)
                        .checkHealth(.init(), options: CallOptions(timeout: .seconds(20)))
                    return nil as Status?
                } catch {
                    return error as? Status
                }
            }
            try await until("the statement runs") { try await sleeping(pool) == 1 }
            try await end(peers, pool, call)
            try await ended.wait(forCount: 1)
            #expect(ended.values == ["CancellationError"])
            try await until("the statement has ended") { try await sleeping(pool) == 0 }
            await peers.stop()
        }
    }

    @Test("end in the server at the call's deadline")
    func deadline() async throws {
        try await withCall { peers, _, call in
            try await peers.clock.advance(by: .seconds(21))
            #expect(await call.outcome?.code == .deadlineExceeded)
        }
    }

    @Test("end in the server when the caller gives up")
    func cancellation() async throws {
        try await withCall { _, _, call in
            call.cancel()
            _ = await call.outcome
        }
    }
}
