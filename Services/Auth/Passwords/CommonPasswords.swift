import Foundation
import ServiceKit

/// Passwords that are among the first that anybody tries, as `generate-common.py` lists them.
struct CommonPasswords: Sendable {
    private let passwords: Set<String>

    /// A list, in lower case.
    init(_ passwords: some Sequence<String>) {
        self.passwords = Set(passwords)
    }

    /// Reads the list in a folder.
    /// - Throws: ``ConfigurationError`` when it cannot be read.
    init(in folder: String?) throws {
        guard let folder, let text = try? String(contentsOfFile: "\(folder)/passwords.txt", encoding: .utf8),
            !text.isEmpty
        else { throw ConfigurationError("The program's list of common passwords cannot be read.") }
        self.init(text.split(separator: "\n").lazy.map(String.init))
    }

    /// Whether a password is one of them, with capitals or without.
    func contains(_ password: String) -> Bool {
        passwords.contains(password.lowercased().precomposedStringWithCanonicalMapping)
    }

    /// How many there are.
    var count: Int { passwords.count }
}
