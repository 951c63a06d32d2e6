/// Why what a user says of a printed line serves that user alone.
package enum PrivateReason: String, CaseIterable, Sendable {
    /// The user left it as it was, perhaps without looking.
    case unchanged
    /// The line has a word that insults.
    case insult
    /// The line has an e-mail address, a link or a telephone number.
    case contact
    /// The line is about whoever bought or sold rather than about what was bought.
    case person
    /// The line is of numbers alone.
    case number
    /// The line is longer than tills print.
    case length
    /// The user has said something of too many lines in a day.
    case excess

    /// Whether somebody who does so again and again is reported to operators. The others come of misread receipts.
    package var isAbuse: Bool {
        switch self {
        case .insult, .contact, .excess: true
        case .unchanged, .person, .number, .length: false
        }
    }
}

/// Tells what users may say of printed lines to others.
///
/// Only the line, the store's name and address and the product reach others, so only the line and the store can carry what
/// must not.
package enum ModerationRules {
    /// The longest line that reaches others, in Unicode scalars. Paper 80 mm wide has 48 characters a row, and an item
    /// seldom more than two rows.
    package static let longestText = 96

    /// Of how many lines a user can say something in a day for others; far more than a household buys.
    package static let mostLinesADay = 500

    /// How often abuse is seen before it is reported, without a pause of ``pauseDays``.
    package static let abuseToReport = 5

    /// After how many days without any, what was seen before is forgotten.
    package static let pauseDays = 30

    /// Why a line must not reach others; nil when it may.
    /// - Parameters:
    ///   - printed: the line as it was printed.
    ///   - key: the line in the form that would reach others.
    ///   - store: the store's name and address in the form that would reach others; empty when unknown.
    package static func objection(to printed: String, key: String, store: String) -> PrivateReason? {
        let words = NormalisedText(printed).words + NormalisedText(store).words
        if words.contains(where: InsultingWords.contain) { return .insult }
        if ContactPattern.isFound(in: printed) { return .contact }
        let ownWords = NormalisedText(key).words
        if ownWords.contains(where: wordsOfPersons.contains) { return .person }
        // One letter is a tax mark.
        if !ownWords.contains(where: { $0.filter(\.isLetter).count > 1 }) { return .number }
        if printed.unicodeScalars.count > longestText { return .length }
        return nil
    }

    /// What tills print before the name or number of a person.
    private static let wordsOfPersons: Set<String> = [
        "attn", "cashier", "caissier", "caissiere", "clerk", "client", "cust", "customer", "email", "guest", "guests",
        "juruwang", "kasir", "member", "membership", "membre", "nric", "pelanggan", "salesperson", "tel", "telephone",
    ]
}
