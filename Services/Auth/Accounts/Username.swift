/// A public name: 3 to 32 ASCII letters and digits, chosen once, unique whatever the case.
struct Username: Sendable, Equatable {
    static let sentence = "The user name must have 3 to 32 letters (a to z) and digits, and nothing else."

    let text: String

    /// Takes a name; nil when it is none.
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
