import AuthMessages
import CommonMessages
import RPC
import ServiceKit

/// Closes the one account, whose sessions end.
struct ClosingAnswers: Auth.AccountClosingProvider {
    let gateway: TestGateway

    func closeAccount(
        _ request: Auth.CloseAccountRequest,
        context: CallContext
    ) async throws -> Auth.CloseAccountResponse {
        let user = try context.user.username
        guard request.username == user else {
            throw Status.invalid([.init("username", "Please type your user name.")])
        }
        try gateway.state { state in
            guard state.sessions.passwords[user] == request.currentPassword else {
                throw Status.invalid([.init("current_password", "This is not your current password.")])
            }
        }
        try gateway.requireProof()
        return .init(reopenableUntil: .init(seconds: 1_800_000_000))
    }

    func reopenAccount(
        _ request: Auth.ReopenAccountRequest,
        context: CallContext
    ) async throws -> Auth.ReopenAccountResponse {
        try gateway.state { state in
            guard state.sessions.passwords[request.name] == request.password else {
                throw Status(.unauthenticated, "Unknown.", reason: "WRONG_CREDENTIALS")
            }
        }
        let kinds = gateway.state { $0.sessions.factors.map(\.kind) }
        guard !kinds.isEmpty else { return .init() }
        guard request.acceptsChallenge else {
            throw Status(.unauthenticated, "A second factor is needed.", reason: "SECOND_FACTOR_REQUIRED")
        }
        return .init(challenge: .init(token: "reopening", kinds: kinds))
    }

    func completeReopening(
        _ request: Auth.CompleteReopeningRequest,
        context: CallContext
    ) async throws -> Auth.CompleteReopeningResponse {
        guard request.token == "reopening", request.answer?.answer == .code(TestGateway.Sessions.code) else {
            throw Status(.unauthenticated, "Not this code.", reason: "WRONG_FACTOR")
        }
        return .init()
    }
}

/// Sends two pieces of a file; only one, and then a failure, in French.
struct ExportAnswers: Auth.DataExportProvider {
    let gateway: TestGateway

    func exportData(
        _ request: Auth.ExportDataRequest,
        responses: MessageWriter<Auth.ExportDataResponse>,
        context: CallContext
    ) async throws {
        try gateway.requireProof()
        try await responses.write(.init(contents: Array("PK one ".utf8)))
        if context.language == .french { throw Status(.unavailable, "A service is down.") }
        try await responses.write(.init(contents: Array("two".utf8)))
    }
}
