import AuthMessages
import CommonMessages
import Foundation
import Foundations
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("A user's own sessions", .timeLimit(.minutes(5)))
struct OwnSessionsTests {
    /// Runs a test with Anna on a laptop and a phone, and Ben on a phone of his.
    private func withSessions(
        _ body: (AuthTestEnvironment, AuthComponents, _ laptop: SignedIn, _ phone: SignedIn, _ ben: SignedIn)
            async throws
            -> Void
    ) async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            try await parts.register(.test(username: "Ben", email: "ben@example.org"))
            let laptop = try await environment.signedIn(parts, device: "Laptop")
            environment.clock.advance(by: 60)
            let phone = try await environment.signedIn(parts, device: "Anna’s phone")
            try await body(environment, parts, laptop, phone, try await environment.signedIn(parts, "Ben"))
        }
    }

    private func isEnded(_ session: SignedIn, _ parts: AuthComponents) async -> Bool {
        do {
            _ = try await parts.refresh(session.tokens.refreshToken)
            return false
        } catch { return (error as? Status)?.reason == "SESSION_ENDED" }
    }

    @Test("are listed with device, time of signing in and of the latest renewal, latest use first")
    func list() async throws {
        try await withSessions { environment, parts, laptop, phone, _ in
            let start = environment.clock.now
            var sessions = try await parts.list(by: laptop).sessions
            #expect(sessions.map(\.id) == [phone.session, laptop.session])
            #expect(sessions.map(\.device) == ["Anna’s phone", "Laptop"])
            #expect(sessions.map { $0.signedInAt?.date } == [start, start - 60])
            #expect(sessions.map { $0.lastUsedAt?.date } == [start, start - 60])
            #expect(sessions.map(\.isCurrent) == [false, true])

            environment.clock.advance(by: 600)
            let renewed = try await parts.refresh(laptop.tokens.refreshToken, key: "key-number-1")
            sessions = try await parts.list(by: phone).sessions
            #expect(sessions.map(\.id) == [laptop.session, phone.session])
            #expect(sessions.map { $0.lastUsedAt?.date } == [start + 600, start])
            #expect(sessions.map { $0.signedInAt?.date } == [start - 60, start])
            #expect(sessions.map(\.isCurrent) == [false, true])

            environment.clock.advance(by: 60)
            let repeated = try await parts.refresh(laptop.tokens.refreshToken, key: "key-number-1")
            #expect(repeated.refreshToken == renewed.refreshToken)
            #expect(try await parts.list(by: phone).sessions.first?.lastUsedAt?.date == start + 660)
        }
    }

    @Test("are listed page by page")
    func pages() async throws {
        try await withSessions { environment, parts, laptop, phone, _ in
            environment.clock.advance(by: 1)
            // At the same time.
            let more = [try await environment.signedIn(parts), try await environment.signedIn(parts)]
            var pages = [try await parts.list(by: laptop, page: .init(size: 1))]
            while let token = pages.last?.nextPageToken, !token.isEmpty {
                pages.append(try await parts.list(by: laptop, page: .init(size: 1, token: token)))
            }
            #expect(pages.allSatisfy { $0.sessions.count == 1 })
            let found = pages.flatMap(\.sessions).map(\.id)
            #expect(found == more.map(\.session).sorted(by: >) + [phone.session, laptop.session])
            for page in [Common.PageRequest(size: 201), .init(token: "x")] {
                #expect(await status { try await parts.list(by: laptop, page: page) }?.code == .invalidArgument)
            }
        }
    }

    @Test("are listed neither when they have ended nor when they can no longer be renewed")
    func inactive() async throws {
        try await withSessions { environment, parts, laptop, phone, _ in
            environment.clock.advance(by: 86_400)
            _ = try await parts.refresh(laptop.tokens.refreshToken)
            let signedOut = try await environment.signedIn(parts)
            try await parts.signOut(signedOut.tokens.refreshToken)
            #expect(try await parts.list(by: laptop).sessions.count == 2)
            // The phone's token lived for 30 days.
            environment.clock.advance(by: 29 * 86_400)
            #expect(try await parts.list(by: laptop).sessions.map(\.id) == [laptop.session])
        }
    }

    @Test("are ended by their owner, whoever holds their tokens, and stay so")
    func end() async throws {
        try await withSessions { environment, parts, laptop, phone, ben in
            for _ in 0..<2 { try await parts.end(phone.session.uppercased(), by: laptop) }
            #expect(await isEnded(phone, parts))
            #expect(try await parts.list(by: laptop).sessions.map(\.id) == [laptop.session])
            let rows = try await environment.pool.query(
                "SELECT id, end_reason, ended_at FROM sessions WHERE ended_at IS NOT NULL"
            )
            #expect(try rows.map { (try $0["id"] as UUID).canonical } == [phone.session])
            #expect(try rows.map { try $0["end_reason"] } == ["session_ended"])
            let records = try await environment.pool.query(
                "SELECT session_id FROM audit_records WHERE action = 'session_ended'"
            )
            #expect(try records.map { (try $0["session_id"] as UUID).canonical } == [phone.session])
            let revocations = try await environment.pool.query("SELECT session_id, reason FROM revocations")
            #expect(try revocations.map { (try $0["session_id"] as UUID).canonical } == [phone.session])
            #expect(try revocations.map { try $0["reason"] } == ["session_ended"])
            #expect(await !isEnded(laptop, parts))
            #expect(await !isEnded(ben, parts))
        }
    }

    @Test("the one that calls can be ended, too")
    func endOwn() async throws {
        try await withSessions { _, parts, laptop, phone, _ in
            try await parts.end(laptop.session, by: laptop)
            #expect(await isEnded(laptop, parts))
            #expect(await !isEnded(phone, parts))
        }
    }

    @Test("another's session is as unknown as none, and is not ended")
    func another() async throws {
        try await withSessions { environment, parts, laptop, _, ben async throws in
            let another = await status { try await parts.end(ben.session, by: laptop) }
            #expect(another?.code == .notFound)
            #expect(await status { try await parts.end(UUID().canonical, by: laptop) } == another)
            for id in ["", "x", ben.session + "0", "' OR true --"] {
                let malformed = await status { try await parts.end(id, by: laptop) }
                #expect(malformed?.code == .invalidArgument)
                #expect(malformed?.fieldViolations.map(\.field) == ["session_id"])
            }
            #expect(try await parts.list(by: ben).sessions.map(\.id) == [ben.session])
            #expect(await !isEnded(ben, parts))
            #expect(try await !environment.auditedActions().contains("session_ended"))
        }
    }

    @Test("all others end at once, and only one's own")
    func endOthers() async throws {
        try await withSessions { environment, parts, laptop, phone, ben in
            let tablet = try await environment.signedIn(parts)
            #expect(try await parts.endOthers(by: laptop) == 2)
            #expect(try await parts.endOthers(by: laptop) == 0)
            #expect(await isEnded(phone, parts))
            #expect(await isEnded(tablet, parts))
            #expect(await !isEnded(laptop, parts))
            #expect(await !isEnded(ben, parts))
            #expect(try await environment.auditedActions().count { $0 == "session_ended" } == 2)
            #expect(try await environment.count("revocations") == 2)
        }
    }

    @Test("end nothing once they have ended themselves, though their tokens have not expired")
    func afterEnd() async throws {
        try await withSessions { _, parts, laptop, phone, _ in
            try await parts.end(phone.session, by: laptop)
            #expect(await status { try await parts.endOthers(by: phone) }?.reason == "SESSION_ENDED")
            #expect(await status { try await parts.end(laptop.session, by: phone) }?.reason == "SESSION_ENDED")
            #expect(await status { try await parts.changePassword(by: phone) }?.reason == "SESSION_ENDED")
            #expect(await !isEnded(laptop, parts))
            try await parts.signIn()
        }
    }

    @Test("that end each other at the same time leave one, at several instances")
    func concurrent() async throws {
        try await withSessions { environment, parts, laptop, phone, _ in
            let instances = [parts, environment.parts()]
            let callers = [laptop, phone, try await environment.signedIn(parts), try await environment.signedIn(parts)]
            await withTaskGroup(of: Void.self) { group in
                for (index, caller) in callers.enumerated() {
                    group.addTask { _ = try? await instances[index % 2].endOthers(by: caller) }
                }
            }
            var outcomes: [Bool] = []
            for caller in callers { outcomes.append(await isEnded(caller, parts)) }
            #expect(outcomes.count { !$0 } == 1)
            #expect(try await environment.auditedActions().count { $0 == "session_ended" } == 3)
        }
    }

    @Test("do not end when that cannot be recorded")
    func noAudit() async throws {
        try await withSessions { environment, parts, laptop, phone, _ in
            try await environment.owner.execute(
                "ALTER TABLE audit_records ADD CONSTRAINT full_disk CHECK (false) NOT VALID"
            )
            await #expect(throws: PostgresError.self) { try await parts.end(phone.session, by: laptop) }
            await #expect(throws: PostgresError.self) { try await parts.endOthers(by: laptop) }
            #expect(await !isEnded(phone, parts))
        }
    }

    @Test("are for their user alone, over RPC")
    func access() async throws {
        try await withSessions { environment, parts, laptop, phone, _ in
            try await withServer(environment, parts) { channel in
                let client = Auth.SessionsClient(channel: channel)
                #expect(await status { try await client.listSessions(.init()) }?.reason == "SIGN_IN_REQUIRED")
                #expect(await status { try await client.endOtherSessions(.init()) }?.reason == "SIGN_IN_REQUIRED")
                let request = Auth.EndSessionRequest(sessionID: phone.session)
                #expect(await status { try await client.endSession(request) }?.reason == "SIGN_IN_REQUIRED")
                let options = CallOptions(accessToken: laptop.tokens.accessToken)
                _ = try await client.endSession(request, options: options)
                let sessions = try await client.listSessions(.init(), options: options).sessions
                #expect(sessions.map(\.device) == ["Laptop"])
                #expect(sessions.map(\.isCurrent) == [true])
            }
        }
    }
}
