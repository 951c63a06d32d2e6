import Foundations

/// Parses and formats decimal numbers as scaled integers, without floating point.
public enum DecimalNumber {
    /// The reason why a text is not a valid number.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// A sentence for the person who typed it.
        public let description: String
    }

    /// Parses a number such as `3.49` or `-12`.
    /// - Parameters:
    ///   - decimals: the maximum number of digits after the point, 0 to 9.
    ///   - what: the subject of the error sentence: "The amount".
    /// - Returns: the number times ten to the power of `decimals`.
    public static func parse(_ text: String, decimals: Int, what: String) throws(Problem) -> Int64 {
        let isNegative = text.hasPrefix("-")
        let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
        let digits = parts.joined()
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }), digits.utf8.allSatisfy(isDigit) else {
            throw Problem(description: "\(what) \"\(text)\" is not a number such as \(example(decimals)).")
        }
        let fraction = parts.count == 2 ? parts[1].count : 0
        guard fraction <= decimals else {
            let allowed = decimals == 0 ? "no digits" : decimals == 1 ? "1 digit" : "at most \(decimals) digits"
            throw Problem(description: "\(what) \"\(text)\" may have \(allowed) after the point.")
        }
        let padded = (isNegative ? "-" : "") + digits + String(repeating: "0", count: decimals - fraction)
        guard let value = Int64(padded) else { throw Problem(description: "\(what) \"\(text)\" is too large.") }
        return value
    }

    /// Formats a number; the reverse of parsing.
    /// - Parameters:
    ///   - value: the number times ten to the power of `decimals`.
    ///   - keepsZeros: whether trailing zeros of the fraction are written, as in amounts.
    public static func text(_ value: Int64, decimals: Int, keepsZeros: Bool) -> String {
        let number = ExactDecimal(value, scale: decimals)
        return (keepsZeros ? number : number.normalized).description
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func example(_ decimals: Int) -> String { text(349, decimals: min(decimals, 2), keepsZeros: true) }
}
