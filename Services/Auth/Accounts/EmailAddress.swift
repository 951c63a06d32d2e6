import Foundation
import Texts

/// An e-mail address of valid form (RFC 5321 and 6531).
///
/// Quoted local parts and address literals are not accepted.
struct EmailAddress: Sendable, Equatable {
    static let rule: LocalizedText = .auth.emailRule

    /// The address as entered.
    let text: String
    /// The normalized form under which it is unique, regardless of case and Unicode composition.
    var normalised: String { text.lowercased().precomposedStringWithCanonicalMapping }

    /// Parses an address; nil for an invalid form.
    init?(_ text: String) {
        guard text.utf8.count <= 254, text.unicodeScalars.allSatisfy(Self.isVisible) else { return nil }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, Self.isLocalPart(parts[0]), Self.isDomain(parts[1]) else { return nil }
        self.text = text
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
            .paragraphSeparator:
            false
        default: true
        }
    }

    private static func isLocalPart(_ part: Substring) -> Bool {
        let symbols = Set("!#$%&'*+-/=?^_`{|}~".unicodeScalars)
        return (1...64).contains(part.utf8.count)
            && part.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
                !atom.isEmpty
                    && atom.unicodeScalars.allSatisfy { !$0.isASCII || isLetterOrDigit($0) || symbols.contains($0) }
            }
    }

    private static func isDomain(_ domain: Substring) -> Bool {
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count >= 2
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.unicodeScalars.allSatisfy { !$0.isASCII || isLetterOrDigit($0) || $0 == "-" }
            }
            && labels.last.map { !$0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } } ?? false
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar))
    }
}
