package import PrintedWords

/// A postal address for comparison: expanded words, separate house number and postal code.
package struct StoreAddress: Hashable, Sendable {
    /// The normalized address.
    package let normalised: NormalisedText

    private let houseNumber: String?
    private let postalCode: String?
    private let words: Set<String>

    /// Parses an address as printed or stored, on one line or several.
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

    /// Whether it is that of one building, of whatever town: it has a house number and a postal code.
    package var isExact: Bool { houseNumber != nil && postalCode != nil }

    /// The similarity of two addresses, 0 to 1; 0 if either is empty.
    ///
    /// Words are compared by the Dice coefficient, misread ones nearly in full. Different house numbers are different
    /// stores: the similarity is then at most 0.4. A matching postal code and house number outweigh missing words.
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

    /// Removes a Canadian postal code (`V0X 1Z0`, with or without the space) or five final digits.
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
