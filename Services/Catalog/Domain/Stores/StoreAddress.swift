/// A postal address as compared: words written out, the house number and the postal code apart.
package struct StoreAddress: Hashable, Sendable {
    /// The address in normal form.
    package let normalised: NormalisedText

    private let houseNumber: String?
    private let postalCode: String?
    private let words: Set<String>

    /// Takes an address as printed on a receipt or as kept, on one line or several.
    package init(_ address: String) {
        var words = NormalisedText(address).words.map { Self.writtenOut[$0] ?? $0 }
        normalised = NormalisedText(words: words)
        postalCode = Self.takePostalCode(from: &words)
        houseNumber = words.first { $0.utf8.first.map(Self.isDigit) ?? false }
        self.words = Set(words).subtracting(houseNumber.map { [$0] } ?? [])
    }

    /// Whether there is nothing to compare.
    package var isEmpty: Bool {
        normalised.isEmpty
    }

    /// How alike two addresses are, 0 to 1; 0 if either is empty.
    ///
    /// The words count by the Dice coefficient, with misread words nearly in full. Two house numbers that differ are two
    /// shops: the similarity is then at most 0.4. A postal code that agrees with the house number outweighs words
    /// left out.
    package func similarity(to other: StoreAddress) -> Double {
        guard !isEmpty, !other.isEmpty else { return 0 }
        var similarity = Self.wordSimilarity(words, other.words)
        if let postalCode, let otherCode = other.postalCode {
            similarity = postalCode == otherCode ? 0.5 + similarity / 2 : similarity * 0.9
        }
        guard let houseNumber, let otherNumber = other.houseNumber else { return similarity }
        guard houseNumber == otherNumber else { return min(similarity, 0.4) }
        return postalCode != nil && postalCode == other.postalCode ? max(similarity, 0.9) : similarity
    }

    private static func wordSimilarity(_ first: Set<String>, _ second: Set<String>) -> Double {
        guard !first.isEmpty, !second.isEmpty else { return 0 }
        let shared = covered(first, by: second) + covered(second, by: first)
        return shared / Double(first.count + second.count)
    }

    private static func covered(_ words: Set<String>, by others: Set<String>) -> Double {
        words.reduce(0) { sum, word in
            guard !others.contains(word) else { return sum + 1 }
            let letters = Array(word.utf8)
            let best = others.map { WordSimilarity.of(letters, Array($0.utf8)) }.max() ?? 0
            return sum + best
        }
    }

    /// A Canadian code (`V0X 1Z0`, with or without the space) or, at the end, five digits.
    private static func takePostalCode(from words: inout [String]) -> String? {
        for index in words.indices {
            if isCanadianCode(words[index]) {
                return words.remove(at: index)
            }
            if index + 1 < words.count, isCanadianCode(words[index] + words[index + 1]) {
                return words.remove(at: index) + words.remove(at: index)
            }
        }
        guard words.count > 1, let last = words.last, last.utf8.count == 5, last.utf8.allSatisfy(isDigit) else {
            return nil
        }
        return words.removeLast()
    }

    private static func isCanadianCode(_ word: String) -> Bool {
        word.utf8.count == 6 && word.utf8.enumerated().allSatisfy { isDigit($0.element) == ($0.offset % 2 == 1) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    private static let writtenOut = [
        "ave": "avenue", "av": "avenue", "blvd": "boulevard", "cres": "crescent", "crt": "court", "ctr": "centre",
        "center": "centre", "dr": "drive", "e": "east", "hwy": "highway", "jln": "jalan", "ln": "lane", "mt": "mount",
        "n": "north", "pl": "place", "plz": "plaza", "rd": "road", "s": "south", "sq": "square", "st": "street",
        "str": "street", "w": "west",
    ]
}
