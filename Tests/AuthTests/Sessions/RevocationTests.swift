import AuthMessages
import ConcurrencyTestSupport
import Foundation
import Foundations
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("The end of a session", .timeLimit(.minutes(5)))
struct RevocationTests {
    /// Runs a test while an instance's feed of changes runs.
    private func running(_ parts: AuthComponents, _ body: () async throws -> Void) async throws {
        let feed = Task { await parts.revocations.changes.run() }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        feed.cancel()
        await feed.value
        try outcome.get()
    }

    /// Records what an instance tells.
    private func follow(_ parts: AuthComponents, _ updates: Recorder<RevocationUpdate>) -> Task<Status?, Never> {
        Task {
            do {
                try await parts.revocations.follow { updates.record($0) }
                return nil
            } catch {
                return error as? Status
            }
        }
    }

    private func sessions(_ updates: [RevocationUpdate]) -> [String] {
        updates.flatMap(\.revocations).compactMap(\.session)
    }

    @Test("is told to the followers of every instance at once, and to later ones, whoever ended it and how")
    func told() async throws {
        try await withAuth { environment in
            let (here, there) = (environment.parts(), environment.parts())
            try await here.register()
            let (signedOut, reused) = (try await here.signIn(), try await here.signIn())
            try await running(there) {
                let updates = Recorder<RevocationUpdate>()
                let following = follow(there, updates)
                #expect(try await updates.wait(forCount: 1)[0] == RevocationUpdate(revocations: [], isComplete: true))
                try await here.signOut(signedOut.refreshToken)
                let first = try await updates.wait { !$0.flatMap(\.revocations).isEmpty }
                let revocation = try #require(first.flatMap(\.revocations).first)
                #expect(revocation.account == signedOut.accountID)
                #expect(revocation.reason == .sessionEnded)
                #expect(revocation.time == environment.clock.now)
                #expect(revocation.expiry == environment.clock.now + 660)

                _ = try await here.refresh(reused.refreshToken)
                _ = await status { try await here.refresh(reused.refreshToken) }
                let both = sessions(try await updates.wait { $0.flatMap(\.revocations).count == 2 })
                #expect(Set(both).count == 2)
                // The time stands still: all was told without waiting for the next sign of life.
                let later = Recorder<RevocationUpdate>()
                let restarted = follow(environment.parts(), later)
                #expect(sessions(try await later.wait(forCount: 1)) == both)
                for task in [following, restarted] {
                    task.cancel()
                    _ = await task.value
                }
            }
        }
    }

    @Test("is told again every second that there is nothing new, also without notifications of the database")
    func signsOfLife() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            let tokens = try await parts.signIn()
            let updates = Recorder<RevocationUpdate>()
            let following = follow(parts, updates)
            for count in 1...3 {
                try await updates.wait(forCount: count)
                if count == 2 { try await parts.signOut(tokens.refreshToken) }
                try await until("it waits") { environment.clock.sleeperCount == 1 }
                environment.clock.advance(by: 1)
            }
            #expect(sessions(updates.values).count == 1)
            following.cancel()
            _ = await following.value
        }
    }

    @Test("is found long after, among sessions that a service asks about")
    func found() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let account = try await parts.register()
            let over = try await parts.signIn()
            try await parts.signIn()
            try await parts.signOut(over.refreshToken)
            environment.clock.advance(by: 86_400)
            try await parts.deleteExpired()
            #expect(try await environment.count("revocations") == 0)
            let rows = try await environment.pool.query("SELECT id, ended_at IS NULL AS is_open FROM sessions")
            #expect(rows.count == 2)
            var ended: [Auth.SessionReference] = [.init(accountID: account.id, sessionID: UUID().canonical)]
            var asked = ended
            for row in rows {
                let session = Auth.SessionReference(accountID: account.id, sessionID: (try row["id"] as UUID).canonical)
                asked.append(session)
                if try !row.decode("is_open", as: Bool.self) { ended.append(session) }
                // Another account's.
                ended.append(.init(accountID: UUID().canonical, sessionID: session.sessionID))
                asked.append(ended[ended.count - 1])
            }
            let service = RevocationsService(log: parts.revocations, sessions: parts.sessions.sessions)
            let context = CallContext.test()
            let answer = try await service.findEndedSessions(.init(sessions: asked + asked), context: context)
            func names(_ sessions: [Auth.SessionReference]) -> [String] {
                sessions.map { "\($0.accountID) \($0.sessionID)" }.sorted()
            }
            #expect(names(answer.ended) == names(ended))

            let many = Array(repeating: asked[0], count: 1_001)
            let tooMany = await status { try await service.findEndedSessions(.init(sessions: many), context: context) }
            #expect(tooMany?.fieldViolations.map(\.field) == ["sessions"])
            let wrong = [asked[0], .init(accountID: "x", sessionID: "")]
            let refusal = await status { try await service.findEndedSessions(.init(sessions: wrong), context: context) }
            #expect(refusal?.fieldViolations.map(\.field) == ["sessions[1].account_id", "sessions[1].session_id"])
        }
    }

    @Test("is kept no longer than tokens can be valid")
    func expiry() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            try await parts.signOut(try await parts.signIn().refreshToken)
            environment.clock.advance(by: 659)
            try await parts.deleteExpired()
            #expect(try await environment.count("revocations") == 1)
            environment.clock.advance(by: 1)
            let updates = Recorder<RevocationUpdate>()
            let following = follow(parts, updates)
            #expect(sessions(try await updates.wait(forCount: 1)) == [])
            following.cancel()
            _ = await following.value
            try await parts.deleteExpired()
            #expect(try await environment.count("revocations") == 0)
        }
    }

    @Test("a stopping instance sends its followers to another one")
    func stopping() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let updates = Recorder<RevocationUpdate>()
            let following = follow(parts, updates)
            try await updates.wait(forCount: 1)
            parts.revocations.stop()
            #expect(await following.value?.reason == "RESTARTING")
        }
    }

    @Test("is told over RPC to services, and to nobody else")
    func overRPC() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            try await parts.signOut(try await parts.signIn().refreshToken)
            try await withServer(environment, parts) { channel in
                let client = Auth.RevocationsClient(channel: channel)
                let first = try await client.watchRevocations(.init()) { try await $0.next() }
                #expect(first?.isComplete == true)
                #expect(first?.revocations.count == 1)
                #expect(first?.revocations.first?.reason == .sessionEnded)
                #expect(first?.revocations.first?.sessionID.isEmpty == false)
            }
            try await withServer(environment, parts, as: "todo") { channel in
                let client = Auth.RevocationsClient(channel: channel)
                let refusal = await status { try await client.watchRevocations(.init()) { try await $0.next() } }
                #expect(refusal?.reason == "CALLER_NOT_ALLOWED")
            }
            #expect(Auth.RevocationsService.watchRevocations.access.admitsUsers == false)
        }
    }
}
