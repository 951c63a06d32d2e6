import Texts

/// A permanent public name: 3 to 32 ASCII letters and digits, unique regardless of case.
struct Username: Sendable, Equatable {
    static let rule: LocalizedText = .auth.usernameRule

    let text: String

    /// Parses a name; nil when it is invalid.
    init?(_ text: String) {
        let isName = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }
        guard isName, (3...32).contains(text.utf8.count) else { return nil }
        self.text = text
    }
}
