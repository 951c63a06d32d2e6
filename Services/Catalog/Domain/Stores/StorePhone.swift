/// A telephone number for comparison by its digits, with or without prefixes.
package struct StorePhone: Hashable, Sendable {
    private let digits: [UInt8]

    /// The minimum number of digits.
    private static let minimumDigits = 7

    /// Parses a number as printed or stored; nil with too few digits.
    package init?(_ text: String) {
        digits = text.utf8.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard (Self.minimumDigits...15).contains(digits.count) else { return nil }
    }

    /// Whether both numbers are the same line: one is a suffix of the other, ignoring a national trunk zero.
    package func agrees(with other: StorePhone) -> Bool {
        let (short, long) = digits.count < other.digits.count ? (self, other) : (other, self)
        let end = short.digits.drop { $0 == UInt8(ascii: "0") }
        guard end.count >= Self.minimumDigits else { return short.digits == long.digits }
        return long.digits.suffix(end.count).elementsEqual(end)
    }
}
