import Foundations

/// A garbled amount at the end of a row whose label requires one.
struct AmountRepair {
    var value: Int64
    /// The index of the first word that holds it.
    var firstWord: Int
    var lastWord: Int
    /// The confidence, 0…100; lower than that of any word it is made of.
    var confidence: Int

    private static let codeDigits = 12

    /// Parses the end of a row: `58 30`, `571`, `1Z. 15`, `Go.0s`; `nil` when it is not an amount.
    init?(_ row: ReceiptRow, decimals: Int) {
        // Many digits are a company number, a telephone or a card.
        guard decimals > 0, row.digitCount < Self.codeDigits else { return nil }
        var end = row.words.count - 1
        var skipped = 0
        while end >= 0, !Self.isNumeric(row.words[end].text) {
            guard skipped < 2, row.words[end].text.count(where: \.isLetter) <= 3 else { return nil }
            end -= 1
            skipped += 1
        }
        guard end > 0, let tail = Self.digits(row.words[end].text) else { return nil }
        (firstWord, lastWord) = (end, end)
        confidence = min(45, row.words[end].confidence)
        if let separator = tail.lastIndex(of: "."), tail.distance(from: separator, to: tail.endIndex) == decimals + 1 {
            guard let value = Int64(tail.filter(\.isASCIIDigit)) else { return nil }
            self.value = value
            return
        }
        let plain = tail.filter(\.isASCIIDigit)
        // `GST# 81234 5678 RT0001` has further digits behind.
        if row.words[(end + 1)...].contains(where: { $0.text.contains(where: \.isASCIIDigit) })
            || row.words[end - 1].text.count(where: \.isASCIIDigit) >= 4
        {
            return nil
        }
        if plain.count == decimals, end > 1, let head = Self.digits(row.words[end - 1].text),
            (1...5).contains(head.filter(\.isASCIIDigit).count), head.filter({ $0 == "." }).count <= 1,
            !head.contains(".") || head.hasSuffix("."),
            row.words[end].box.x - row.words[end - 1].box.right < 2 * max(8, row.words[end].box.height),
            let value = Int64(head.filter(\.isASCIIDigit) + plain)
        {
            self.value = value
            firstWord = end - 1
            confidence = min(confidence, row.words[end - 1].confidence)
            return
        }
        guard (decimals + 1...decimals + 4).contains(plain.count), !tail.contains("."),
            row.words[end].text.count(where: \.isASCIIDigit) == plain.count, let value = Int64(plain)
        else { return nil }
        self.value = value
    }

    private static func isNumeric(_ text: String) -> Bool {
        text.contains(where: \.isASCIIDigit) && text.count >= 2 && digits(text) != nil
    }

    /// The digits and points of a word, with misread letters replaced; `nil` for words and codes.
    private static func digits(_ text: String) -> String? {
        var rest = Substring(text)
        for (printed, _) in Currency.symbols where rest.uppercased().hasPrefix(printed) {
            rest = rest.dropFirst(printed.count)
            break
        }
        rest = rest.drop { "-:(=~*".contains($0) }
        while let last = rest.last, ")>*:;|'".contains(last) { rest.removeLast() }
        var result = ""
        var letters = 0
        for character in rest {
            if character.isASCIIDigit {
                result.append(character)
            } else if ".,;:'".contains(character) {
                result.append(".")
            } else if let digit = likeness[character] {
                result.append(digit)
                letters += 1
            } else {
                return nil
            }
        }
        return !result.isEmpty && (letters * 5 <= result.count * 3 || result.count == 1 && rest.count == 1)
            ? result : nil
    }

    private static let likeness: [Character: Character] = [
        "O": "0", "o": "0", "D": "0", "Q": "0", "I": "1", "l": "1", "|": "1", "i": "1", "!": "1", "]": "1", "S": "5",
        "s": "5", "B": "8", "Z": "2", "z": "2", "G": "6", "b": "6", "@": "0", "T": "7", "g": "9", "{": "1",
    ]
}
