import Foundations
import LarderClient
import Texts

/// Formats what spending would have become: the same words for gains and losses.
enum InvestedText {
    /// What each month's purchases would be worth.
    static func text(_ estimate: Budget.EarningsEstimate, _ paint: Paint, width: Int?) -> String {
        let outcome = estimate.outcome ?? .init()
        var parts = [heading(estimate.security, paint), sentence(outcome)]
        if estimate.months.contains(where: { $0.invested?.minorUnits != 0 }) {
            var table = Table([
                .init(title: .cli.headingMonth), .init(title: .cli.headingSpent, alignment: .right),
                .init(title: .cli.headingWorth, alignment: .right),
                .init(title: .cli.headingGainOrLoss, alignment: .right),
            ])
            for month in estimate.months {
                table.add([
                    .init(month.month), .init(month.invested?.shownAmount ?? ""),
                    .init(month.worth?.shownAmount ?? ""), .init(signed(month.gain)),
                ])
            }
            table.add([
                .init(.cli.headingTotal, .bold), .init(outcome.invested?.shownAmount ?? "", .bold),
                .init(outcome.worth?.shownAmount ?? "", .bold), .init(signed(outcome.gain), .bold),
            ])
            parts.append(table.text(paint, width: width))
        }
        if let rest = estimate.withoutPrices {
            parts.append(LocalizedText.cli.investedWithoutPrices(amount: rest.shown).shown)
        }
        return finish(
            parts,
            estimate.security,
            starts: (estimate.worst, estimate.best, estimate.starts, estimate.losses),
            apart: estimate.apart
        )
    }

    /// What an amount would have become in another period.
    static func text(_ comparison: Budget.SecurityComparison, _ paint: Paint, width: Int?) -> String {
        var table = Table([
            .init(title: .cli.headingDay), .init(title: .cli.headingWorth, alignment: .right),
        ])
        for point in thinned(comparison.points) {
            table.add([.init(point.day), .init(point.worth?.shownAmount ?? "")])
        }
        let outcome = comparison.outcome ?? .init()
        return finish(
            [heading(comparison.security, paint), sentence(outcome), table.text(paint, width: width)],
            comparison.security,
            starts: (comparison.worst, comparison.best, comparison.starts, comparison.losses),
            apart: comparison.apart
        )
    }

    /// The most points of a table.
    private static let rowLimit = 13

    private static func thinned(_ points: [Budget.WorthPoint]) -> [Budget.WorthPoint] {
        guard points.count > rowLimit else { return points }
        return (0..<rowLimit).map { points[$0 * (points.count - 1) / (rowLimit - 1)] }
    }

    private static func heading(_ security: Budget.ComparedSecurity?, _ paint: Paint) -> String {
        let security = security ?? .init()
        return paint(TerminalText.clean(security.symbol), .bold) + " · " + TerminalText.clean(security.name)
    }

    private static func sentence(_ outcome: Budget.InvestmentOutcome) -> String {
        let gain = outcome.gain?.minorUnits ?? 0
        let (first, last) = (TerminalText.clean(outcome.firstDay), TerminalText.clean(outcome.lastDay))
        let (spent, worth) = (outcome.invested?.shown ?? "", outcome.worth?.shown ?? "")
        let change = percent(outcome)
        let text: LocalizedText =
            gain > 0
            ? .cli.investedGain(spent: spent, first: first, worth: worth, last: last, change: change)
            : gain < 0
                ? .cli.investedLoss(spent: spent, first: first, worth: worth, last: last, change: change)
                : .cli.investedSame(spent: spent, first: first, last: last)
        return text.shown
    }

    private static func finish(
        _ parts: [String],
        _ security: Budget.ComparedSecurity?,
        starts: (worst: Budget.InvestmentOutcome?, best: Budget.InvestmentOutcome?, count: Int32, losses: Int32),
        apart: [Common.Money]
    ) -> String {
        var parts = parts
        if let worst = starts.worst, let best = starts.best {
            parts.append(
                [
                    LocalizedText.cli.investedStarts(count: Int(starts.count)).shown,
                    LocalizedText.cli.investedWorst(sentence: .verbatim(sentence(worst))).shown,
                    LocalizedText.cli.investedBest(sentence: .verbatim(sentence(best))).shown,
                    LocalizedText.cli.investedLosses(count: Int(starts.losses)).shown,
                ].joined(separator: "\n")
            )
        }
        if !apart.isEmpty {
            let amounts = apart.map(\.shown).joined(separator: " · ")
            parts.append(LocalizedText.cli.investedApart(amounts: TerminalText.clean(amounts)).shown)
        }
        if security?.withoutDividends == true { parts.append(LocalizedText.cli.securitiesPriceOnly.shown) }
        let source = LocalizedText.cli.securitiesSource(
            source: TerminalText.clean(security?.source ?? ""),
            time: security?.fetchedAt?.localText ?? ""
        )
        parts.append([source.shown, LocalizedText.cli.investedNote.shown].joined(separator: "\n"))
        return parts.joined(separator: "\n\n")
    }

    /// The change without its sign, such as `12.5 %`.
    private static func percent(_ outcome: Budget.InvestmentOutcome) -> String {
        guard let change = outcome.change else { return "" }
        return PercentText.text(abs(change.basisPoints), decimals: 2)
    }

    private static func signed(_ gain: Common.Money?) -> String {
        guard let gain else { return "" }
        return gain.plus + gain.shownAmount
    }
}
