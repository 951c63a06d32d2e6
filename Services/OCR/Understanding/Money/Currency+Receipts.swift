import Foundations

extension Currency {
    /// Whether an ambiguous date is read month first.
    var writesMonthFirst: Bool { code == "USD" || code == "CAD" }

    /// The amount to which cash sums are rounded, in minor units.
    var smallestCoin: Int64 { Self.coins[code] ?? 1 }

    /// Whether receipts round the total itself rather than only the cash payment.
    var roundsTotals: Bool { code == "MYR" || code == "CHF" }

    private static let coins: [String: Int64] = ["MYR": 5, "CHF": 5, "CAD": 5, "SGD": 5, "AUD": 5, "NZD": 10]

    /// The symbols printed beside amounts, longest first. `$` stands for several currencies and identifies none.
    static let symbols: [(printed: String, code: String?)] = [
        ("US$", "USD"), ("CA$", "CAD"), ("CAD$", "CAD"), ("C$", "CAD"), ("S$", "SGD"), ("A$", "AUD"), ("NZ$", "NZD"),
        ("HK$", "HKD"), ("USD", "USD"), ("CAD", "CAD"), ("MYR", "MYR"), ("EUR", "EUR"), ("GBP", "GBP"), ("JPY", "JPY"),
        ("KWD", "KWD"), ("AUD", "AUD"), ("SGD", "SGD"), ("CHF", "CHF"), ("INR", "INR"), ("NZD", "NZD"), ("RM", "MYR"),
        ("KD", "KWD"), ("K.D.", "KWD"), ("K.D", "KWD"), ("£", "GBP"), ("€", "EUR"), ("¥", "JPY"), ("￥", "JPY"),
        ("円", "JPY"), ("₹", "INR"), ("$", nil),
    ].sorted { $0.printed.count > $1.printed.count }
}
