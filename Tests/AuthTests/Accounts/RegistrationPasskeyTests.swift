import AuthMessages
import ConcurrencyTestSupport
import Foundation
import FoundationsTestSupport
import NotificationsMessages
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("Completing a registration by a passkey", .timeLimit(.minutes(5)))
struct RegistrationPasskeyTests {
    private static let lifetime: TimeInterval = 2 * 86_400

    /// Auth of an installation that takes passkeys, and a registration that waits.
    private func with(
        _ body: (MailedAuth, Auth.Account, SoftwareAuthenticator) async throws -> Void
    ) async throws {
        let relyingParty = try RelyingParty(id: "localhost", origins: ["http://localhost:7450"])
        try await MailedAuth.with(relyingParty: relyingParty) { auth in
            try await body(auth, try await auth.register(), try SoftwareAuthenticator())
        }
    }

    private func begin(_ auth: MailedAuth, _ token: String) async throws -> Auth.FactorSetup {
        try await auth.parts.accounts.beginRegistrationPasskey(.init(registrationToken: token), context: .test())
    }

    private func complete(
        _ auth: MailedAuth,
        _ token: String,
        _ setup: Auth.FactorSetup,
        _ passkey: Auth.PasskeyRegistration?,
        named name: String = "My phone"
    ) async throws -> Auth.AddFactorResponse {
        let request = Auth.CompleteRegistrationRequest(
            registrationToken: token,
            token: setup.token,
            name: name,
            passkey: passkey
        )
        return try await auth.parts.accounts.completeRegistration(request, context: .test())
    }

