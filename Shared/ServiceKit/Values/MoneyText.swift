package import CommonMessages
import Foundations
package import Texts

extension Common.Money {
    /// The amount for people: `CA$1,053.17`, `¥980`, `-KWD 1.250`. No two currencies share a symbol.
    package var text: String {
        let amount = Foundations.Money.text(minorUnits: minorUnits, currencyCode: currency)
        let sign = minorUnits < 0 ? "-" : ""
        return sign + prefix + Common.Money.grouped(amount.dropFirst(sign.count), by: ",")
    }

    /// The amount in a language: `CA$1,053.17`, `1 053,17 $ CA`.
    package func text(in language: Language) -> String {
        guard language == .french else { return text }
        let amount = Foundations.Money.text(minorUnits: minorUnits, currencyCode: currency)
        let sign = minorUnits < 0 ? "-" : ""
        let number = Common.Money.grouped(amount.dropFirst(sign.count), by: "\u{202F}", decimalSeparator: ",")
        let symbol = Common.Money.symbols[currency] ?? currency
        guard !symbol.isEmpty else { return sign + number }
        // The country stands behind the dollar: `$ CA`.
        let suffix = symbol.count > 1 && symbol.hasSuffix("$") ? "$\u{A0}\(symbol.dropLast())" : symbol
        return "\(sign)\(number)\u{A0}\(suffix)"
    }

    /// The currency's symbol, or its code and a space that keeps it on the amount's line.
    private var prefix: String { Common.Money.symbols[currency] ?? "\(currency)\u{A0}" }

    /// The amount with its whole part in groups of three digits.
    private static func grouped(
        _ amount: Substring,
        by separator: String,
        decimalSeparator: String = "."
    ) -> String {
        let whole = amount.prefix { $0 != "." }
        let grouped = whole.enumerated().reduce(into: "") { result, element in
            if element.offset > 0, (whole.count - element.offset).isMultiple(of: 3) { result += separator }
            result.append(element.element)
        }
        return grouped + amount.dropFirst(whole.count).replacing(".", with: decimalSeparator)
    }

    /// Symbols that stand for one currency only; an amount whose currency isn't known has none.
    private static let symbols = [
        Currency.unknown: "",
        "USD": "US$", "CAD": "CA$", "AUD": "A$", "NZD": "NZ$", "HKD": "HK$", "SGD": "S$", "TWD": "NT$", "MXN": "MX$",
        "BRL": "R$", "EUR": "€", "GBP": "£", "JPY": "¥", "CNY": "CN¥", "INR": "₹", "KRW": "₩", "VND": "₫", "ILS": "₪",
        "PHP": "₱", "UAH": "₴", "NGN": "₦",
    ]
}
