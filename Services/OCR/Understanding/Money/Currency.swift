/// A currency that receipts are read in.
package struct Currency: Sendable, Hashable {
    /// ISO 4217.
    package var code: String
    /// Digits after the decimal separator: 0, 2 or 3.
    package var decimals: Int

    package init(code: String) {
        self.code = code
        self.decimals = Self.unusualDecimals[code] ?? 2
    }

    /// How two numbers before a year are read where only the currency tells: day first or month first.
    var writesMonthFirst: Bool { code == "USD" || code == "CAD" }

    /// What cash sums are rounded to, in minor units.
    var smallestCoin: Int64 { Self.coins[code] ?? 1 }

    /// Whether receipts round the total itself; elsewhere only what is handed over is rounded.
    var roundsTotals: Bool { code == "MYR" || code == "CHF" }

    private static let coins: [String: Int64] = ["MYR": 5, "CHF": 5, "CAD": 5, "SGD": 5, "AUD": 5, "NZD": 10]

    /// The currencies of ISO 4217 that have no cents or thousandths.
    private static let unusualDecimals: [String: Int] = [
        "JPY": 0, "KRW": 0, "VND": 0, "CLP": 0, "ISK": 0, "XAF": 0, "XOF": 0, "PYG": 0, "UGX": 0,
        "KWD": 3, "BHD": 3, "OMR": 3, "JOD": 3, "TND": 3, "IQD": 3, "LYD": 3,
    ]

    /// What is printed beside amounts, longest first. `$` stands for several currencies and names none by itself.
    static let symbols: [(printed: String, code: String?)] = [
        ("US$", "USD"), ("CA$", "CAD"), ("CAD$", "CAD"), ("C$", "CAD"), ("S$", "SGD"), ("A$", "AUD"), ("NZ$", "NZD"),
        ("HK$", "HKD"), ("USD", "USD"), ("CAD", "CAD"), ("MYR", "MYR"), ("EUR", "EUR"), ("GBP", "GBP"), ("JPY", "JPY"),
        ("KWD", "KWD"), ("AUD", "AUD"), ("SGD", "SGD"), ("CHF", "CHF"), ("INR", "INR"), ("NZD", "NZD"), ("RM", "MYR"),
        ("KD", "KWD"), ("K.D.", "KWD"), ("K.D", "KWD"), ("£", "GBP"), ("€", "EUR"), ("¥", "JPY"), ("￥", "JPY"),
        ("円", "JPY"), ("₹", "INR"), ("$", nil),
    ].sorted { $0.printed.count > $1.printed.count }
}
