package import CommonMessages
import Foundations

extension Common.Money {
    /// The amount for people: `CA$1,053.17`, `¥980`, `-KWD 1.250`. No two currencies share a symbol.
    package var text: String {
        let digits = Currency.minorDigits(ofCode: currency)
        let sign = minorUnits < 0 ? "-" : ""
        return sign + prefix + Common.Money.decimal(minorUnits.magnitude, digits: digits)
    }

    /// The currency's symbol, or its code and a space that keeps it on the amount's line.
    private var prefix: String { Common.Money.symbols[currency] ?? "\(currency)\u{A0}" }

    private static func decimal(_ minorUnits: UInt64, digits: Int) -> String {
        let text = String(minorUnits)
        let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
        let whole = padded.dropLast(digits)
        let grouped = whole.enumerated().reduce(into: "") { result, element in
            if element.offset > 0, (whole.count - element.offset).isMultiple(of: 3) { result += "," }
            result.append(element.element)
        }
        return digits == 0 ? grouped : "\(grouped).\(padded.suffix(digits))"
    }

    /// Symbols that stand for one currency only; an amount whose currency isn't known has none.
    private static let symbols = [
        Currency.unknown: "",
        "USD": "US$", "CAD": "CA$", "AUD": "A$", "NZD": "NZ$", "HKD": "HK$", "SGD": "S$", "TWD": "NT$", "MXN": "MX$",
        "BRL": "R$", "EUR": "€", "GBP": "£", "JPY": "¥", "CNY": "CN¥", "INR": "₹", "KRW": "₩", "VND": "₫", "ILS": "₪",
        "PHP": "₱", "UAH": "₴", "NGN": "₦",
    ]
}