    @Test("is refused without the token of the registration, a genuine passkey and a name, and stores nothing")
    func refused() async throws {
        try await with { auth, account, authenticator in
            let other = try await auth.register(.test(username: "Ben", email: "ben@example.org"))
            let mailed = try await auth.deliver(.emailVerification)
            for token in ["", "x", account.id, mailed, String(account.registrationToken.dropLast(4)) + "AAAA"] {
                let refusal = await status { try await begin(auth, token) }
                #expect(refusal?.code == .failedPrecondition && refusal?.reason == "REGISTRATION_OVER", "\(token)")
            }
            let setup = try await begin(auth, account.registrationToken)
            let (_, genuine) = try authenticator.create(try #require(setup.passkey))
            let stolen = await status { try await complete(auth, other.registrationToken, setup, genuine) }
            #expect(stolen?.reason == .challengeExpired)
            let unnamed = await status {
                try await complete(auth, account.registrationToken, setup, genuine, named: "")
            }
            #expect(unnamed?.fieldViolations.map(\.field) == ["name"])
            let (_, elsewhere) = try authenticator.create(
                try #require(setup.passkey),
                .init(origin: "https://evil.example.org")
            )
            for wrong in [nil, .init(), elsewhere] {
                let refusal = await status { try await complete(auth, account.registrationToken, setup, wrong) }
                #expect(refusal?.code == .invalidArgument && refusal?.reason == .wrongFactor)
            }
            #expect(try await auth.environment.count("factors") == 0)
            #expect(try await auth.state(of: account).state != .verified)
            #expect(await status { try await auth.parts.signIn() }?.reason != nil)
        }
    }

    @Test("is not possible where the installation takes no passkeys")
    func notConfigured() async throws {
        try await MailedAuth.with { auth in
            let account = try await auth.register()
            let refusal = await status { try await begin(auth, account.registrationToken) }
            #expect(refusal?.code == .failedPrecondition && refusal?.reason == "NOT_CONFIGURED")
        }
    }

    @Test("completes it for good: the account does not expire, and is signed in to")
    func completed() async throws {
        try await with { auth, account, authenticator in
            let setup = try await begin(auth, account.registrationToken)
            let options = try #require(setup.passkey)
            #expect(options.username == "Anna7" && options.relyingPartyID == "localhost")
            let (credential, registration) = try authenticator.create(options)
            let response = try await complete(auth, account.registrationToken, setup, registration)
            #expect(response.factor?.name == "My phone" && response.recoveryCodes.count == 10)
            #expect(try await auth.state(of: account).state == .verified)
            auth.environment.clock.advance(by: Self.lifetime + 1)
            #expect(try await auth.parts.registrations.eraseExpired() == 0)
            let challenge = try await auth.parts.challenge()
            #expect(challenge.kinds == [.passkey, .recoveryCode])
            try await auth.parts.complete(challenge, .code(response.recoveryCodes[0]))
            let alone = try await auth.parts.sessions.beginPasskeySignIn(.init(), context: .test())
            let assertion = try authenticator.sign(try #require(alone.passkey), with: credential)
            #expect(try await auth.parts.complete(alone, .passkey(assertion)).username == "Anna7")
            // Once.
            #expect(await status { try await begin(auth, account.registrationToken) }?.reason == "REGISTRATION_OVER")
            let actions = try await auth.environment.auditedActions()
            #expect(actions.contains("registration_completed") && !actions.contains("email_verified"))
        }
    }

    @Test("is too late after 48 hours, also when it began before, and once the address is confirmed")
    func late() async throws {
        try await with { auth, account, authenticator in
            auth.environment.clock.advance(by: Self.lifetime - 1)
            let setup = try await begin(auth, account.registrationToken)
            let (_, registration) = try authenticator.create(try #require(setup.passkey))
            auth.environment.clock.advance(by: 1)
            let refusal = await status { try await complete(auth, account.registrationToken, setup, registration) }
            #expect(refusal?.reason == "REGISTRATION_OVER")
            #expect(await status { try await begin(auth, account.registrationToken) } == refusal)
            #expect(try await auth.parts.registrations.eraseExpired() == 1)
        }
        try await with { auth, account, authenticator in
            let setup = try await begin(auth, account.registrationToken)
            let (_, registration) = try authenticator.create(try #require(setup.passkey))
            try await auth.confirm(try await auth.deliver(.emailVerification))
            let refusal = await status { try await complete(auth, account.registrationToken, setup, registration) }
            #expect(refusal?.reason == "REGISTRATION_OVER")
            #expect(try await auth.environment.count("factors") == 0)
        }
    }

    @Test("leaves the address unconfirmed: no mails, no recovery, no codes, and nobody is kept from it")
    func unconfirmed() async throws {
        try await with { auth, account, authenticator in
            let (environment, parts) = (auth.environment, auth.parts)
            let setup = try await begin(auth, account.registrationToken)
            let (_, registration) = try authenticator.create(try #require(setup.passkey))
            let codes = try await complete(auth, account.registrationToken, setup, registration).recoveryCodes
            let anna = try await environment.provenSession(parts, codes[0])
            #expect(try await !auth.account(of: anna).emailVerified)
            #expect(try await parts.accounts.store.contact(of: try #require(UUID(uuidString: account.id)))?.email == "")
            #expect(try await !parts.list(of: anna).available.contains(.emailCode))
            let code = await parts.refusal(of: .emailCode, by: anna)
            #expect(code?.code == .failedPrecondition && code?.reason == "EMAIL_UNVERIFIED")
            for name in ["Anna7", "anna@example.org"] {
                environment.clock.advance(by: 301)
                _ = try await parts.recovery.requestPasswordReset(.init(name: name), context: .test())
            }
            try await parts.prove(anna, codes[1])
            try await auth.change(to: "new@example.org", by: anna)
            try await parts.addApp(environment, by: anna)
            for _ in 0..<7 { _ = await status { try await parts.signIn("Anna7", "wrong-horse-7") } }
            while try await parts.mailer.worker.runOnce() > 0 {}
            // Nothing that says or opens anything but links that prove an address.
            #expect(
                auth.mails.values.allSatisfy { mail in
                    switch mail.content {
                    case .verifyEmail: mail.address == "anna@example.org"
                    case .confirmEmail: mail.address == "new@example.org"
                    default: false
                    }
                }
            )
            #expect(auth.mails.count == 2)
            // Its owner registers with it.
            let owner = try await auth.register(.test(username: "Owner"))
            let link = try await auth.deliver(.emailVerification)
            try await auth.confirm(link, password: "", registration: owner.registrationToken)
            try await parts.signIn("anna@example.org")
        }
    }

    @Test("is followed by a confirmation with the password or the session, not with the registration's token any more")
    func confirmedLater() async throws {
        try await with { auth, account, authenticator in
            let (environment, parts) = (auth.environment, auth.parts)
            let setup = try await begin(auth, account.registrationToken)
            let (_, registration) = try authenticator.create(try #require(setup.passkey))
            let codes = try await complete(auth, account.registrationToken, setup, registration).recoveryCodes
            environment.clock.advance(by: 10 * 86_400)
            try await auth.resend("Anna7")
            let link = try await auth.deliver(.emailVerification)
            let token = await status {
                try await auth.confirm(link, password: "", registration: account.registrationToken)
            }
            #expect(token?.reason == "PASSWORD_REQUIRED")
            let anna = try await environment.provenSession(parts, codes[0])
            #expect(try await auth.confirmOwn(link, by: anna).purpose == .registration)
            #expect(try await auth.account(of: anna).emailVerified)
            #expect(try await parts.list(of: anna).available.contains(.emailCode))
            _ = try await parts.recovery.requestPasswordReset(.init(name: "anna@example.org"), context: .test())
            _ = try await auth.deliver(.passwordReset)
            #expect(auth.addresses { if case .passwordReset = $0 { true } else { false } }.count == 1)
        }
    }

    @Test("keeps an unconfirmed address from being told, or given a link, when another one replaces it")
    func replaced() async throws {
        try await with { auth, account, authenticator in
            let setup = try await begin(auth, account.registrationToken)
            let (_, registration) = try authenticator.create(try #require(setup.passkey))
            let codes = try await complete(auth, account.registrationToken, setup, registration).recoveryCodes
            let stale = try await auth.deliver(.emailVerification)
            let anna = try await auth.environment.provenSession(auth.parts, codes[0])
            try await auth.change(to: "new@example.org", by: anna)
            try await auth.confirmOwn(try await auth.deliver(.emailChange), by: anna)
            while try await auth.parts.mailer.worker.runOnce() > 0 {}
            #expect(auth.mails.values.filter { $0.address == "anna@example.org" }.count == 1)
            #expect(try await auth.account(of: anna).emailVerified)
            // The link to the former one does not bring it back.
            #expect(await status { try await auth.confirm(stale) }?.reason == "LINK_INVALID")
            #expect(try await auth.account(of: anna).email == "new@example.org")
        }
    }
}

extension AuthComponents {
    /// Proves by a code that its owner uses a session.
    func prove(_ caller: SignedIn, _ code: String) async throws {
        let proof = try await factors.beginProof(.init(), context: caller.context())
        try await prove(.init(token: proof.token, proof: .answer(.init(answer: .code(code)))), by: caller)
    }
}
