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

    /// The size in normalized words, the first one; nil when no mass or volume is printed.
    package init?(in words: [String]) {
        guard let size = Self.all(in: words).first else { return nil }
        self = size
    }

    /// The size in normalized words where there is only one of it, and it is none of a dose, so that a price can be computed with it.
    package init?(onlyIn words: [String]) {
        let sizes = Self.all(in: words.filter { !$0.hasSuffix("mg") })
        guard let size = sizes.first, sizes.allSatisfy({ $0 == size }) else { return nil }
        self = size
    }

    /// The size in a text where there is only one of it, and it is none of a dose.
    package init?(onlyIn text: String) { self.init(onlyIn: NormalisedText(text).words) }

    /// All sizes in normalized words.
    private static func all(in words: [String]) -> some Collection<PackSize> {
        words.indices.lazy.compactMap { index in
            guard words[index].utf8.first.map(PackNotation.isDigit) == true, let size = read(words, at: index),
                size.amount > 0
            else { return nil }
            guard size.count == 1, let count = count(before: index, in: words) ?? count(after: index, in: words) else {
                return size
            }
            return PackSize(count: count, amount: size.amount, dimension: size.dimension)
        }
    }

    /// The size that begins with a word: `355ml`, or `355` `ml`.
    private static func read(_ words: [String], at index: Int) -> PackSize? {
        if let size = read(words[index]) { return size }
        guard index + 1 < words.count, units[words[index + 1]] != nil else { return nil }
        return read(words[index] + words[index + 1])
    }

    /// How many units of the size there are by the words before it: `6 x 355ml`, `12pk 355ml`, `12 pk 355ml`, or `12/355ml`, of which
    /// the slash is no word. A number below 4 alone may be something else, such as the fat in `MLK 2 4L`.
    private static func count(before index: Int, in words: [String]) -> Int? {
        let before = words[..<index]
        guard let last = before.last else { return nil }
        if separators.contains(last) { return before.dropLast().last.flatMap { number($0, 1...1_000) } }
        for separator in separators where last.hasSuffix(separator) {
            if let count = number(String(last.dropLast(separator.count)), 1...1_000) { return count }
        }
        return number(last, 4...60)
    }

    /// How many there are by the words after a size: `284ml 3pk`, `284ml 3 pk` or `284ml x3`.
    private static func count(after index: Int, in words: [String]) -> Int? {
        let after = words[(index + 1)...].drop { units[$0] != nil }
        guard let first = after.first else { return nil }
        if first.hasPrefix("x") { return number(String(first.dropFirst()), 2...1_000) }
        for separator in packs {
            if first.hasSuffix(separator) { return number(String(first.dropLast(separator.count)), 2...1_000) }
            if after.dropFirst().first == separator { return number(first, 2...1_000) }
        }
        return nil
    }

    private static func number(_ word: String, _ range: ClosedRange<Int>) -> Int? {
        guard word.utf8.allSatisfy(PackNotation.isDigit), let number = Int(word), range.contains(number) else {
            return nil
        }
        return number
    }

    /// What stands between a count and a size.
    private static let separators = ["x"] + packs
    private static let packs = ["pk", "pack"]

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
