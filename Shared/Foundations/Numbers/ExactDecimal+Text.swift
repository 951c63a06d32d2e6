extension ExactDecimal: LosslessStringConvertible {
    /// Reads digits with an optional minus sign and fraction, as PostgreSQL writes a `numeric`: `-12.50`.
    ///
    /// nil for any other form, such as `.5`, `1e3`, `+1` or `NaN`, and above 38 digits. Zeros in front don't count as digits.
    public init?(_ text: String) {
        var digits = Substring(text).utf8
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative { digits.removeFirst() }
        var (magnitude, scale, hasPoint, count) = (UInt128(0), 0, false, 0)
        for byte in digits {
            if byte == UInt8(ascii: "."), !hasPoint, count > 0 {
                (hasPoint, count) = (true, 0)
                continue
            }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            count += 1
            if hasPoint { scale += 1 }
            let (scaled, overflows) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, overflowsAgain) = scaled.addingReportingOverflow(UInt128(byte - UInt8(ascii: "0")))
            guard !overflows, !overflowsAgain else { return nil }
            magnitude = sum
        }
        guard count > 0,
            let number = try? ExactDecimal(magnitude: magnitude, isNegative: isNegative, scale: scale)
        else { return nil }
        self = number
    }

    /// The number with all digits of its scale and a point: `-0.050`. PostgreSQL reads and writes the same text.
    public var description: String {
        let digits = String(coefficient.magnitude)
        let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
        let sign = isNegative ? "-" : ""
        return sign + padded.dropLast(scale) + (scale == 0 ? "" : ".") + padded.suffix(scale)
    }
}

extension ExactDecimal: ExpressibleByIntegerLiteral {
    /// A whole number.
    public init(integerLiteral number: Int64) { self.init(number) }
}
