import PrintedWords

/// The reason why a user's choice for a printed line applies to that user alone.
package enum PrivateReason: String, CaseIterable, Sendable {
    /// The user left it unchanged, perhaps without checking.
    case unchanged
    /// The user has not consented to sharing it.
    case consent
    /// The line contains an insulting word.
    case insult
    /// The line contains an e-mail address, a link or a telephone number.
    case contact
    /// The line is about a person rather than a product.
    case person
    /// The line contains only numbers.
    case number
    /// The line is longer than tills print.
    case length
    /// The user has chosen products for too many lines in a day.
    case excess

    /// Whether repeated occurrences are reported to operators; the others result from misread receipts.
    package var isAbuse: Bool {
        switch self {
        case .insult, .contact, .excess: true
        case .unchanged, .consent, .person, .number, .length: false
        }
    }
}

/// The rules for users' choices that may be shared with others.
///
/// Only the line, the store's name and address, and the product are shared, so only the line and the store can contain
/// what must not be.
package enum ModerationRules {
    /// The maximum length of a shared line, in Unicode scalars. Paper 80 mm wide has 48 characters a row, and an item
    /// rarely has more than two rows.
    package static let maximumTextLength = 96

    /// The number of lines per user and day that are shared; far more than a household buys.
    package static let maximumLinesPerDay = 500

    /// The number of abuses that triggers a report, without a pause of ``pauseDays``.
    package static let abuseToReport = 5

    /// The number of days without abuse after which earlier ones are discarded.
    package static let pauseDays = 30

    /// The reason why a line must not be shared; nil when it may.
    /// - Parameters:
    ///   - printed: the line as printed.
    ///   - key: the line in the form that would be shared.
    ///   - store: the store's name and address in the form that would be shared; empty when unknown.
    package static func objection(to printed: String, key: String, store: String) -> PrivateReason? {
        let words = NormalisedText(printed).words + NormalisedText(store).words
        if words.contains(where: InsultingWords.contain) { return .insult }
        if ContactPattern.isFound(in: printed) { return .contact }
        let ownWords = NormalisedText(key).words
        if ownWords.contains(where: wordsOfPersons.contains) { return .person }
        // A single letter is a tax mark.
        if !ownWords.contains(where: { $0.filter(\.isLetter).count > 1 }) { return .number }
        if printed.unicodeScalars.count > maximumTextLength { return .length }
        return nil
    }

    /// Words that tills print before the name or number of a person.
    private static let wordsOfPersons: Set<String> = [
        "attn", "cashier", "caissier", "caissiere", "clerk", "client", "cust", "customer", "email", "guest", "guests",
        "juruwang", "kasir", "member", "membership", "membre", "nric", "pelanggan", "salesperson", "tel", "telephone",
    ]
}
