import AuthMessages
import CommonMessages
import Foundation
import FoundationsTestSupport
import Postgres
import RPC
import ServiceKit
import Testing

@testable import larder_auth

extension CallContext {
    /// The context of a call in a test.
    static func test(key: String? = nil, user: String? = nil, language: String? = nil) -> CallContext {
        var metadata = Metadata()
        if let language { metadata.add("accept-language", language) }
        if let key { metadata.add(MetadataName.idempotencyKey, key) }
        return CallContext(
            method: "test",
            metadata: metadata,
            identity: user.map { VerifiedUser(id: $0, username: "someone") },
            trace: TraceContext()
        )
    }
}

/// A user who has signed in.
struct SignedIn: Sendable {
    let tokens: Auth.SessionTokens
    let user: VerifiedUser

    /// The id of the session.
    var session: String { user.session ?? "" }

    /// The context of a call in the session.
    func context(key: String? = nil) -> CallContext {
        var context = CallContext.test(key: key)
        context.verifiedUser = user
        return context
    }
}

extension AuthTestEnvironment {
    /// Signs in.
    func signedIn(_ parts: AuthComponents, _ name: String = "Anna7", device: String = "") async throws -> SignedIn {
        try await signedIn(parts, with: try await parts.signIn(name, device: device))
    }

    /// Who has tokens.
    func signedIn(_ parts: AuthComponents, with tokens: Auth.SessionTokens) async throws -> SignedIn {
        let verifier = TokenVerifier(clock: clock) { try await parts.keys.store.verificationKeys() }
        return SignedIn(tokens: tokens, user: try await verifier.verify(tokens.accessToken))
    }
}

extension Auth.RegisterRequest {
    /// A valid registration, except for what a test changes.
    static func test(
        username: String = "Anna7",
        email: String = "anna@example.org",
        password: String = "correct-horse-7",
        terms: String = "1"
    ) -> Auth.RegisterRequest {
        .init(username: username, email: email, password: password, acceptedTermsVersion: terms)
    }
}

extension AuthComponents {
    /// Registers, and confirms the address by the mail that is due.
    @discardableResult
    func register(_ request: Auth.RegisterRequest = .test(), key: String? = nil) async throws -> Auth.Account {
        var account = try await accounts.register(request, context: .test(key: key))
        if let token = try await verificationToken(of: account) {
            // Another registration at the same time may be the same one, and come first.
            let request = Auth.ConfirmEmailRequest(token: token, registrationToken: account.registrationToken)
            _ = try? await emails.confirmEmail(request, context: .test())
            account.emailVerified = true
        }
        return account
    }

    /// What the mail for completing a registration is sent with; nil when it is complete.
    func verificationToken(of account: Auth.Account) async throws -> String? {
        let rows = try await accounts.store.database.query(
            """
            SELECT id FROM account_mails WHERE account_id = \(UUID(uuidString: account.id) ?? UUID())
                AND kind = 'email_verification' AND used_at IS NULL ORDER BY requested_at DESC
            """
        )
        return try rows.first.map { MailToken(of: try $0["id"], accounts.store.masterKeys).text }
    }

    @discardableResult
    func signIn(
        _ name: String = "Anna7",
        _ password: String = "correct-horse-7",
        device: String = ""
    ) async throws -> Auth.SessionTokens {
        try await sessions.signIn(.init(name: name, password: password, device: device), context: .test())
    }

    @discardableResult
    func refresh(_ token: String, key: String? = nil) async throws -> Auth.SessionTokens {
        try await sessions.refreshSession(.init(refreshToken: token), context: .test(key: key))
    }

    func list(by caller: SignedIn, page: Common.PageRequest = .init()) async throws -> Auth.ListSessionsResponse {
        try await sessions.listSessions(.init(page: page), context: caller.context())
    }

    func end(_ session: String, by caller: SignedIn) async throws {
        _ = try await sessions.endSession(.init(sessionID: session), context: caller.context())
    }

    @discardableResult
    func endOthers(by caller: SignedIn) async throws -> UInt32 {
        try await sessions.endOtherSessions(.init(), context: caller.context()).ended
    }

    func changePassword(
        _ current: String = "correct-horse-7",
        to new: String = "Better-horse-8",
        by caller: SignedIn,
        key: String? = nil
    ) async throws {
        let request = Auth.ChangePasswordRequest(currentPassword: current, newPassword: new)
        _ = try await accounts.changePassword(request, context: caller.context(key: key))
    }

    func signOut(_ token: String) async throws {
        _ = try await sessions.signOut(.init(refreshToken: token), context: .test())
    }
}

/// A token of the same length whose first character is another one, whatever it was.
func changed(_ token: String) -> String {
    (token.hasPrefix("A") ? "B" : "A") + token.dropFirst()
}

/// The status with which work fails.
func status(_ work: () async throws -> some Any, at location: SourceLocation = #_sourceLocation) async -> Status? {
    do {
        _ = try await work()
        Issue.record("it succeeded", sourceLocation: location)
    } catch let status as Status {
        return status
    } catch {
        Issue.record(error, sourceLocation: location)
    }
    return nil
}
