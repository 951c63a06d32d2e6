/// Gets a password without it ever being an argument.
struct PasswordInput {
    /// Whether a script gives it on standard input.
    let isFromStandardInput: Bool

    /// - Parameter isNew: Whether it is asked for twice.
    func read(_ terminal: Terminal, isNew: Bool = false) throws -> String {
        if isFromStandardInput {
            guard let password = terminal.readLine(), !password.isEmpty else {
                throw Failure(.usage, "There is no password on standard input.")
            }
            return password
        }
        guard terminal.isPresent else {
            throw Failure(.usage, "Without a terminal to ask at, this needs --password-stdin.")
        }
        guard let password = try terminal.askSecret("Password: "), !password.isEmpty else {
            throw Failure(.cancelled, "No password was given.")
        }
        guard isNew else { return password }
        guard try terminal.askSecret("The same password again: ") == password else {
            throw Failure(.usage, "The two passwords differ. Please start again.")
        }
        return password
    }
}

extension Terminal {
    /// Asks for a line that must not be empty.
    /// - Parameter option: What would have made asking unnecessary.
    func answer(_ prompt: String, insteadOf option: String) throws -> String {
        guard isPresent else { throw Failure(.usage, "Without a terminal to ask at, this needs \(option).") }
        guard let answer = ask(prompt) else { throw Failure(.cancelled, "Cancelled.") }
        return answer.trimmingSpaces
    }
}

extension String {
    /// Without spaces at both ends.
    var trimmingSpaces: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
