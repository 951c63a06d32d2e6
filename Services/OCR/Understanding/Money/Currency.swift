/// A currency in which receipts can be read.
package struct Currency: Sendable, Hashable {
    /// The ISO 4217 code.
    package var code: String
    /// The number of digits after the decimal separator: 0, 2 or 3.
    package var decimals: Int

    /// The currency with an ISO 4217 code; unlisted codes have two decimals.
    package init(code: String) {
        self.code = code
        self.decimals = Self.unusualDecimals[code] ?? 2
    }

    /// Whether an ambiguous date is read month first.
    var writesMonthFirst: Bool { code == "USD" || code == "CAD" }

    /// The amount to which cash sums are rounded, in minor units.
    var smallestCoin: Int64 { Self.coins[code] ?? 1 }

    /// Whether receipts round the total itself rather than only the cash payment.
    var roundsTotals: Bool { code == "MYR" || code == "CHF" }

    private static let coins: [String: Int64] = ["MYR": 5, "CHF": 5, "CAD": 5, "SGD": 5, "AUD": 5, "NZD": 10]

    /// The ISO 4217 currencies that have no decimals or three.
    private static let unusualDecimals: [String: Int] = [
        "JPY": 0, "KRW": 0, "VND": 0, "CLP": 0, "ISK": 0, "XAF": 0, "XOF": 0, "PYG": 0, "UGX": 0,
        "KWD": 3, "BHD": 3, "OMR": 3, "JOD": 3, "TND": 3, "IQD": 3, "LYD": 3,
    ]

    /// The symbols printed beside amounts, longest first. `$` stands for several currencies and identifies none.
    static let symbols: [(printed: String, code: String?)] = [
        ("US$", "USD"), ("CA$", "CAD"), ("CAD$", "CAD"), ("C$", "CAD"), ("S$", "SGD"), ("A$", "AUD"), ("NZ$", "NZD"),
        ("HK$", "HKD"), ("USD", "USD"), ("CAD", "CAD"), ("MYR", "MYR"), ("EUR", "EUR"), ("GBP", "GBP"), ("JPY", "JPY"),
        ("KWD", "KWD"), ("AUD", "AUD"), ("SGD", "SGD"), ("CHF", "CHF"), ("INR", "INR"), ("NZD", "NZD"), ("RM", "MYR"),
        ("KD", "KWD"), ("K.D.", "KWD"), ("K.D", "KWD"), ("£", "GBP"), ("€", "EUR"), ("¥", "JPY"), ("￥", "JPY"),
        ("円", "JPY"), ("₹", "INR"), ("$", nil),
    ].sorted { $0.printed.count > $1.printed.count }
}
