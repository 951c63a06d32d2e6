import ArgumentParser
import LarderClient

/// How the owner proves who they are, where that was too long ago.
struct ProofOptions: ParsableArguments {
    @Flag(help: ArgumentHelp(.cli.factorsPasswordHelp))
    var passwordStdin = false

    @OptionGroup var factor: FactorOptions
}

/// How the owner proves who they are with a second factor, where the password is given anyway.
struct FactorOptions: ParsableArguments {
    @Option(help: ArgumentHelp(.cli.factorsCodeHelp))
    var code: String?
}

extension CommandContext {
    /// Makes a sensitive change; asks for a second factor first, or for the password where there is none, where that was too long
    /// ago.
    func proving<Result: Sendable>(
        _ proof: ProofOptions,
        _ change: () async throws -> Result
    ) async throws -> Result {
        try await proving(proof.factor, change) {
            let password = try PasswordInput(isFromStandardInput: proof.passwordStdin).read(terminal)
            _ = try await client.factors.prove(.init(proof: .password(password)), options: callOptions)
        }
    }

    /// Makes a sensitive change that takes the password itself; asks for a second factor first where there is one.
    func proving<Result: Sendable>(
        _ factor: FactorOptions,
        _ change: () async throws -> Result
    ) async throws -> Result {
        // Without a factor the password is proof enough, and nothing is asked for.
        try await proving(factor, change, otherwise: {})
    }

    private func proving<Result: Sendable>(
        _ factor: FactorOptions,
        _ change: () async throws -> Result,
        otherwise: () async throws -> Void
    ) async throws -> Result {
        do {
            return try await change()
        } catch let status as Status where status.reason == .stepUpRequired {
            nameGateway()
            let challenge = try await client.factors.beginProof(.init(), options: callOptions)
            if challenge.kinds.isEmpty { try await otherwise() } else { try await answer(challenge, factor) }
            return try await change()
        }
    }

    /// Answers the challenge of a proof; at a terminal, asks again for a wrong code.
    private func answer(_ challenge: Auth.FactorChallenge, _ factor: FactorOptions) async throws {
        var wrong: Status?
        while true {
            let answer = try await FactorCodeInput(given: factor.code).answer(challenge, wrong, self) { token in
                _ = try await client.factors.sendProofCode(.init(token: token), options: callOptions)
            }
            do {
                let request = Auth.ProveRequest(token: challenge.token, proof: .answer(answer))
                _ = try await client.factors.prove(request, options: callOptions)
                return
            } catch let status as Status where status.reason == .wrongFactor {
                wrong = status
            }
        }
    }
}
