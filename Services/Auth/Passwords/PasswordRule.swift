import Foundation
import RPC
import Texts

/// The requirements of passwords.
enum PasswordRule {
    /// The minimum length in characters.
    static let minimumLength = 8
    /// The maximum length in code points; hashing takes the same time for all.
    static let maximumLength = 128

    static let text: LocalizedText = .auth.passwordRule

    /// Whether a password meets the requirements.
    static func allows(_ password: String) -> Bool {
        guard isPossible(password), password.count >= minimumLength else { return false }
        guard password.unicodeScalars.allSatisfy({ !CharacterSet.controlCharacters.contains($0) && !$0.isLineBreak })
        else { return false }
        let symbols = password.filter { !$0.isLetter && !$0.isNumber && !$0.isWhitespace }
        return password.contains(where: \.isLetter) && password.contains(where: \.isNumber) && !symbols.isEmpty
    }

    /// Whether any account could have a password: not empty and not too long to check.
    static func isPossible(_ password: String) -> Bool {
        !password.isEmpty && password.utf8.count <= 4 * maximumLength
            && password.unicodeScalars.count <= maximumLength
    }
}

/// What a new password has to be.
struct PasswordPolicy: Sendable {
    let common: CommonPasswords

    /// What is wrong with a new password in a field; nil when it may be chosen.
    func violation(of password: String, in field: String) -> Status.FieldViolation? {
        if !PasswordRule.allows(password) { return .init(field, PasswordRule.text) }
        return common.contains(password) ? .init(field, .auth.passwordCommon) : nil
    }
}

extension Unicode.Scalar {
    fileprivate var isLineBreak: Bool {
        properties.generalCategory == .lineSeparator || properties.generalCategory == .paragraphSeparator
    }
}
