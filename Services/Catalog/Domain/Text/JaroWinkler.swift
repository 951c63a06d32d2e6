/// The similarity of two words, 0 to 1, with a bonus for a common prefix.
///
/// Source: W. E. Winkler, "String Comparator Metrics and Enhanced Decision Rules in the Fellegi-Sunter Model of Record
/// Linkage", Proceedings of the Section on Survey Research Methods, American Statistical Association, 1990. The prefix
/// counts up to four letters, with weight 0.1, and only where the Jaro similarity is above 0.7.
enum JaroWinkler {
    static func similarity(_ first: [UInt8], _ second: [UInt8]) -> Double {
        let jaro = jaroSimilarity(first, second)
        guard jaro > 0.7 else { return jaro }
        let prefix = zip(first, second).prefix(4).prefix { $0 == $1 }.count
        return jaro + Double(prefix) * 0.1 * (1 - jaro)
    }

    private static func jaroSimilarity(_ first: [UInt8], _ second: [UInt8]) -> Double {
        guard !first.isEmpty, !second.isEmpty else { return first.isEmpty && second.isEmpty ? 1 : 0 }
        let reach = max(0, max(first.count, second.count) / 2 - 1)
        var taken = [Bool](repeating: false, count: second.count)
        var matchedOfFirst: [UInt8] = []
        for (index, byte) in first.enumerated() {
            let window = max(0, index - reach)..<max(max(0, index - reach), min(second.count, index + reach + 1))
            if let match = window.first(where: { !taken[$0] && second[$0] == byte }) {
                taken[match] = true
                matchedOfFirst.append(byte)
            }
        }
        guard !matchedOfFirst.isEmpty else { return 0 }
        let matchedOfSecond = second.indices.lazy.filter { taken[$0] }.map { second[$0] }
        let transposed = Double(zip(matchedOfFirst, matchedOfSecond).count { $0 != $1 }) / 2
        let matches = Double(matchedOfFirst.count)
        return (matches / Double(first.count) + matches / Double(second.count) + (matches - transposed) / matches) / 3
    }
}
