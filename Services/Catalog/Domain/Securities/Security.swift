package import Foundations

/// What a security is.
package enum SecurityKind: String, Sendable, CaseIterable {
    case stock, etf, index, bond
}

/// What the ratio of two prices of a security says.
package enum PriceAdjustment: String, Sendable, CaseIterable {
    /// The total return: prices are adjusted for splits and dividends.
    case totalReturn = "total_return"
    /// The change of the price alone; dividends are missing.
    case price
}

/// How far the prices of a series are apart.
package enum SeriesInterval: String, Sendable, CaseIterable {
    case day, month
}

/// A listed company, fund or index.
package struct Security: Equatable, Sendable {
    /// The unique symbol, in capitals.
    package var symbol: String
    /// The name.
    package var name: String
    /// Where it is traded; empty for none.
    package var exchange: String
    /// ISO 4217: of its prices.
    package var currency: String
    /// What it is.
    package var kind: SecurityKind
    /// A country by ISO 3166-1 alpha-2, or EU; empty where unknown.
    package var region: String
    /// What the ratio of two prices says.
    package var adjustment: PriceAdjustment

    /// A security.
    package init(
        symbol: String,
        name: String,
        exchange: String = "",
        currency: String,
        kind: SecurityKind,
        region: String = "",
        adjustment: PriceAdjustment
    ) {
        self.symbol = symbol
        self.name = name
        self.exchange = exchange
        self.currency = currency
        self.kind = kind
        self.region = region
        self.adjustment = adjustment
    }
}

/// Symbols of securities.
package enum SecuritySymbol {
    /// The symbol in capitals; nil for what is none: 1 to 20 letters, digits, `.`, `-`, `^` and `=`.
    package static func normalised(_ text: String) -> String? {
        let symbol = text.uppercased()
        let isSymbol = symbol.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || ".-^=".utf8.contains(byte)
        }
        return isSymbol && (1...20).contains(symbol.utf8.count) ? symbol : nil
    }
}

/// A price of a security.
package struct SecurityPrice: Equatable, Sendable {
    /// The day.
    package let day: CalendarDay
    /// In the security's currency, above 0.
    package let close: ExactDecimal

    /// A price.
    package init(day: CalendarDay, close: ExactDecimal) {
        self.day = day
        self.close = close
    }

    /// Reads a price: above 0 and below a thousand million, with at most 9 decimals, so that the prices of a series are 64-bit
    /// integers in units of their smallest digit; nil for anything else.
    package static func close(_ text: String) -> ExactDecimal? {
        guard let close = ExactDecimal(text)?.normalized, close > .zero, close.scale <= 9, close < 1_000_000_000 else {
            return nil
        }
        return close
    }
}

extension CalendarDay {
    /// The first day of which prices are kept: 1800-01-01.
    package static var earliestPrice: CalendarDay {
        guard let day = CalendarDay(year: 1_800, month: 1, day: 1) else { preconditionFailure("a day of the calendar") }
        return day
    }

    /// The last day that a price may be given for: 2199-12-31.
    package static var latestPrice: CalendarDay {
        guard let day = CalendarDay(year: 2_199, month: 12, day: 31) else {
            preconditionFailure("a day of the calendar")
        }
        return day
    }
}
