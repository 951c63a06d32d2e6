import AuthMessages
import ConcurrencyTestSupport
import Foundation
import Foundations
import FoundationsTestSupport
import NotificationsMessages
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("Securing an account by the link of a mail about a change", .timeLimit(.minutes(5)))
struct SecuringTests {
    private static let week: TimeInterval = 7 * 86_400

    /// Runs a test with a registered user, who is signed in.
    private func with(_ body: (MailedAuth, SignedIn) async throws -> Void) async throws {
        try await MailedAuth.with { auth in
            try await auth.parts.register()
            try await body(auth, try await auth.environment.signedIn(auth.parts))
        }
    }

    /// That nobody who was in is so any more, and the password opens nothing.
    private func expectSecured(_ auth: MailedAuth, _ sessions: SignedIn...) async throws {
        for session in sessions {
            #expect(
                await status { try await auth.parts.refresh(session.tokens.refreshToken) }?.reason == "SESSION_ENDED"
            )
        }
        #expect(await status { try await auth.parts.signIn() }?.reason == "WRONG_CREDENTIALS")
        #expect(try await auth.environment.count("factors") == 0)
        #expect(try await auth.environment.count("recovery_codes") == 0)
        // The owner goes on by mail.
        auth.environment.clock.advance(by: 301)
        _ = try await auth.parts.recovery.requestPasswordReset(.init(name: "Anna7"), context: .test())
        let reset = try await auth.deliver(.passwordReset)
        let (_, mail) = try auth.last { if case .passwordReset(let sent) = $0 { sent } else { nil } }
        #expect(mail.address == "anna@example.org")
        _ = try await auth.parts.recovery.resetPassword(
            .init(token: reset, newPassword: "battery-staple-8"),
            context: .test()
        )
        try await auth.parts.signIn("Anna7", "battery-staple-8")
    }

    @Test("is offered to the present address as soon as another one is asked for, and stops that")
    func stop() async throws {
        try await with { auth, anna in
            try await auth.change(to: "thief@example.org", by: anna)
            let going = try await auth.deliver(.emailChange)
            let stop = try await auth.deliver(.emailChangeRequested)
            let told = auth.mails.values.filter { if case .emailChangeRequested = $0.content { true } else { false } }
            #expect(told.map(\.address) == ["anna@example.org"])
            #expect(told.map(\.content) == [.emailChangeRequested(.init(username: "Anna7", token: stop, hours: 168))])
            #expect(try await auth.confirm(stop, password: "") == .init(username: "Anna7", purpose: .securing))
            #expect(await status { try await auth.confirm(going) }?.reason == "LINK_INVALID")
            #expect(try await auth.account(of: anna).newEmail.isEmpty)
            #expect(try await auth.environment.auditedActions().contains("secured"))
            try await expectSecured(auth, anna)
        }
    }

    @Test("brings the address back when the change was made before it is stopped")
    func late() async throws {
        try await with { auth, anna in
            try await auth.change(to: "thief@example.org", by: anna)
            let stop = try await auth.deliver(.emailChangeRequested)
            try await auth.confirm(try await auth.deliver(.emailChange))
            auth.environment.clock.advance(by: Self.week - 1)
            #expect(try await auth.confirm(stop).purpose == .securing)
            #expect(try await auth.account(of: anna).email == "anna@example.org")
            try await expectSecured(auth, anna)
        }
    }

    @Test("works for a week, once, and with a key again for a lost response")
    func limits() async throws {
        try await with { auth, anna in
            try await auth.change(to: "new@example.org", by: anna)
            let stop = try await auth.deliver(.emailChangeRequested)
            for wrong in ["", "x", changed(stop)] {
                #expect(await status { try await auth.confirm(wrong) }?.reason == "LINK_INVALID")
            }
            try await auth.confirm(stop, key: "key-number-1")
            try await auth.confirm(stop, key: "key-number-1")
            #expect(await status { try await auth.confirm(stop) }?.reason == "LINK_INVALID")
        }
        try await with { auth, anna in
            try await auth.change(to: "new@example.org", by: anna)
            let stop = try await auth.deliver(.emailChangeRequested)
            auth.environment.clock.advance(by: Self.week)
            #expect(await status { try await auth.confirm(stop) }?.reason == "LINK_EXPIRED")
            try await auth.parts.signIn()
        }
    }

    @Test("removes the factor that was added, with its codes, and ends the sign-ins that it is part of")
    func factor() async throws {
        try await with { auth, thief in
            let (environment, parts) = (auth.environment, auth.parts)
            let (app, _) = try await parts.addApp(environment, by: thief)
            let token = try await auth.deliver(.factorAdded)
            let (content, _) = try auth.last { if case .factorsChanged(let sent) = $0 { sent } else { nil } }
            #expect(content == .init(username: "Anna7", kind: "authenticator_app", token: token, hours: 168))
            let challenge = try await parts.challenge()
            let proof = try await parts.factors.beginProof(.init(), context: thief.context())
            let setup = try await parts.begin(.authenticatorApp, by: thief)
            try await auth.change(to: "thief@example.org", by: thief)
            let going = try await auth.deliver(.emailChange)
            #expect(try await auth.confirm(token).purpose == .securing)
            let code = app.code(environment)
            #expect(await parts.refusal(of: .code(code), to: challenge)?.reason == .challengeExpired)
            let request = Auth.ProveRequest(token: proof.token, proof: .answer(.init(answer: .code(code))))
            #expect(await status { try await parts.prove(request, by: thief) } != nil)
            let key = AuthenticatorKey(bytes: try Base32.decode(try #require(setup.authenticator).secret))
            let added = await parts.refusal(
                of: .code(AuthenticatorApp(key: key, id: "").code(environment)),
                to: setup,
                by: thief
            )
            #expect(added?.code == .unauthenticated)
            #expect(await status { try await auth.confirm(going) }?.reason == "LINK_INVALID")
            try await expectSecured(auth, thief)
        }
    }

    @Test("keeps the factors of before, also when one of them was removed")
    func formerFactors() async throws {
        try await with { auth, anna in
            let (environment, parts) = (auth.environment, auth.parts)
            let (app, codes) = try await parts.addApp(environment, by: anna)
            let (other, _) = try await parts.addApp(environment, by: anna)
            environment.clock.advance(by: Self.week)
            let thief = try await environment.provenSession(parts, codes[0])
            try await parts.remove(other.id, by: thief)
            let token = try await auth.deliver(.factorRemoved)
            try await auth.confirm(token)
            let left = try await environment.pool.query("SELECT id FROM factors").map { try $0["id"] as UUID }
            #expect(left.map(\.canonical) == [app.id])
            #expect(try await environment.count("recovery_codes") == 10)
        }
    }

    @Test("brings back the address that the mail went to, whatever a thief changed since, who cannot undo that")
    func thiefGoesOn() async throws {
        try await with { auth, thief in
            let (environment, parts) = (auth.environment, auth.parts)
            try await parts.addApp(environment, by: thief)
            let annas = try await auth.deliver(.factorAdded)
            environment.clock.advance(by: 1)
            try await auth.change(to: "thief@example.org", by: thief)
            let early = try await auth.deliver(.emailChangeRequested)
            try await auth.confirm(try await auth.deliver(.emailChange))
            environment.clock.advance(by: 61)
            try await auth.change(to: "thief2@example.org", by: thief)
            let thiefs = try await auth.deliver(.emailChangeRequested)
            #expect(thiefs != early)
            // The thief's own link takes none of the owner's away.
            environment.clock.advance(by: 1)
            try await auth.confirm(thiefs)
            #expect(try await auth.account(of: thief).email == "thief@example.org")
            try await auth.confirm(annas)
            #expect(try await auth.account(of: thief).email == "anna@example.org")
            // What went to the thief's address does nothing any more.
            let later = try await environment.pool.query(
                "SELECT 1 FROM account_mails WHERE used_at IS NULL AND kind = ANY(\(AccountMail.Kind.securing.map(\.rawValue)))"
            )
            #expect(later.isEmpty)
            try await expectSecured(auth, thief)
        }
    }

    @Test("takes all roles, each of which the audit log has")
    func roles() async throws {
        try await with { auth, anna in
            try await auth.parts.addApp(auth.environment, by: anna)
            let link = try await auth.deliver(.factorAdded)
            for role in [Auth.Role.operator, .moderator] {
                _ = try await auth.parts.roles.set(role, of: "Anna7", granted: true, by: nil)
            }
            try await auth.confirm(link)
            #expect(try await auth.environment.count("account_roles") == 0)
            let subjects: [String] = try await auth.environment.pool.query(
                "SELECT subject FROM audit_records WHERE action = 'role_withdrawn' AND actor_id IS NULL ORDER BY id"
            ).map { try $0["subject"] }
            #expect(subjects == ["moderator", "operator"])
        }
    }

    @Test("by two at once happens once")
    func concurrent() async throws {
        try await with { auth, anna in
            try await auth.change(to: "new@example.org", by: anna)
            let stop = try await auth.deliver(.emailChangeRequested)
            let outcomes = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<6 { group.addTask { (try? await auth.confirm(stop)) != nil } }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(outcomes == 1)
            #expect(try await auth.environment.auditedActions().count { $0 == "secured" } == 1)
        }
    }
}

extension AuthTestEnvironment {
    /// A session of Anna's by a recovery code.
    func provenSession(_ parts: AuthComponents, _ code: String) async throws -> SignedIn {
        let tokens = try await parts.complete(try await parts.challenge(), .code(code))
        let verifier = TokenVerifier(clock: clock) { try await parts.keys.store.verificationKeys() }
        return SignedIn(tokens: tokens, user: try await verifier.verify(tokens.accessToken))
    }
}
