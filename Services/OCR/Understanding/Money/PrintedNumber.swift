import Foundations

/// A number exactly as printed: `mantissa` / 10^`decimals`.
///
/// Unlike an `ExactDecimal`, it differs from the same number with other decimals: 1.5 is not printed as 1.50.
struct PrintedNumber: Sendable, Hashable {
    let mantissa: Int64
    let decimals: Int

    var isZero: Bool { mantissa == 0 }
    /// Whether the number exceeds any sum on a receipt in a currency with some decimals: a code, or a misreading. Sums of
    /// smaller numbers in minor units, and their products with tax rates, cannot overflow.
    func isBeyondReceipts(decimals: Int) -> Bool { scaled(to: decimals).magnitude >= 100_000_000_000 }
    var negated: PrintedNumber { PrintedNumber(mantissa: -mantissa, decimals: decimals) }

    private var value: ExactDecimal { ExactDecimal(mantissa, scale: decimals) }

    /// The mantissa for another number of decimals, rounded half away from zero.
    func scaled(to target: Int) -> Int64 { value.units(ofScale: target) }

    /// The product in minor units, rounded half away from zero; `nil` beyond the range of a receipt.
    func times(_ other: PrintedNumber, decimals target: Int) -> Int64? {
        guard let product = try? value * other.value, product.coefficient.magnitude < 1_000_000_000_000_000 else {
            return nil
        }
        return product.units(ofScale: target)
    }

    /// Parses digits with optional grouping and decimal separators (`1,234.56`, `1.234,56`, `.50`, `1'234.50`).
    ///
    /// A single separator before exactly three digits is grouping for a currency with two or no decimals and the
    /// decimal separator otherwise; `decimals` is what the currency uses.
    init?(_ text: some StringProtocol, currencyDecimals: Int) {
        guard text.utf8.count <= 14, let last = text.last, last.isASCIIDigit else { return nil }
        var groups: [Substring] = []
        var separators: [Character] = []
        var rest = Substring(text)
        while let index = rest.firstIndex(where: { !$0.isASCIIDigit }) {
            guard ".,'’".contains(rest[index]) else { return nil }
            groups.append(rest[..<index])
            separators.append(rest[index])
            rest = rest[rest.index(after: index)...]
        }
        groups.append(rest)
        guard let fraction = Self.fractionDigits(groups, separators, currencyDecimals) else { return nil }
        guard let mantissa = Int64(groups.joined()) else { return nil }
        self.init(mantissa: mantissa, decimals: fraction)
    }

    init(mantissa: Int64, decimals: Int) {
        self.mantissa = mantissa
        self.decimals = decimals
    }

    /// The number of digits after the decimal separator; `nil` when the separators are inconsistent.
    private static func fractionDigits(_ groups: [Substring], _ separators: [Character], _ decimals: Int) -> Int? {
        guard let separator = separators.last, let tail = groups.last else { return 0 }
        let head = groups.dropLast()
        let grouped = head.dropFirst().allSatisfy { $0.count == 3 } && (head.first?.count ?? 0) <= 3
        if separators.count == 1 {
            if tail.count == 3, decimals != 3, let first = groups.first, (1...3).contains(first.count) {
                // 1,234 and ¥1.280 are thousands; 2.230 beside cents is a price per litre or a weight.
                return separator == "." && decimals == 2 || first == "0" ? 3 : 0
            }
            return tail.count <= 4 ? tail.count : nil
        }
        guard grouped else { return nil }
        if separators.allSatisfy({ $0 == separator }) { return tail.count == 3 ? 0 : nil }
        guard separators.dropLast().allSatisfy({ $0 != separator }) else { return nil }
        return tail.count <= 4 ? tail.count : nil
    }
}

extension ExactDecimal {
    /// How many units of its last digit the number has at another scale, rounded half away from zero.
    ///
    /// A printed number has at most 14 digits, and a quotient of prices 17, so that there is room for those of every currency.
    fileprivate func units(ofScale scale: Int) -> Int64 {
        let limit: Int64 = isNegative ? .min : .max
        guard let rounded = try? rounded(toScale: scale, .toNearestOrAwayFromZero) else { return limit }
        return Int64(exactly: rounded.coefficient) ?? limit
    }
}

extension Character {
    var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
