import LarderClient
import Texts

/// Formats what spending comes to in one currency, with the rates.
struct ConvertedText {
    private let converted: Budget.ConvertedSpending

    init(_ converted: Budget.ConvertedSpending) { self.converted = converted }

    func text(_ paint: Paint) -> String {
        var lines = [total(paint)]
        let (rates, former) = (RateText.lines(converted.rates), RateText.lines(converted.formerRates))
        if !rates.isEmpty || !former.isEmpty {
            lines.append(LocalizedText.cli.spendingConvertedHow.shown)
            lines += rates.map { "  " + $0 }
        }
        // Those of the period before only where they are others.
        if !former.isEmpty, former != rates {
            lines.append(LocalizedText.cli.spendingRatesBefore.shown)
            lines += former.map { "  " + $0 }
        }
        if !converted.apart.isEmpty {
            let amounts = converted.apart.map { apart in
                let before = (apart.formerTotal?.minorUnits ?? 0) == 0 ? "" : " (\(before(apart.formerTotal)))"
                return (apart.total?.shown ?? "") + before
            }
            lines.append(LocalizedText.cli.spendingApart(amounts: amounts.joined(separator: ", ")).shown)
        }
        if converted.unavailable { lines.append(LocalizedText.cli.spendingRatesUnavailable.shown) }
        return lines.joined(separator: "\n")
    }

    /// The total with the one before, or that there is none.
    private func total(_ paint: Paint) -> String {
        let currency = TerminalText.clean(converted.currency)
        guard converted.total != nil || converted.formerTotal != nil else {
            return LocalizedText.cli.spendingNoConversion(currency: currency).shown
        }
        let none = Common.Money(currency: currency)
        let change = SpendingText.change(from: converted.formerTotal ?? none, to: converted.total ?? none)
        let heading = LocalizedText.cli.spendingConverted(currency: currency).shown
        let total = (converted.total ?? none).shown
        return
            "\(paint(heading, .bold)) · \(paint(total, .bold)) · \(before(converted.formerTotal ?? none)) · \(change)"
    }

    private func before(_ amount: Common.Money?) -> String {
        LocalizedText.cli.spendingBefore(amount: amount?.shown ?? "").shown
    }
}
