import Foundations
import LarderClient
import Texts

/// Formats what was paid beside average prices.
enum AveragePriceText {
    /// A table with what it comes to, and whose figures the averages are.
    static func comparisons(
        _ answer: Budget.CompareWithAveragesResponse,
        _ paint: Paint,
        width: Int?
    ) -> String {
        guard !answer.comparisons.isEmpty else { return LocalizedText.cli.pricesNoAverages.shown }
        var table = Table([
            .init(title: ""), .init(title: .cli.headingProduct, shrinks: true),
            .init(title: .cli.headingPaid, alignment: .right), .init(title: .cli.headingAverage, alignment: .right),
            .init(title: .cli.headingDifference, alignment: .right),
            .init(title: .cli.headingYearly, alignment: .right),
            .init(title: .cli.headingComparedWith, shrinks: true),
        ])
        for each in answer.comparisons {
            table.add([
                .init(each.item?.symbol ?? ""), .init(each.item?.name ?? ""),
                .init(price(each.paidPrice, each)), .init(price(each.averagePrice, each)),
                .init(
                    PriceText.percent(each.differencePermille),
                    each.differencePermille > 0 ? .yellow : .green
                ),
                .init(PriceText.signed(each.difference)), .init("\(what(each)), \(TerminalText.clean(each.month))"),
            ])
        }
        let total = LocalizedText.cli.pricesAverages(
            paid: answer.paid?.shown ?? "",
            average: answer.average?.shown ?? "",
            share: PriceText.percent(answer.differencePermille)
        )
        let notes = [total.shown, TerminalText.clean(answer.credit)].joined(separator: "\n")
        return table.text(paint, width: width) + "\n\n" + notes
    }

    /// A sentence about one thing.
    static func sentence(_ comparison: Budget.AverageComparison) -> String {
        LocalizedText.cli.pricesAverage(
            price: price(comparison.averagePrice, comparison),
            share: PriceText.percent(comparison.differencePermille),
            what: .verbatim(what(comparison)),
            month: TerminalText.clean(comparison.month)
        ).shown
    }

    private static func price(_ figure: String, _ comparison: Budget.AverageComparison) -> String {
        PriceText.price(figure, comparison.difference?.currency ?? "", per: comparison.unit)
    }

    /// What it is compared with, such as `Butter, 454 g`.
    private static func what(_ comparison: Budget.AverageComparison) -> String {
        let name = TerminalText.clean(comparison.averageName)
        let quantity = comparison.averageQuantity
        guard comparison.averageUnit != "each" else { return quantity == 1 ? name : "\(name), \(quantity)" }
        let thousandths = Int64(quantity) * (comparison.averageUnit == "kg" ? 1_000_000 : 1_000)
        let pack = Budget.PackSize(
            count: 1,
            thousandths: thousandths,
            dimension: comparison.averageUnit == "ml" ? .volume : .mass
        )
        return "\(name), \(PriceText.content(pack))"
    }
}
