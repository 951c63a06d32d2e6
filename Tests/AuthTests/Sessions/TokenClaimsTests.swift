import AuthMessages
import Foundation
import Foundations
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("What an access token says of its account", .timeLimit(.minutes(5)))
struct TokenClaimsTests {
    private func user(_ tokens: Auth.SessionTokens, _ parts: AuthComponents, _ clock: ManualWallClock) async throws
        -> VerifiedUser
    {
        try await TokenVerifier(clock: clock) { try await parts.keys.store.verificationKeys() }
            .verify(tokens.accessToken)
    }

    private func set(_ kind: Auth.ConsentKind, _ given: Bool, of account: String, _ parts: AuthComponents) async throws
    {
        _ = try await parts.consents.setConsent(.init(kind: kind, given: given), context: .test(user: account))
    }

    /// The revocations in force.
    private func revocations(_ environment: AuthTestEnvironment) async throws -> Revocations {
        let rows = try await environment.pool.query(
            "SELECT account_id, reason, revoked_at, expires_at FROM revocations"
        )
        let known = Revocations(clock: environment.clock)
        let all = try rows.map { row in
            Revocation(
                account: (try row["account_id"] as UUID).canonical,
                session: nil,
                reason: Revocation.Reason(rawValue: try row["reason"]) ?? .sessionEnded,
                time: try row["revoked_at"],
                expiry: try row["expires_at"]
            )
        }
        known.receive(RevocationUpdate(revocations: all, isComplete: true))
        return known
    }

    @Test("are the consents that are given when it is issued, by signing in or renewing")
    func consents() async throws {
        try await withAuth { environment in
            let (parts, clock) = (environment.parts(), environment.clock)
            let account = try await parts.register().id
            let other = try await parts.register(.test(username: "Berta8", email: "berta@example.org")).id
            try await set(.location, true, of: other, parts)
            var tokens = try await parts.signIn()
            #expect(try await user(tokens, parts, clock).consents == [])
            for kind in [Auth.ConsentKind.healthData, .learningFromPhotos] {
                try await set(kind, true, of: account, parts)
            }
            tokens = try await parts.refresh(tokens.refreshToken)
            #expect(try await user(tokens, parts, clock).consents == [.healthData, .learningFromPhotos])
            try await set(.healthData, false, of: account, parts)
            #expect(try await user(try await parts.signIn(), parts, clock).consents == [.learningFromPhotos])
        }
    }

    @Test("are outdated by a withdrawn consent, in any session, and no longer after a renewal in the same second")
    func outdated() async throws {
        try await withAuth { environment in
            let (parts, clock) = (environment.parts(), environment.clock)
            let account = try await parts.register().id
            var tokens = try await parts.signIn()
            for given in [true, false, true, false] {
                let elsewhere = try await parts.signIn()
                clock.advance(by: 0.1)
                try await set(.location, given, of: account, parts)
                let revocations = try await revocations(environment)
                for tokens in [tokens, elsewhere] {
                    let refusal = revocations.refusal(of: try await user(tokens, parts, clock))
                    #expect(refusal?.reason == (given ? nil : "TOKEN_EXPIRED"))
                }
                clock.advance(by: 0.1)
                tokens = try await parts.refresh(tokens.refreshToken)
                let renewed = try await user(tokens, parts, clock)
                #expect(revocations.refusal(of: renewed) == nil)
                #expect(renewed.consents == (given ? [.location] : []))
                #expect(renewed.tokenTime.timeIntervalSince(clock.now) <= 3)
            }
            let count = try await environment.count("revocations")
            try await set(.location, false, of: account, parts)
            #expect(try await environment.count("revocations") == count, "nothing has changed")
        }
    }

    @Test("cannot change between reading them and issuing the token: a change waits, and outdates that token, too")
    func concurrentChange() async throws {
        try await withAuth { environment in
            let (parts, clock) = (environment.parts(), environment.clock)
            let account = try #require(UUID(canonical: try await parts.register().id))
            try await set(.location, true, of: account.canonical, parts)
            let (issued, change) = try await environment.pool.transaction { connection in
                let claims = try await TokenClaims(
                    of: account,
                    in: UUID(),
                    terms: "1",
                    at: clock.now,
                    in: connection
                )
                let change = Task { try await set(.location, false, of: account.canonical, parts) }
                try await until("the change waits") {
                    let waiting = "SELECT count(*) AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
                    return try await environment.owner.query("\(unsafe: waiting)")[0]["count"] as Int == 1
                }
                clock.advance(by: 5)
                return (claims, change)
            }
            try await change.value
            #expect(issued.consents == [.location])
            let late = VerifiedUser(id: account.canonical, username: "", tokenTime: issued.issuedAt + 5)
            #expect(try await revocations(environment).refusal(of: late) != nil)
        }
    }
}
