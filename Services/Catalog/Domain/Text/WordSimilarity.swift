/// The likelihood that a printed word is a vocabulary word: equal, shortened or misread.
enum WordSimilarity {
    /// The minimum similarity of the same word.
    static let least = 0.84

    /// The similarity, 0 to 1; 0 for anything below ``least``.
    static func of(_ printed: [UInt8], _ word: [UInt8]) -> Double {
        if printed == word { return 1 }
        guard printed.count >= 3, word.count >= 3 else { return 0 }
        if isPrefix(printed, of: word) { return 0.92 }
        if isConsonantAbbreviation(printed, of: word) { return 0.9 }
        guard printed.count >= 4, word.count >= 4, abs(printed.count - word.count) <= 2 else { return 0 }
        let similarity = JaroWinkler.similarity(printed, word)
        return similarity >= 0.9 ? similarity * 0.95 : 0
    }

    /// Whether a word is a truncation, such as `STRAWB`: two letters or more, or four letters and two fifths of the
    /// word.
    private static func isPrefix(_ printed: [UInt8], of word: [UInt8]) -> Bool {
        printed.count >= 4 && printed.count * 5 >= word.count * 2 && printed.count + 2 <= word.count
            && word.starts(with: printed)
    }

    /// Whether a word is the first letter and consonants of a word in order, such as `BRKFST`.
    private static func isConsonantAbbreviation(_ printed: [UInt8], of word: [UInt8]) -> Bool {
        guard printed.count < word.count, printed.count * 5 >= word.count * 2, printed[0] == word[0] else {
            return false
        }
        var rest = word.dropFirst()
        for byte in printed.dropFirst() {
            guard !isVowel(byte), let found = rest.firstIndex(of: byte) else { return false }
            rest = rest[(found + 1)...]
        }
        return true
    }

    private static func isVowel(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"), UInt8(ascii: "u"): true
        default: false
        }
    }
}
