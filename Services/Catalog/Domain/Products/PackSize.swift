/// How much one package holds, as a line prints it: `6X355ML` is six of 355 ml.
package struct PackSize: Hashable, Sendable {
    /// What an amount is measured in.
    package enum Dimension: Sendable {
        /// In thousandths of a gram.
        case mass
        /// In thousandths of a millilitre.
        case volume
    }

    /// How many there are in the package; 1 unless something else is printed.
    package let count: Int
    /// What each holds, in the dimension's unit.
    package let amount: Int
    package let dimension: Dimension

    package init(count: Int = 1, amount: Int, dimension: Dimension) {
        self.count = count
        self.amount = amount
        self.dimension = dimension
    }

    /// Finds the size in words in normal form; nil when none of a mass or volume is printed.
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

    /// `355ml`, `1.5l`, `6x355ml`.
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

    /// At most 99,999.999.
    private static func thousandths(_ text: Substring) -> Int? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, (1...5).contains(first.count), let whole = Int(first) else { return nil }
        guard parts.count == 2 else { return whole * 1_000 }
        let fraction = parts[1].prefix(3)
        guard let part = Int(fraction) else { return nil }
        return whole * 1_000 + part * [100, 10, 1][fraction.count - 1]
    }

    /// Thousandths of a gram or millilitre in one.
    private static let units: [String: (amount: Int, dimension: Dimension)] = [
        "kg": (1_000_000, .mass), "g": (1_000, .mass), "gr": (1_000, .mass), "gm": (1_000, .mass), "mg": (1, .mass),
        "lb": (453_592, .mass), "lbs": (453_592, .mass), "oz": (28_350, .mass),
        "l": (1_000_000, .volume), "lt": (1_000_000, .volume), "ltr": (1_000_000, .volume), "ml": (1_000, .volume),
        "cl": (10_000, .volume),
    ]
}

extension PackSize {
    /// How well a product that is counted in a unit goes with the size, 0 to 1. What is weighed is hardly sold by volume, and
    /// what is poured seldom by mass; the other units go with both.
    func fit(_ unit: ProductUnit) -> Double {
        switch (dimension, unit) {
        case (.volume, .kilogram): 0.72
        case (.mass, .litre): 0.85
        default: 1
        }
    }
}
