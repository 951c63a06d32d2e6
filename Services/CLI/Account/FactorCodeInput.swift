import LarderClient
import Texts

/// Reads the code of a second factor.
struct FactorCodeInput {
    /// The code of the command line, which is tried once; nil for a terminal.
    let given: String?

    /// The answer to a challenge.
    /// - Parameters:
    ///   - wrong: What was wrong with the answer before.
    ///   - send: Has a code mailed for the challenge's token.
    func answer(
        _ challenge: Auth.FactorChallenge,
        _ wrong: Status?,
        _ context: CommandContext,
        send: (_ token: String) async throws -> Void
    ) async throws -> Auth.FactorAnswer {
        if let given {
            if let wrong { throw wrong }
            return .init(answer: .code(given))
        }
        guard context.terminal.isPresent else {
            throw Failure(
                .unauthenticated,
                .cli.codeRequired,
                reason: StatusReason.secondFactorRequired.rawValue,
                hint: .cli.codeRequiredHint(option: "--code")
            )
        }
        if let wrong { Failure(wrong).report(context.output) }
        guard challenge.kinds.contains(where: { $0 != .passkey }) else {
            throw Failure(.unauthenticated, .cli.codePasskeyOnly, reason: StatusReason.secondFactorRequired.rawValue)
        }
        let canMail = challenge.kinds.contains(.emailCode)
        while true {
            let prompt: LocalizedText = canMail ? .cli.codePromptMail : .cli.codePrompt
            guard let code = context.terminal.ask(prompt.shown + " ") else {
                throw Failure(.cancelled, .cli.failureCancelled)
            }
            if !code.trimmingSpaces.isEmpty { return .init(answer: .code(code.trimmingSpaces)) }
            guard canMail else { continue }
            try await send(challenge.token)
            context.output.notice(LocalizedText.cli.codeMailed.shown)
        }
    }
}
