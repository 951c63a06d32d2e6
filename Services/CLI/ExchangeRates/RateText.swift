import Foundations
import LarderClient
import Texts

/// Formats exchange rates.
enum RateText {
    /// The digits of a rate that is made of others.
    private static let derivedDigits = 6

    /// What one of a currency is, such as `1 USD = 1.3725 CAD`.
    static func text(_ rate: Catalog.ExchangeRate) -> String {
        "1 \(TerminalText.clean(rate.from)) = \(figure(rate)) \(TerminalText.clean(rate.to))"
    }

    /// What one of a currency is, with its day and source.
    static func dated(_ rate: Catalog.ExchangeRate) -> LocalizedText {
        .cli.rateDated(rate: text(rate), day: TerminalText.clean(rate.day), source: TerminalText.clean(rate.source))
    }

    /// The figure as this run's language writes it.
    static func figure(_ rate: Catalog.ExchangeRate) -> String {
        ExactDecimal(rate.rate)?.shown(keepsZeros: false) ?? TerminalText.clean(rate.rate)
    }

    /// What one of a currency is by the rates that lead to another one, to six digits; nil for what are no rates.
    static func derived(_ conversion: Catalog.ExchangeConversion, of rates: [Catalog.ExchangeRate]) -> String? {
        var product = Rational.one
        for step in conversion.steps {
            guard rates.indices.contains(Int(step.rate)), let figure = ExactDecimal(rates[Int(step.rate)].rate),
                let factor = try? Rational(figure), let next = try? step.inverse ? product / factor : product * factor
            else { return nil }
            product = next
        }
        let decimals = (0...20).lazy.compactMap { try? product.rounded(toScale: $0) }
        let number = decimals.first { String($0.coefficient.magnitude).count >= derivedDigits }
        return number?.normalized.shown(keepsZeros: false)
    }

    /// Several rates of the same currencies and source: the lowest and the highest with their days, and how many there are.
    static func range(_ rates: [Catalog.ExchangeRate]) -> LocalizedText {
        let sorted = rates.sorted { (ExactDecimal($0.rate) ?? .zero) < (ExactDecimal($1.rate) ?? .zero) }
        guard let lowest = sorted.first, let highest = sorted.last else { return .verbatim("") }
        if rates.count == 1 { return dated(lowest) }
        return .cli.rateRange(
            rate: text(lowest),
            day: TerminalText.clean(lowest.day),
            last: "\(figure(highest)) \(TerminalText.clean(highest.to))",
            until: TerminalText.clean(highest.day),
            count: rates.count,
            source: TerminalText.clean(lowest.source)
        )
    }

    /// Rates by their currencies and source, a line each.
    static func lines(_ rates: [Catalog.ExchangeRate]) -> [String] {
        Dictionary(grouping: rates) { [$0.from, $0.to, $0.source] }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
            .map { range($0.value).shown }
    }
}
