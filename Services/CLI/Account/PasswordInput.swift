/// Reads a password, which is never a command-line argument.
struct PasswordInput {
    /// Whether a script supplies it on standard input.
    let isFromStandardInput: Bool

    /// Reads the password.
    /// - Parameter isNew: whether it must be entered twice.
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
        guard let password = try terminal.askSecret("Password: "), !password.isEmpty else {
            throw Failure(.cancelled, "No password was entered.")
        }
        guard isNew else { return password }
        guard try terminal.askSecret("Repeat the password: ") == password else {
            throw Failure(.usage, "The two passwords differ. Please try again.")
        }
        return password
    }
}

extension Terminal {
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
