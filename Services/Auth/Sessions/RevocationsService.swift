import AuthMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// The service from which the gateway and other services learn of tokens that they reject before their expiry.
struct RevocationsService: Auth.RevocationsProvider {
    /// The most sessions that are asked about at once.
    private static let limit = 1_000

    let log: RevocationLog
    let sessions: SessionStore

    func watchRevocations(
        _ request: Auth.WatchRevocationsRequest,
        responses: MessageWriter<Auth.RevocationUpdate>,
        context: CallContext
    ) async throws {
        try await log.follow { try await responses.write(Auth.RevocationUpdate($0)) }
    }

    func findEndedSessions(
        _ request: Auth.FindEndedSessionsRequest,
        context: CallContext
    ) async throws -> Auth.FindEndedSessionsResponse {
        var validator = FieldValidator()
        if request.sessions.count > Self.limit {
            validator.reject(
                "sessions",
                .services.ruleCountedAtMost(highest: Self.limit, number: request.sessions.count)
            )
            try validator.finish()
        }
        let asked = request.sessions.enumerated().map { index, session in
            SessionStore.Reference(
                account: validator.uuid(session.accountID, "sessions[\(index)].account_id"),
                session: validator.uuid(session.sessionID, "sessions[\(index)].session_id")
            )
        }
        try validator.finish()
        return .init(ended: try await sessions.ended(of: asked).map { .init($0) })
    }
}

extension Auth.SessionReference {
    fileprivate init(_ reference: SessionStore.Reference) {
        self.init(accountID: reference.account.canonical, sessionID: reference.session.canonical)
    }
}
