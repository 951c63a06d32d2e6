/// A telephone number as compared: by its digits, with or without the codes of country and area.
package struct StorePhone: Hashable, Sendable {
    private let digits: [UInt8]

    /// Numbers of one place have so many digits; fewer are no number.
    private static let fewestDigits = 7

    /// Takes a number as printed or as kept; nil when it has too few digits to be one.
    package init?(_ text: String) {
        digits = text.utf8.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard (Self.fewestDigits...15).contains(digits.count) else { return nil }
    }

    /// Whether both ring at the same place: the shorter one is the end of the longer one, a zero that is only dialled
    /// inside of the country left out.
    package func agrees(with other: StorePhone) -> Bool {
        let (short, long) = digits.count < other.digits.count ? (self, other) : (other, self)
        let end = short.digits.drop { $0 == UInt8(ascii: "0") }
        guard end.count >= Self.fewestDigits else { return short.digits == long.digits }
        return long.digits.suffix(end.count).elementsEqual(end)
    }
}
