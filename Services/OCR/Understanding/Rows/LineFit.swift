/// Fits straight lines to words.
enum LineFit {
    /// The slope of words that span enough width: pixels down for each pixel to the right.
    static func slope(_ words: [RecognizedWord]) -> Double? {
        let full = tall(words)
        guard full.count >= 3, let first = full.map(\.box.x).min(), let last = full.map(\.box.right).max(),
            last - first > 8 * (full.map(\.box.height).max() ?? 0)
        else { return nil }
        let (x0, y0) = centre(full)
        var covariance = 0.0
        var variance = 0.0
        for word in full {
            let dx = Double(word.box.x * 2 + word.box.width) / 2 - x0
            covariance += dx * (Double(word.box.middle) - y0)
            variance += dx * dx
        }
        guard variance > 0 else { return nil }
        let slope = covariance / variance
        return abs(slope) < 0.3 ? slope : nil
    }

    /// The median slope of a page's lines; 0 when none spans enough width.
    static func slope(ofMost lines: some Sequence<[RecognizedWord]>) -> Double {
        let slopes = lines.compactMap(slope).sorted()
        return slopes.isEmpty ? 0 : slopes[slopes.count / 2]
    }

    /// The mean of the words' middles.
    static func centre(_ words: [RecognizedWord]) -> (x: Double, y: Double) {
        let full = tall(words)
        let used = full.isEmpty ? words : full
        let count = Double(max(1, used.count))
        return (
            used.reduce(0) { $0 + Double($1.box.x * 2 + $1.box.width) / 2 } / count,
            used.reduce(0) { $0 + Double($1.box.middle) } / count
        )
    }

    /// The words without dashes, points and the like, which are off the middle of their line.
    private static func tall(_ words: [RecognizedWord]) -> [RecognizedWord] {
        let highest = words.map(\.box.height).sorted()
        guard !highest.isEmpty else { return [] }
        let median = highest[highest.count / 2]
        return words.filter { $0.box.height * 2 > median && $0.box.height < median * 2 }
    }
}
