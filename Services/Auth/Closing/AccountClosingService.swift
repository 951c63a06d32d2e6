import AuthMessages
import CommonMessages
import Foundation
import RPC
import ServiceKit

/// The service by which users leave, and come back.
struct AccountClosingService: Auth.AccountClosingProvider {
    let closer: AccountCloser

    func closeAccount(
        _ request: Auth.CloseAccountRequest,
        context: CallContext
    ) async throws -> Auth.CloseAccountResponse {
        let closing = try Closing(validating: request)
        let end = try await closer.close(closing, by: try context.session, for: context.clientNetwork)
        return Auth.CloseAccountResponse(reopenableUntil: Common.Timestamp(end))
    }

    func reopenAccount(
        _ request: Auth.ReopenAccountRequest,
        context: CallContext
    ) async throws -> Auth.ReopenAccountResponse {
        let attempt = try SignInAttempt(
            validating: .init(
                name: request.name,
                password: request.password,
                acceptsChallenge: request.acceptsChallenge
            )
        )
        return Auth.ReopenAccountResponse(challenge: try await closer.reopen(attempt, for: context.clientNetwork))
    }

    func completeReopening(
        _ request: Auth.CompleteReopeningRequest,
        context: CallContext
    ) async throws -> Auth.CompleteReopeningResponse {
        try await closer.completeReopening(request.token, with: request.answer?.answer)
        return Auth.CompleteReopeningResponse()
    }
}

/// A validated request to close an account.
struct Closing: Sendable {
    let currentPassword: String
    let username: String

    /// Validates a request.
    /// - Throws: INVALID_ARGUMENT with every field that is missing or too long.
    init(validating request: Auth.CloseAccountRequest) throws {
        var violations: [Status.FieldViolation] = []
        if !PasswordRule.isPossible(request.currentPassword) {
            violations.append(.init("current_password", .auth.enterCurrentPassword))
        }
        if request.username.isEmpty || request.username.utf8.count > 254 {
            violations.append(.init("username", .auth.confirmUsername))
        }
        guard violations.isEmpty else { throw Status.invalid(violations) }
        currentPassword = request.currentPassword
        username = request.username
    }
}
