package import Foundations

/// The units' printed names.
extension ReceiptUnit {
    /// The unit for a printed word, in any case, with or without a full stop.
    package init?(printed: some StringProtocol) {
        let word = printed.lowercased().filter { $0.isLetter }
        guard let unit = Self.words[word] else { return nil }
        self = unit
    }

    /// Whether quantities in this unit can be fractions.
    var isMeasured: Bool { self != .each }

    private static let words: [String: ReceiptUnit] = {
        let spellings: [ReceiptUnit: String] = [
            .each:
                "ea each pc pcs pce pkt pkts pk pack unit units uni set sets roll rolls bag bags box btl tin stk st pr prs pair pairs bte lgth len lens nos biji bj helai batang ctn",
            .kilogram: "kg kgs kilo kilos",
            .gram: "g gm gr gram grams",
            .pound: "lb lbs",
            .ounce: "oz",
            .litre: "l lt ltr litre litres liter liters",
            .millilitre: "ml",
            .gallon: "gal gallon gallons",
            .metre: "m mtr metre metres",
        ]
        var words: [String: ReceiptUnit] = [:]
        for (unit, list) in spellings {
            for word in list.split(separator: " ") { words[String(word)] = unit }
        }
        return words
    }()
}
