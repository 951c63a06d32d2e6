/// The number of insertions, deletions and replacements that turn one text into another.
///
/// Source: V. I. Levenshtein, "Binary codes capable of correcting deletions, insertions, and reversals", Soviet Physics
/// Doklady 10(8), 1966; computed row by row after R. A. Wagner and M. J. Fischer, Journal of the ACM 21(1), 1974.
enum EditDistance {
    static func between(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var row = Array(0...second.count)
        for (line, byte) in first.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, other) in second.enumerated() {
                let replaced = diagonal + (byte == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[second.count]
    }

    /// The similarity: 1 for equal texts, 0 when every letter differs; two empty texts are equal.
    static func similarity(_ first: [UInt8], _ second: [UInt8]) -> Double {
        let longest = max(first.count, second.count)
        guard longest > 0 else { return 1 }
        return 1 - Double(between(first, second)) / Double(longest)
    }
}
