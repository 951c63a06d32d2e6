import Foundations
import LarderClient
import Texts

/// Formats prices that were paid.
enum PriceText {
    // MARK: Changes

    /// A table of changes, and a line for each pack that has shrunk.
    static func changes(_ answer: Budget.ListPriceChangesResponse, _ paint: Paint, width: Int?) -> String {
        guard !answer.changes.isEmpty else {
            let text: LocalizedText =
                answer.compared == 0 ? .cli.pricesFew : .cli.pricesSame(count: Int(answer.compared))
            return text.shown
        }
        var table = Table([
            .init(title: ""), .init(title: .cli.headingProduct, shrinks: true),
            .init(title: .cli.headingStore, shrinks: true), .init(title: .cli.headingBefore, alignment: .right),
            .init(title: .cli.headingNow, alignment: .right), .init(title: .cli.headingChange, alignment: .right),
            .init(title: .cli.headingYearly, alignment: .right),
        ])
        for change in answer.changes {
            table.add([
                .init(change.item?.symbol ?? ""), .init(change.item?.name ?? ""), .init(store(change.storeName)),
                .init(price(change.formerPrice, change.currency, per: change.unit)),
                .init(price(change.latestPrice, change.currency, per: change.unit)),
                .init(percent(change.changePermille), change.changePermille > 0 ? .yellow : .green),
                .init(signed(change.yearly)),
            ])
        }
        let shrunk = answer.changes.compactMap(shrunkPack)
        let notes = [
            LocalizedText.cli.pricesYearly.shown, LocalizedText.cli.pricesCompared(count: Int(answer.compared)).shown,
        ]
        let parts = [table.text(paint, width: width), shrunk.joined(separator: "\n"), notes.joined(separator: "\n")]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private static func shrunkPack(_ change: Budget.PriceChange) -> String? {
        guard let former = change.formerPack, let latest = change.latestPack else { return nil }
        return LocalizedText.cli.pricesShrunk(
            product: TerminalText.clean(change.item?.name ?? ""),
            now: content(latest),
            former: content(former)
        ).shown
    }

    // MARK: History

    /// A table of prices for each currency and unit.
    static func history(_ history: Budget.PriceHistory, _ paint: Paint, width: Int?) -> String {
        let item = history.item ?? .init()
        let title = [item.symbol, item.name].map { TerminalText.clean($0) }.filter { !$0.isEmpty }
        let heading = paint(title.joined(separator: " "), .bold)
        guard !history.series.isEmpty else { return heading + "\n" + LocalizedText.cli.pricesUnknown.shown }
        return ([heading] + history.series.map { section($0, paint, width) }).joined(separator: "\n\n")
    }

    private static func section(_ series: Budget.PriceSeries, _ paint: Paint, _ width: Int?) -> String {
        var table = Table([
            .init(title: .cli.headingDay), .init(title: .cli.headingStore, shrinks: true),
            .init(title: .cli.headingQuantity, alignment: .right), .init(title: .cli.headingAmount, alignment: .right),
            .init(title: .cli.headingPrice, alignment: .right), .init(title: ""),
        ])
        for paid in series.prices.reversed() {
            let regular = price(paid.regular, series.currency, per: series.unit)
            table.add([
                .init(paid.day), .init(store(paid.storeName)), .init(quantity(paid)),
                .init(paid.amount?.shown ?? ""), .init(price(paid.paid, series.currency, per: series.unit)),
                paid.paid == paid.regular ? .init("") : .init(LocalizedText.cli.pricesRegular(price: regular)),
            ])
        }
        let shown = { (figure: String) in price(figure, series.currency, per: series.unit) }
        let summary = LocalizedText.cli.pricesRange(
            cheapest: shown(series.lowest),
            usual: shown(series.usual),
            dearest: shown(series.highest)
        )
        let average = series.comparison.map(AveragePriceText.sentence)
        return [summary.shown, average, table.text(paint, width: width), TerminalText.clean(series.credit)].compactMap(
            \.self
        )
        .filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private static func quantity(_ paid: Budget.PaidPrice) -> String {
        let count = QuantityText.text(paid.quantityThousandths, unit: TerminalText.clean(paid.quantityUnit))
        return paid.pack.map { "\(count) × \(content($0))" } ?? count
    }

    // MARK: Figures

    /// A price for one unit, such as `6.99 CAD/kg`, with the digits of the currency; below 1 with two more where it has them.
    static func price(_ figure: String, _ currency: String, per unit: String) -> String {
        let currency = TerminalText.clean(currency)
        let number = ExactDecimal(figure).map { shown($0, digits: Currency.minorDigits(ofCode: currency)) }
        let unit = unit == ReceiptUnit.each.rawValue ? LocalizedText.cli.pricesPiece.shown : TerminalText.clean(unit)
        return "\(number ?? TerminalText.clean(figure)) \(currency)/\(unit)"
    }

    /// A price and what it is for, such as `6.49 CAD for 2 l`; the price alone for one piece.
    static func packPrice(_ price: Common.Money?, quantity: String, unit: String) -> String {
        let isCounted = unit == ReceiptUnit.each.rawValue
        let number = ExactDecimal(quantity)
        if isCounted, let number, number == 1 { return price?.shown ?? "" }
        let figure = number?.shown(keepsZeros: false) ?? TerminalText.clean(quantity)
        let content = isCounted ? figure : "\(figure) \(TerminalText.clean(unit))"
        return LocalizedText.cli.pricesFor(price: price?.shown ?? "", quantity: content).shown
    }

    /// That users paid a price, by the first day of the week in which they did; empty for a price that a store asks for.
    static func observed(in week: String) -> String {
        week.isEmpty ? "" : LocalizedText.cli.pricesObserved(day: TerminalText.clean(week)).shown
    }

    private static func shown(_ number: ExactDecimal, digits: Int) -> String {
        let scale = number < 1 ? max(digits, min(digits + 2, number.normalized.scale)) : digits
        return ((try? number.rounded(toScale: scale)) ?? number).shown(keepsZeros: true)
    }

    static func percent(_ permille: Int32) -> String {
        (permille > 0 ? "+" : "") + PercentText.text(Int64(permille), decimals: 1)
    }

    static func signed(_ amount: Common.Money?) -> String { amount.map { $0.plus + $0.shown } ?? "" }

    private static func store(_ name: String) -> String {
        name.isEmpty ? LocalizedText.cli.spendingUnknownStore.shown : name
    }

    /// What a pack holds, such as `6 × 355 ml` or `1.5 kg`.
    static func content(_ pack: Budget.PackSize) -> String {
        let isLarge = pack.thousandths >= 1_000_000
        let units = pack.dimension == .volume ? ("ml", "l") : ("g", "kg")
        let number = DecimalNumber.text(pack.thousandths, decimals: isLarge ? 6 : 3, keepsZeros: false, in: .ofRun)
        let each = "\(number) \(isLarge ? units.1 : units.0)"
        return pack.count > 1 ? "\(pack.count) × \(each)" : each
    }
}
