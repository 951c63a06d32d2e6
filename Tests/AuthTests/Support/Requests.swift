import AuthMessages
import Foundation
import RPC
import ServiceKit
import Testing

@testable import larder_auth

extension CallContext {
    /// The context of a call in a test.
    static func test(key: String? = nil, user: String? = nil) -> CallContext {
        var metadata = Metadata()
        if let key { metadata.add(MetadataName.idempotencyKey, key) }
        return CallContext(
            method: "test",
            metadata: metadata,
            identity: user.map { VerifiedUser(id: $0, username: "someone") },
            trace: TraceContext()
        )
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
    @discardableResult
    func register(_ request: Auth.RegisterRequest = .test(), key: String? = nil) async throws -> Auth.Account {
        try await accounts.register(request, context: .test(key: key))
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

    func signOut(_ token: String) async throws {
        _ = try await sessions.signOut(.init(refreshToken: token), context: .test())
    }
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
