import AuthMessages
import Foundation
import FoundationsTestSupport
import NotificationsMessages
import Postgres
import RPC
import Testing

@testable import larder_auth

/// An authenticator app in the hand of its owner.
struct AuthenticatorApp: Sendable {
    let key: AuthenticatorKey
    let id: String

    /// The code that it shows.
    func code(_ environment: AuthTestEnvironment, steps: Int64 = 0) -> String {
        key.code(step: AuthenticatorKey.step(at: environment.clock.now) + steps)
    }
}

extension AuthComponents {
    func begin(_ kind: Auth.FactorKind, by caller: SignedIn) async throws -> Auth.FactorSetup {
        try await factors.beginFactor(.init(kind: kind), context: caller.context())
    }

    @discardableResult
    func add(
        _ setup: Auth.FactorSetup,
        _ answer: Auth.AddFactorRequest.Answer?,
        named name: String = "My phone",
        by caller: SignedIn
    ) async throws -> Auth.AddFactorResponse {
        try await factors.addFactor(
            .init(token: setup.token, name: name, answer: answer),
            context: caller.context()
        )
    }

    /// Adds an authenticator app; the next code that it shows counts.
    @discardableResult
    func addApp(
        _ environment: AuthTestEnvironment,
        by caller: SignedIn
    ) async throws -> (app: AuthenticatorApp, codes: [String]) {
        let setup = try await begin(.authenticatorApp, by: caller)
        let key = AuthenticatorKey(bytes: try Base32.decode(try #require(setup.authenticator).secret))
        let code = AuthenticatorApp(key: key, id: "").code(environment)
        let added = try await add(setup, .code(code), by: caller)
        environment.clock.advance(by: AuthenticatorKey.period)
        return (AuthenticatorApp(key: key, id: try #require(added.factor).id), added.recoveryCodes)
    }

    /// Adds codes by e-mail.
    func addMailCode(_ environment: AuthTestEnvironment, by caller: SignedIn) async throws {
        let setup = try await begin(.emailCode, by: caller)
        try await add(setup, .code(try await latestMailCode(environment)), named: "Mailbox", by: caller)
    }

    /// Asks for a code by e-mail to sign in with.
    func mailedCode(_ environment: AuthTestEnvironment, for challenge: Auth.FactorChallenge) async throws -> String {
        _ = try await sessions.sendSignInCode(.init(token: challenge.token), context: .test())
        return try await latestMailCode(environment)
    }

    /// The code that was mailed last.
    private func latestMailCode(_ environment: AuthTestEnvironment) async throws -> String {
        let rows = try await environment.pool.query(
            "SELECT mail_id FROM challenges WHERE mail_id IS NOT NULL ORDER BY mailed_at DESC LIMIT 1"
        )
        let mail: UUID = try #require(try rows.first?["mail_id"])
        return MailCode.code(of: mail, factors.challenges.verifier.masterKeys)
    }

    func list(of caller: SignedIn) async throws -> Auth.ListFactorsResponse {
        try await factors.listFactors(.init(), context: caller.context())
    }

    func remove(_ factor: String, by caller: SignedIn) async throws {
        _ = try await factors.removeFactor(.init(factorID: factor), context: caller.context())
    }

    /// The first step of signing in.
    func challenge(
        _ name: String = "Anna7",
        _ password: String = "correct-horse-7"
    ) async throws -> Auth.FactorChallenge {
        let request = Auth.SignInRequest(name: name, password: password, acceptsChallenge: true)
        let tokens = try await sessions.signIn(request, context: .test())
        #expect(tokens.accessToken.isEmpty && tokens.refreshToken.isEmpty && tokens.accountID.isEmpty)
        return try #require(tokens.challenge)
    }

    /// The second step.
    @discardableResult
    func complete(
        _ challenge: Auth.FactorChallenge,
        _ answer: Auth.FactorAnswer.Answer?
    ) async throws -> Auth.SessionTokens {
        let request = Auth.CompleteSignInRequest(token: challenge.token, answer: .init(answer: answer), device: "new")
        return try await sessions.completeSignIn(request, context: .test())
    }

    /// Why an answer to a challenge of a sign-in is refused.
    func refusal(
        of answer: Auth.FactorAnswer.Answer?,
        to challenge: Auth.FactorChallenge,
        at location: SourceLocation = #_sourceLocation
    ) async -> Status? {
        await status({ try await self.complete(challenge, answer) }, at: location)
    }

    /// Why the first answer of a new factor is refused.
    func refusal(
        of answer: Auth.AddFactorRequest.Answer?,
        to setup: Auth.FactorSetup,
        named name: String = "My phone",
        by caller: SignedIn,
        at location: SourceLocation = #_sourceLocation
    ) async -> Status? {
        await status({ try await self.add(setup, answer, named: name, by: caller) }, at: location)
    }

    /// Why a factor cannot be begun.
    func refusal(
        of kind: Auth.FactorKind,
        by caller: SignedIn,
        at location: SourceLocation = #_sourceLocation
    ) async -> Status? {
        await status({ try await self.begin(kind, by: caller) }, at: location)
    }

    /// Why a proof is refused.
    func refusal(
        of proof: Auth.ProveRequest,
        by caller: SignedIn,
        at location: SourceLocation = #_sourceLocation
    ) async -> Status? {
        await status({ try await self.prove(proof, by: caller) }, at: location)
    }

    func prove(_ request: Auth.ProveRequest, by caller: SignedIn) async throws {
        _ = try await factors.prove(request, context: caller.context())
    }
}

extension Base32 {
    /// The bytes of a text of RFC 4648, by another way than it is written.
    static func decode(_ text: String) throws -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        let bits = try text.flatMap { character in
            let value = try #require(alphabet.firstIndex(of: character))
            return (0..<5).map { value >> (4 - $0) & 1 }
        }
        return stride(from: 0, to: bits.count - bits.count % 8, by: 8).map { start in
            bits[start..<(start + 8)].reduce(UInt8(0)) { $0 << 1 | UInt8($1) }
        }
    }
}
