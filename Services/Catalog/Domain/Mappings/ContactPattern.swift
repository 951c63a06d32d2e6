/// Detects e-mail addresses, links and telephone numbers.
enum ContactPattern {
    static func isFound(in text: String) -> Bool {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
        return words.contains { isAddress($0) || isLink($0) } || hasTelephoneNumber(text)
    }

    /// Whether a word is an e-mail address, such as `ada@example.org`; not `2@1.50`, a printed price.
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

    private static func hasTelephoneNumber(_ text: String) -> Bool {
        var run = DigitRun()
        for character in text where !run.take(character) {
            if run.isTelephoneNumber { return true }
            run = DigitRun(hasPlus: character == "+")
        }
        return run.isTelephoneNumber
    }

    /// Excludes org and others to which tills shorten words after a full stop: `BANANAS.ORG`.
    private static let domains: Set<String> = ["app", "biz", "com", "edu", "gov", "info", "net"]
}

/// Groups of digits with few characters between, as in telephone numbers.
///
/// For example `012-345 6789`, `+60 12 345 6789`, `(905) 555-0123`. Digits without a break are a code unless preceded
/// by a plus.
private struct DigitRun {
    private let hasPlus: Bool
    /// The number of digits in each group.
    private var groups: [Int] = []
    private var hasHyphen = false
    private var isInGroup = false
    /// The number of characters since the last group.
    private var gap = 0

    init(hasPlus: Bool = false) {
        self.hasPlus = hasPlus
    }

    /// Processes the next character of a text.
    /// - Returns: false when it ends the run.
    mutating func take(_ character: Character) -> Bool {
        if character.isASCII, character.isNumber {
            if isInGroup { groups[groups.count - 1] += 1 } else { groups.append(1) }
            (isInGroup, gap) = (true, 0)
            return true
        }
        isInGroup = false
        gap += 1
        if character == "-", !groups.isEmpty { hasHyphen = true }
        return " -()".contains(character) && gap <= 2
    }

    var isTelephoneNumber: Bool {
        guard (9...15).contains(groups.reduce(0, +)) else { return false }
        if hasPlus { return true }
        if groups.starts(with: [4, 2, 2]) || groups.starts(with: [2, 2, 4]) { return false }  // a day
        let isGrouped = groups.count >= 3 && groups.allSatisfy { (2...4).contains($0) }
        return isGrouped || groups.count == 2 && hasHyphen && (2...4).contains(groups[0])
    }
}
