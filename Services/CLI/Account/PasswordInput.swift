import Texts

/// Reads a password, which is never a command-line argument.
struct PasswordInput {
    /// Whether a script supplies it on standard input.
    let isFromStandardInput: Bool
    /// What says so.
    var option = "--password-stdin"

    /// Reads the password.
    /// - Parameters:
    ///   - isNew: whether it must be entered twice.
    ///   - prompt: asks for one that is not new.
    /// A mistyped repetition of a new one is asked for again, both times.
    func read(
        _ terminal: Terminal,
        isNew: Bool = false,
        prompt: LocalizedText = .cli.passwordPrompt
    ) throws -> String {
        if isFromStandardInput {
            guard let password = terminal.readLine(), !password.isEmpty else {
                throw Failure(.usage, .cli.passwordEmpty)
            }
            return password
        }
        guard terminal.isPresent else {
            throw Failure(.usage, .cli.terminalRequired(option: option))
        }
        var problem: Failure?
        var prompt = isNew ? .cli.passwordNewPrompt(rule: PasswordInput.rule) : prompt
        for _ in 0..<PasswordInput.attempts {
            guard let password = try terminal.askSecret(prompt.shown + " "), !password.isEmpty else {
                throw problem ?? Failure(.cancelled, .cli.passwordNone)
            }
            guard isNew else { return password }
            if try terminal.askSecret(LocalizedText.cli.passwordRepeat.shown + " ") == password { return password }
            problem = Failure(.usage, .cli.passwordDiffer)
            prompt = .cli.passwordDifferPrompt
        }
        throw problem ?? Failure(.cancelled, .cli.passwordNone)
    }

    private static let attempts = 3
    /// What the server requires.
    static let rule = LocalizedText.cli.passwordRule
}

extension Terminal {
    /// Asks a question that yes or y confirms, or the word for it in the user's language.
    /// - Parameter option: the option that confirms it without a question.
    func confirms(_ question: LocalizedText, insteadOf option: String) throws -> Bool {
        let confirming = Language.ofRun == .french ? ["o", "oui", "y", "yes"] : ["y", "yes"]
        return confirming.contains(try answer(question, insteadOf: option).lowercased())
    }

    /// Prompts for a line that must not be empty.
    /// - Parameter option: the option that supplies it without a prompt.
    func answer(_ prompt: LocalizedText, insteadOf option: String) throws -> String {
        guard isPresent else { throw Failure(.usage, .cli.terminalRequired(option: option)) }
        guard let answer = ask(prompt.shown + " ") else { throw Failure(.cancelled, .cli.failureCancelled) }
        return answer.trimmingSpaces
    }
}

extension String {
    /// The text without spaces at both ends.
    var trimmingSpaces: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
