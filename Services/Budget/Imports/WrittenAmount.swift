import Foundations

/// An amount as programs and people write it: 1,234.50, 1 234,50 €, (12.30), $-4.00, 4.00-.
enum WrittenAmount {
    /// The letters of a currency's code or symbol, such as those of CAD or US$ with a mark for credit behind.
    private static let longestCode = 5

    /// Reads an amount in major units; nil for what is none, such as one with groups of other than three digits.
    /// - Parameter hasDecimalComma: Whether a comma is the decimal mark, so that points separate groups.
    static func decimal(_ text: String, hasDecimalComma: Bool) -> ExactDecimal? {
        guard text.utf8.count <= 60 else { return nil }
        var (signs, letters) = (0, 0)
        var core = Substring(text).unicodeScalars
        // Symbols, codes of currencies and signs are around the number.
        func isAround(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar {
            case "-", "−", "–", "(": signs += 1
            case "+", ")": break
            default:
                if scalar.properties.isAlphabetic { letters += 1 }
                return scalar.properties.isWhitespace || scalar.properties.isAlphabetic
                    || scalar.properties.generalCategory == .currencySymbol
            }
            return true
        }
        while let first = core.first, isAround(first) { core.removeFirst() }
        while let last = core.last, isAround(last) { core.removeLast() }
        let halves = core.split(separator: hasDecimalComma ? "," : ".", omittingEmptySubsequences: false)
        guard signs <= 1, letters <= Self.longestCode, let first = halves.first, halves.count <= 2,
            let whole = digits(inGroups: first)
        else {
            return nil
        }
        let fraction = halves.count == 2 ? String(halves[1]) : ""
        guard fraction.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains), !(whole + fraction).isEmpty
        else {
            return nil
        }
        return ExactDecimal(
            (signs == 1 ? "-" : "") + (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : "." + fraction)
        )
    }

    /// The digits of a whole number, which may be in groups of three with the same separator between all; nil for anything else.
    private static func digits(inGroups text: Substring.UnicodeScalarView) -> String? {
        var (digits, separator, groupLength) = ("", nil as Unicode.Scalar?, 0)
        for scalar in text {
            switch scalar {
            case "0"..."9":
                digits.unicodeScalars.append(scalar)
                groupLength += 1
            case ".", ",", "'", "’", " ", "\u{A0}", "\u{202F}":
                let isFirst = separator == nil
                guard isFirst ? (1...3).contains(groupLength) : separator == scalar && groupLength == 3 else {
                    return nil
                }
                (separator, groupLength) = (scalar, 0)
            default: return nil
            }
        }
        return separator == nil || groupLength == 3 ? digits : nil
    }

    /// Whether most amounts have a decimal comma.
    /// - Parameter texts: The amounts as they are in the file.
    static func hasDecimalComma(in texts: [String]) -> Bool {
        let points = texts.count { decimal($0, hasDecimalComma: false) != nil }
        let commas = texts.count { decimal($0, hasDecimalComma: true) != nil }
        return commas > points
    }
}
