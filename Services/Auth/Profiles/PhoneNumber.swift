/// A telephone number in international form (ITU-T E.164): a plus sign and 8 to 15 digits, the first of which is not 0.
struct PhoneNumber: Sendable, Equatable {
    /// Without spaces and punctuation.
    let text: String

    /// Parses a number as people write it, with spaces, hyphens, dots and parentheses; nil when it is none.
    init?(_ written: String) {
        guard written.utf8.count <= 40 else { return nil }
        let text = written.filter { !" -.()\u{a0}\u{202f}".contains($0) }
        guard text.wholeMatch(of: /\+[1-9][0-9]{7,14}/) != nil else { return nil }
        self.text = text
    }
}
