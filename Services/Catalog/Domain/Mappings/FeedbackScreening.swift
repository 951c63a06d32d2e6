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
package enum FeedbackScreening {
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

/// E-mail addresses, links and telephone numbers.
enum ContactPattern {
    static func isFound(in text: String) -> Bool {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
        return words.contains { isAddress($0) || isLink($0) } || hasTelephoneNumber(text)
    }

    /// `ada@example.org`; not `2@1.50`, which tills print for a price.
    private static func isAddress(_ word: Substring) -> Bool {
        let parts = word.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = parts[0].last, first.isLetter || first.isNumber else { return false }
        let domain = parts[1].split(separator: ".")
        return domain.count > 1 && domain.last.map { $0.filter(\.isLetter).count > 1 } ?? false
    }

    private static func isLink(_ word: Substring) -> Bool {
        if word.contains("://") || word.hasPrefix("www.") { return true }
        let host = word.prefix { $0 != "/" && $0 != "?" }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 1 && parts[0].count > 2 && parts.dropFirst().contains { domains.contains(String($0)) }
    }

    /// Digits in groups, as people write telephone numbers: `012-345 6789`, `+60 12 345 6789`, `(905) 555-0123`. A row of
    /// digits without a break is a code.
    private static func hasTelephoneNumber(_ text: String) -> Bool {
        var groups: [Int] = []
        var separators: [Character] = []
        var pending: [Character] = []
        var hasPlus = false
        func isNumber() -> Bool {
            let digits = groups.reduce(0, +)
            guard (9...15).contains(digits), hasPlus || !isDate(groups) else { return false }
            if hasPlus { return true }
            let isGrouped = groups.count >= 3 && groups.allSatisfy { (2...4).contains($0) }
            let isHyphenated = groups.count == 2 && separators == ["-"] && (2...4).contains(groups[0])
            return isGrouped || isHyphenated
        }
        func end() {
            (groups, separators, pending, hasPlus) = ([], [], [], false)
        }
        var isInGroup = false
        for character in text {
            if character.isASCII, character.isNumber {
                if isInGroup {
                    groups[groups.count - 1] += 1
                } else {
                    if !groups.isEmpty { separators.append(pending.first { $0 == "-" } ?? " ") }
                    groups.append(1)
                }
                (isInGroup, pending) = (true, [])
                continue
            }
            isInGroup = false
            if " -()".contains(character), pending.count < 2 {
                pending.append(character)
            } else {
                if isNumber() { return true }
                end()
                hasPlus = character == "+"
            }
        }
        return isNumber()
    }

    private static func isDate(_ groups: [Int]) -> Bool {
        groups.starts(with: [4, 2, 2]) || groups.starts(with: [2, 2, 4])
    }

    /// Not org and the like, which tills shorten words to after a full stop: `BANANAS.ORG`.
    private static let domains: Set<String> = ["app", "biz", "com", "edu", "gov", "info", "net"]
}

/// Words that insult, in the languages of the receipts at hand.
enum InsultingWords {
    /// Also where digits stand for the letters that they look like.
    static func contain(_ word: String) -> Bool {
        list.contains(word) || list.contains(String(word.map { lookalikes[$0] ?? $0 }))
    }

    private static let lookalikes: [Character: Character] = [
        "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t",
    ]

    /// Whole words, and none that food is called by too, such as the French bâtard and the Malay babi.
    private static let list: Set<String> = [
        "arsehole", "asshole", "bastard", "bitch", "bitches", "bullshit", "cocksucker", "cunt", "cunts", "dickhead",
        "faggot", "fuck", "fucked", "fucker", "fuckers", "fucking", "fucks", "motherfucker", "nigga", "nigger",
        "niggers", "shit", "shits", "shitty", "slut", "sluts", "twat", "wanker", "wankers", "whore", "whores",
        "connard", "connards", "connasse", "encule", "enculer", "merde", "merdes", "pute", "putes", "putain", "salaud",
        "salope", "salopes",
        "bangsat", "keparat", "kimak", "lancau", "pukimak", "sundal",
    ]
}
