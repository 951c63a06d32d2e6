package import CommonMessages
import Foundations

extension Common.Money {
    /// The amount for people: `CA$1,053.17`, `¥980`, `-KWD 1.250`. No two currencies share a symbol.
    package var text: String {
        let amount = Foundations.Money.text(minorUnits: minorUnits, currencyCode: currency)
        let sign = minorUnits < 0 ? "-" : ""
        return sign + prefix + Common.Money.grouped(amount.dropFirst(sign.count))
    }

    /// The currency's symbol, or its code and a space that keeps it on the amount's line.
    private var prefix: String { Common.Money.symbols[currency] ?? "\(currency)\u{A0}" }

    /// The amount with its whole part in groups of three digits.
    private static func grouped(_ amount: Substring) -> String {
        let whole = amount.prefix { $0 != "." }
        let grouped = whole.enumerated().reduce(into: "") { result, element in
            if element.offset > 0, (whole.count - element.offset).isMultiple(of: 3) { result += "," }
            result.append(element.element)
        }
        return grouped + amount.dropFirst(whole.count)
    }

    /// Symbols that stand for one currency only; an amount whose currency isn't known has none.
    private static let symbols = [
        Currency.unknown: "",
        "USD": "US$", "CAD": "CA$", "AUD": "A$", "NZD": "NZ$", "HKD": "HK$", "SGD": "S$", "TWD": "NT$", "MXN": "MX$",
        "BRL": "R$", "EUR": "€", "GBP": "£", "JPY": "¥", "CNY": "CN¥", "INR": "₹", "KRW": "₩", "VND": "₫", "ILS": "₪",
        "PHP": "₱", "UAH": "₴", "NGN": "₦",
    ]
}
