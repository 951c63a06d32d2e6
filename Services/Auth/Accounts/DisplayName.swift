import Foundation
import Texts

/// What a person is called: letters of any script with spaces, hyphens and apostrophes between them, up to 100 characters.
struct DisplayName: Sendable, Equatable {
    static let rule: LocalizedText = .auth.displayNameRule
    /// The maximum length in characters.
    static let maximumLength = 100

    let text: String

    /// Parses a name, without spaces at its ends; nil when it is invalid or empty.
    init?(_ text: String) {
        let name = text.trimmingCharacters(in: .whitespaces).precomposedStringWithCanonicalMapping
        guard (1...DisplayName.maximumLength).contains(name.count), name.utf8.count <= 4 * DisplayName.maximumLength,
            name.unicodeScalars.contains(where: { $0.properties.isAlphabetic }),
            name.unicodeScalars.allSatisfy(DisplayName.isAllowed)
        else { return nil }
        self.text = name
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark:
            true
        default: " -'\u{2019}\u{2010}".unicodeScalars.contains(scalar)
        }
    }
}
