/// Compares printed texts regardless of case, blanks and punctuation.
enum TextLikeness {
    /// Whether two texts are readings of the same print with different mistakes.
    static func areSame(_ one: String, _ other: String) -> Bool {
        let (a, b) = (key(one), key(other))
        let likeness = of(a, b)
        return likeness >= 0.85 || (1 - likeness) * Double(max(a.count, b.count)) < 1.5 && min(a.count, b.count) >= 3
    }

    /// The letters and digits to compare, the first 120.
    static func key(_ text: String) -> [UInt8] {
        text.uppercased().utf8.filter { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }.prefix(120).map {
            $0
        }
    }

    /// 1 minus the edit distance per character (Levenshtein 1966); 0 when one is more than twice as long.
    static func of(_ a: [UInt8], _ b: [UInt8]) -> Double {
        let longest = max(a.count, b.count)
        guard longest > 0, abs(a.count - b.count) * 2 <= longest else { return 0 }
        var row = Array(0...b.count)
        for (i, x) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, y) in b.enumerated() {
                let next = min(row[j] + 1, row[j + 1] + 1, diagonal + (x == y ? 0 : 1))
                diagonal = row[j + 1]
                row[j + 1] = next
            }
        }
        return 1 - Double(row[b.count]) / Double(longest)
    }
}
