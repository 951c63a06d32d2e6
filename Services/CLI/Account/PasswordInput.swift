/// Reads a password, which is never a command-line argument.
struct PasswordInput {
    /// Whether a script supplies it on standard input.
    let isFromStandardInput: Bool

    /// Reads the password.
    /// - Parameter isNew: whether it must be entered twice.
    /// A mistyped repetition of a new one is asked for again, both times.
    func read(_ terminal: Terminal, isNew: Bool = false) throws -> String {
        if isFromStandardInput {
            guard let password = terminal.readLine(), !password.isEmpty else {
                throw Failure(.usage, "Standard input contains no password.")
            }
            return password
        }
        guard terminal.isPresent else {
            throw Failure(.usage, "Without a terminal, --password-stdin is required.")
        }
        var problem: Failure?
        var prompt = isNew ? PasswordInput.newPrompt : "Password: "
        for _ in 0..<PasswordInput.attempts {
            guard let password = try terminal.askSecret(prompt), !password.isEmpty else {
                throw problem ?? Failure(.cancelled, "No password was entered.")
            }
            guard isNew else { return password }
            if try terminal.askSecret("Repeat the password: ") == password { return password }
            problem = Failure(.usage, "The two passwords differ. Please try again.")
            prompt = "The two passwords differ. Please enter the password again: "
        }
        throw problem ?? Failure(.cancelled, "No password was entered.")
    }

    private static let attempts = 3
    private static let newPrompt = "New password (\(rule)): "
    /// What the server requires.
    static let rule = "8 to 128 characters with a letter, a digit and a symbol"
}

extension Terminal {
    /// Asks a question that yes or y confirms.
    /// - Parameter option: the option that confirms it without a question.
    func confirms(_ question: String, insteadOf option: String) throws -> Bool {
        ["y", "yes"].contains(try answer(question, insteadOf: option).lowercased())
    }

    /// Prompts for a line that must not be empty.
    /// - Parameter option: the option that supplies it without a prompt.
    func answer(_ prompt: String, insteadOf option: String) throws -> String {
        guard isPresent else { throw Failure(.usage, "Without a terminal, \(option) is required.") }
        guard let answer = ask(prompt) else { throw Failure(.cancelled, "Cancelled.") }
        return answer.trimmingSpaces
    }
}

extension String {
    /// The text without spaces at both ends.
    var trimmingSpaces: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
