import AuthMessages
import CommonMessages
import RPC
import ServiceKit

/// The second factors of the one account.
struct FactorsAnswers: Auth.FactorsProvider {
    let gateway: TestGateway

    private typealias Sessions = TestGateway.Sessions

    private static let codes = (0..<10).map { "AAAA-BBBB-CCCC-000\($0)" }

    /// Changes factors, unless the user has to prove who they are first.
    private func change<Result: Sendable>(
        _ body: (inout sending TestGateway.State) throws -> Result
    ) throws -> Result {
        try gateway.requireProof()
        return try gateway.state { try body(&$0) }
    }

    func listFactors(
        _ request: Auth.ListFactorsRequest,
        context: CallContext
    ) async throws -> Auth.ListFactorsResponse {
        let factors = gateway.state { $0.sessions.factors }
        return .init(
            factors: factors,
            recoveryCodesLeft: factors.isEmpty ? 0 : 10,
            available: [.authenticatorApp, .emailCode]
        )
    }

    func beginFactor(_ request: Auth.BeginFactorRequest, context: CallContext) async throws -> Auth.FactorSetup {
        try change { _ in
            let code = Auth.QRCode(size: 3, modules: [1, 0, 1, 0, 1, 0, 1, 1, 0])
            let secret = Auth.AuthenticatorSecret(secret: "GEZDGNBV", uri: "otpauth://totp/Larder:ada", qrCode: code)
            return .init(
                token: "\(request.kind.rawValue)",
                authenticator: request.kind == .authenticatorApp ? secret : nil
            )
        }
    }

    func addFactor(_ request: Auth.AddFactorRequest, context: CallContext) async throws -> Auth.AddFactorResponse {
        try gateway.state { state in
            guard request.answer == .code(Sessions.code), let kind = Int32(request.token) else {
                throw Status(
                    .invalidArgument,
                    "Not this code.",
                    fieldViolations: [.init("code", "Not this code.")],
                    reason: "WRONG_FACTOR"
                )
            }
            let isFirst = state.sessions.factors.isEmpty
            let factor = Auth.Factor(
                id: "fac70000-0000-4000-8000-00000000000\(state.sessions.factors.count)",
                kind: .init(rawValue: kind),
                name: request.name,
                createdAt: .init(seconds: 1_740_000_000)
            )
            state.sessions.factors.append(factor)
            return .init(factor: factor, recoveryCodes: isFirst ? Self.codes : [])
        }
    }

    func renameFactor(_ request: Auth.RenameFactorRequest, context: CallContext) async throws -> Auth.Factor {
        try change { state in
            guard let index = state.sessions.factors.firstIndex(where: { $0.id == request.factorID }) else {
                throw Status.notFound("second factor")
            }
            state.sessions.factors[index].name = request.name
            return state.sessions.factors[index]
        }
    }

    func removeFactor(
        _ request: Auth.RemoveFactorRequest,
        context: CallContext
    ) async throws -> Auth.RemoveFactorResponse {
        try change { state in
            state.sessions.factors.removeAll { $0.id == request.factorID }
            return .init()
        }
    }

    func replaceRecoveryCodes(
        _ request: Auth.ReplaceRecoveryCodesRequest,
        context: CallContext
    ) async throws -> Auth.RecoveryCodes {
        try change { _ in .init(codes: Self.codes) }
    }

    func beginProof(_ request: Auth.BeginProofRequest, context: CallContext) async throws -> Auth.FactorChallenge {
        .init(token: "challenge", kinds: gateway.state { $0.sessions.factors.map(\.kind) })
    }

    func sendProofCode(
        _ request: Auth.SendProofCodeRequest,
        context: CallContext
    ) async throws -> Auth.SendProofCodeResponse { .init() }

    func prove(_ request: Auth.ProveRequest, context: CallContext) async throws -> Auth.ProveResponse {
        let user = try context.user.username
        return try gateway.state { state in
            switch request.proof {
            case .password(let password) where state.sessions.factors.isEmpty:
                guard password == state.sessions.passwords[user] else {
                    throw Status.invalid([.init("password", "This is not your password.")])
                }
            case .answer(let answer):
                guard request.token == "challenge", answer.answer == .code(Sessions.code) else {
                    throw Status(
                        .invalidArgument,
                        "Not this code.",
                        fieldViolations: [.init("code", "Not this code.")],
                        reason: "WRONG_FACTOR"
                    )
                }
            default: throw Status(.failedPrecondition, "A second factor is needed.", reason: "SECOND_FACTOR_REQUIRED")
            }
            state.sessions.needsProof = false
            return .init()
        }
    }
}

extension TestGateway {
    /// Refuses what has to be proven first.
    func requireProof() throws {
        guard !state({ $0.sessions.needsProof }) else {
            throw Status(.failedPrecondition, "Please confirm that it is you.", reason: "STEP_UP_REQUIRED")
        }
    }
}
