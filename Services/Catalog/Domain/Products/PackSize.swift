import Foundations

/// The content of one package as printed: `6X355ML` is six of 355 ml.
package struct PackSize: Hashable, Sendable {
    /// The dimension of an amount.
    package enum Dimension: Sendable {
        /// In thousandths of a gram.
        case mass
        /// In thousandths of a millilitre.
        case volume
    }

    /// The number of units in the package; 1 unless printed.
    package let count: Int
    /// The content of each unit, in the dimension's unit.
    package let amount: Int
    /// The dimension of the amount.
    package let dimension: Dimension

    /// A package of equal units.
    package init(count: Int = 1, amount: Int, dimension: Dimension) {
        self.count = count
        self.amount = amount
        self.dimension = dimension
    }

    /// Finds the size in normalized words; nil when no mass or volume is printed.
    package init?(in words: [String]) {
        for index in words.indices where words[index].utf8.first.map(PackNotation.isDigit) == true {
            if let size = Self.read(words[index]) ?? Self.read(words[index...].prefix(2).joined()) {
                let before = index >= 2 && words[index - 1] == "x" ? Int(words[index - 2]) : nil
                self.init(
                    count: before.flatMap { (1...1_000).contains($0) ? $0 : nil } ?? size.count,
                    amount: size.amount,
                    dimension: size.dimension
                )
                return
            }
        }
        return nil
    }

    /// Parses `355ml`, `1.5l` or `6x355ml`.
    private static func read(_ word: String) -> PackSize? {
        let parts = word.split(separator: "x", omittingEmptySubsequences: false)
        guard let last = parts.last, parts.count <= 2 else { return nil }
        let count = parts.count == 2 ? Int(parts[0]) ?? 0 : 1
        let digits = last.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        guard (1...1_000).contains(count), let number = thousandths(digits),
            let unit = units[String(last.dropFirst(digits.count))]
        else { return nil }
        return PackSize(count: count, amount: number * unit.amount / 1_000, dimension: unit.dimension)
    }

    /// Parses a decimal number up to 99,999.999 as thousandths.
    private static func thousandths(_ text: Substring) -> Int? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, (1...5).contains(first.count), let whole = Int(first) else { return nil }
        guard parts.count == 2 else { return whole * 1_000 }
        let fraction = parts[1].prefix(3)
        guard let part = Int(fraction) else { return nil }
        return whole * 1_000 + part * [100, 10, 1][fraction.count - 1]
    }

    /// Thousandths of a gram or millilitre in one of each unit as it is printed, rounded.
    private static let units: [String: (amount: Int, dimension: Dimension)] = {
        let spellings: [(UnitOfMeasure, Dimension, [String])] = [
            (.kilogram, .mass, ["kg"]), (.gram, .mass, ["g", "gr", "gm"]), (.milligram, .mass, ["mg"]),
            (.pound, .mass, ["lb", "lbs"]), (.ounce, .mass, ["oz"]), (.litre, .volume, ["l", "lt", "ltr"]),
            (.millilitre, .volume, ["ml"]), (.centilitre, .volume, ["cl"]),
        ]
        return spellings.reduce(into: [:]) { units, row in
            let thousandths = try? (row.0.inBaseUnits * 1_000).rounded(toScale: 0).wholeNumber
            for word in row.2 { units[word] = (Int(thousandths ?? 0), row.1) }
        }
    }()
}

extension PackSize {
    /// The plausibility of a product counted in a unit, given this size, 0 to 1.
    ///
    /// Products sold by weight rarely have a volume, and liquids rarely a mass; other units go with both.
    func fit(_ unit: ProductUnit) -> Double {
        switch (dimension, unit) {
        case (.volume, .kilogram): 0.72
        case (.mass, .litre): 0.85
        default: 1
        }
    }
}
