package import Foundations

// The binary form of `numeric` is four 16-bit words (digit count, weight of the first digit, sign, scale) and then digits
// of base 10,000; see `numeric_send` and `numeric_recv` in PostgreSQL's numeric.c.
extension ExactDecimal: PostgresCodable {
    private static let negative: UInt16 = 0x4000
    private static let digitsPerWord = 4

    /// `numeric`.
    package static var postgresType: PostgresType { .numeric }

    /// The number with its scale.
    package var postgresValue: PostgresParameter.Value {
        // Words are aligned at the decimal point.
        let missing = (Self.digitsPerWord - scale % Self.digitsPerWord) % Self.digitsPerWord
        let text = String(coefficient.magnitude) + String(repeating: "0", count: missing)
        let padding = (Self.digitsPerWord - text.utf8.count % Self.digitsPerWord) % Self.digitsPerWord
        let digits = (Array(repeating: UInt8(ascii: "0"), count: padding) + Array(text.utf8)).map {
            $0 - UInt8(ascii: "0")
        }
        var words = stride(from: 0, to: digits.count, by: Self.digitsPerWord).map { start in
            digits[start..<start + Self.digitsPerWord].reduce(UInt16(0)) { $0 * 10 + UInt16($1) }
        }
        let fractionWords = (scale + missing) / Self.digitsPerWord
        let weight = words.count - fractionWords - 1
        // PostgreSQL accepts zeros at the end; those in front it would have to strip.
        let leading = words.prefix { $0 == 0 }.count
        words.removeFirst(leading)
        let header = [
            UInt16(words.count), UInt16(bitPattern: Int16(words.isEmpty ? 0 : weight - leading)),
            isNegative ? Self.negative : 0, UInt16(scale),
        ]
        return .binary((header + words).flatMap(\.bigEndianBytes))
    }

    /// Reads a `numeric` of up to 38 digits with its scale, or an integer.
    package init(postgres cell: PostgresCell) throws(PostgresDecodingFailure) {
        guard cell.type == .numeric else {
            self.init(try Int64(postgres: cell))
            return
        }
        let bytes = try cell.value(of: .numeric, for: ExactDecimal.self)
        guard let count = bytes.bigEndian(UInt16.self, at: 0), let weight = bytes.bigEndian(Int16.self, at: 2),
            let sign = bytes.bigEndian(UInt16.self, at: 4), let scale = bytes.bigEndian(UInt16.self, at: 6),
            bytes.count == 8 + 2 * Int(count)
        else { throw .malformed(cell.type) }
        guard sign == 0 || sign == Self.negative else {
            throw PostgresDecodingFailure("holds a numeric that isn't a number")
        }
        let words = (0..<Int(count)).map { bytes.bigEndian(UInt16.self, at: 8 + 2 * $0) ?? 0 }
        guard let number = Self.decimal(words, weight: Int(weight), scale: Int(scale)) else {
            throw PostgresDecodingFailure("holds a numeric of more than \(ExactDecimal.digitLimit) digits")
        }
        self = sign == Self.negative ? -number : number
    }

    /// The number with these digits of base 10,000; nil when it has more decimal digits than fit.
    private static func decimal(_ words: [UInt16], weight: Int, scale: Int) -> ExactDecimal? {
        guard scale <= digitLimit, weight <= digitLimit / digitsPerWord else { return nil }
        // Digits beyond the scale are zeros; those up to it that aren't sent, too.
        let positions = weight + 1 + (scale + digitsPerWord - 1) / digitsPerWord
        var text = ""
        for position in 0..<max(0, positions) {
            let word = position < words.count ? String(words[position]) : "0"
            text += String(repeating: "0", count: digitsPerWord - word.utf8.count) + word
        }
        let surplus = (digitsPerWord - scale % digitsPerWord) % digitsPerWord
        guard let coefficient = Int128("0" + text.dropLast(surplus)) else { return nil }
        return try? ExactDecimal(coefficient: coefficient, scale: scale)
    }
}
