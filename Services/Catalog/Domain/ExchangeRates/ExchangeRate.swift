package import Foundations

/// Two currencies by their ISO 4217 codes, of which the first is converted to the second.
package struct CurrencyPair: Hashable, Sendable {
    /// The currency that is converted.
    package let from: String
    /// The currency that it is converted to.
    package let to: String

    /// A pair of two currencies.
    package init(_ from: String, _ to: String) { (self.from, self.to) = (from, to) }

    /// The pair that converts back.
    package var reversed: CurrencyPair { CurrencyPair(to, from) }
}

/// An exchange rate of a day, as its source gives it.
package struct ExchangeRate: Hashable, Sendable {
    /// The most digits of a rate, without zeros in front.
    package static let digitLimit = 10
    /// The most digits of a rate after its point.
    package static let fractionLimit = 10
    /// How many characters the name of a source may have.
    package static let sourceLengths = 1...60

    /// The two currencies.
    package let pair: CurrencyPair
    /// The day that it is of.
    package let day: CalendarDay
    /// How much of the second currency one of the first is, above 0.
    package let rate: ExactDecimal
    /// Who says so.
    package let source: String

    /// A rate, whose zeros at the end don't count.
    package init(_ pair: CurrencyPair, on day: CalendarDay, _ rate: ExactDecimal, source: String) {
        self.pair = pair
        self.day = day
        self.rate = rate.normalized
        self.source = source
    }

    /// Reads the figure of a rate; nil unless it is above 0 and has no more digits than a rate may have.
    package static func figure(_ text: String) -> ExactDecimal? {
        guard let rate = ExactDecimal(text)?.normalized, rate > .zero, rate.scale <= fractionLimit,
            String(rate.coefficient).utf8.count <= digitLimit
        else { return nil }
        return rate
    }
}
