import AuthMessages
import Foundation
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("Cleaning up", .timeLimit(.minutes(5)))
struct CleanUpTests {
    private static let lifetime: TimeInterval = 30 * 86_400

    @Test("deletes spent tokens once they have expired, and the sessions of which nothing is left")
    func spent() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            var (used, left) = (try await parts.signIn(), try await parts.signIn())
            for _ in 0..<4 { left = try await parts.refresh(left.refreshToken) }
            for _ in 0..<5 { used = try await parts.refresh(used.refreshToken) }
            environment.clock.advance(by: Self.lifetime - 1)
            used = try await parts.refresh(used.refreshToken)
            environment.clock.advance(by: 2)
            // Eleven have expired, which takes several batches, of which the last is not full.
            try await parts.sessions.sessions.deleteExpired(before: environment.clock.now, batchSize: 3)
            #expect(try await environment.count("refresh_tokens") == 1)
            #expect(try await environment.count("sessions") == 1)
            #expect(await status { try await parts.refresh(left.refreshToken) }?.reason == "SESSION_ENDED")
            try await parts.refresh(used.refreshToken)
            // Neither one that is still good, nor one that was spent after it was.
            try await parts.deleteExpired()
            #expect(try await environment.count("refresh_tokens") == 2)
        }
    }

    @Test("finds expired tokens and emptied sessions among many others through indexes")
    func plans() async throws {
        try await withAuth { environment in
            let account = try #require(UUID(uuidString: try await environment.parts().register().id))
            let time = environment.clock.now
            try await environment.pool.pipeline([
                """
                INSERT INTO sessions (account_id, id, created_at) SELECT \(account), gen_random_uuid(), \(time)
                FROM generate_series(1, 2000)
                """,
                """
                INSERT INTO refresh_tokens (account_id, hash, session_id, created_at, spent_at, expires_at)
                SELECT account_id, sha256((id::text || number)::bytea), id, \(time), \(time),
                    \(time) + number * interval '1 hour'
                FROM sessions, generate_series(1, 50) AS number
                """,
            ])
            try await environment.owner.execute("ANALYZE sessions, refresh_tokens")
            let sessions = (0..<2_000).map { _ in UUID() }
            let accounts = sessions.map { _ in account }
            for deletion in [
                SessionStore.deletion(of: 2_000, before: time + 7_200),
                SessionStore.deletion(ofEmptied: sessions, of: accounts),
            ] {
                let lines: [String] = try await environment.pool.query("EXPLAIN \(deletion)").map {
                    try $0["QUERY PLAN"]
                }
                let plan = lines.joined(separator: "\n")
                #expect(!plan.contains("Seq Scan on refresh_tokens"), "\(plan)")
                #expect(plan.contains("using refresh_tokens_"), "\(plan)")
            }
        }
    }

    @Test("goes on after a kind that cannot be deleted, and names each of them")
    func failures() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            try await parts.signIn()
            let role = environment.pool.configuration.user
            try await environment.owner.execute(
                "REVOKE DELETE ON registrations, revocations FROM \(identifier: role)"
            )
            environment.clock.advance(by: Self.lifetime + 1)
            let failure = await #expect(throws: CleanUp.Failure.self) { try await parts.deleteExpired() }
            #expect(failure?.errors.map(\.name) == ["registrations", "revocations"])
            #expect(failure?.description.contains("permission denied for table revocations") == true)
            for table in ["refresh_tokens", "sessions", "account_mails"] {
                #expect(try await environment.count(table) == 0, "\(table)")
            }
        }
    }

    @Test("ends at once when it is cancelled")
    func cancelled() async throws {
        let task = Task {
            var wasRun = false
            withUnsafeCurrentTask { $0?.cancel() }
            await #expect(throws: CancellationError.self) {
                try await CleanUp(deletions: [
                    ("one", { try Task.checkCancellation() }), ("another", { wasRun = true }),
                ]).run()
            }
            return wasRun
        }
        #expect(await !task.value)
    }
}
