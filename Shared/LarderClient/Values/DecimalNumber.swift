import Foundations

/// Parses and formats decimal numbers as scaled integers, without floating point.
public enum DecimalNumber {
    /// The reason why a text is not a valid number.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// A sentence for the person who typed it.
        public let text: LocalizedText

        /// The sentence in English.
        public var description: String { text.english }
    }

    /// Parses a number such as `3.49` or `-12`; in French also `3,49`.
    /// - Parameters:
    ///   - decimals: the maximum number of digits after the point, 0 to 9.
    ///   - what: the subject of the error sentence: "The amount".
    ///   - language: of the person who typed it.
    /// - Returns: the number times ten to the power of `decimals`.
    public static func parse(
        _ text: String,
        decimals: Int,
        what: LocalizedText,
        in language: Language = .english
    ) throws(Problem) -> Int64 {
        let isNegative = text.hasPrefix("-")
        let parts = text.dropFirst(isNegative ? 1 : 0).split(omittingEmptySubsequences: false) { character in
            character == "." || (language == .french && character == ",")
        }
        let digits = parts.joined()
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }), digits.utf8.allSatisfy(isDigit) else {
            let example = LocalizedText.value { self.example(decimals, in: $0) }
            throw Problem(text: .client.numberMalformed(what: what, text: text, figures: example))
        }
        let fraction = parts.count == 2 ? parts[1].count : 0
        guard fraction <= decimals else {
            throw Problem(
                text: decimals == 0
                    ? .client.numberWithoutDecimals(what: what, text: text)
                    : .client.numberDecimals(what: what, text: text, count: decimals)
            )
        }
        let padded = (isNegative ? "-" : "") + digits + String(repeating: "0", count: decimals - fraction)
        guard let value = Int64(padded) else { throw Problem(text: .client.numberTooLarge(what: what, text: text)) }
        return value
    }

    /// Formats a number; the reverse of parsing.
    /// - Parameters:
    ///   - value: the number times ten to the power of `decimals`.
    ///   - keepsZeros: whether trailing zeros of the fraction are written, as in amounts.
    ///   - language: which decides between a decimal point and a comma.
    public static func text(
        _ value: Int64,
        decimals: Int,
        keepsZeros: Bool,
        in language: Language = .english
    ) -> String {
        let number = ExactDecimal(value, scale: decimals)
        return language.writing((keepsZeros ? number : number.normalized).description)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func example(_ decimals: Int, in language: Language) -> String {
        text(349, decimals: min(decimals, 2), keepsZeros: true, in: language)
    }
}

extension Language {
    /// A number with a decimal point, as the language writes it.
    func writing(_ number: String) -> String { self == .french ? number.replacing(".", with: ",") : number }
}
