import Foundations
import LarderClient
import Texts

/// Formats a summary of spending: a table for each currency.
struct SpendingText {
    private let summary: Budget.SpendingSummary
    private let grouping: SpendingGroupingName
    private let categories: CategoryList?
    private let width: Int?

    /// - Parameter categories: The names of categories; those that are missing are shown by their slugs.
    init(_ summary: Budget.SpendingSummary, by grouping: SpendingGroupingName, categories: CategoryList?, width: Int?) {
        self.summary = summary
        self.grouping = grouping
        self.categories = categories
        self.width = width
    }

    func text(_ paint: Paint) -> String {
        let period = SpendingText.days(summary.firstDay, summary.lastDay)
        guard !summary.currencies.isEmpty else { return LocalizedText.cli.spendingNothing(what: period).shown }
        let former = SpendingText.days(summary.formerFirstDay, summary.formerLastDay)
        let heading = LocalizedText.cli.spendingPeriod(what: period, before: former).shown
        let converted = summary.converted.map { [ConvertedText($0).text(paint)] } ?? []
        return ([heading] + summary.currencies.map { section($0, paint) } + converted).joined(separator: "\n\n")
    }

    /// A period as a part of sentences: `from 2025-03-01 to 2025-03-31`.
    static func days(_ first: String, _ last: String) -> LocalizedText {
        let (first, last) = (TerminalText.clean(first), TerminalText.clean(last))
        return first == last ? .cli.spendingDay(day: first) : .cli.spendingDays(first: first, last: last)
    }

    private func section(_ spending: Budget.CurrencySpending, _ paint: Paint) -> String {
        let currency =
            spending.currency.isEmpty || spending.currency == Currency.unknown
            ? LocalizedText.cli.spendingUnknownCurrency.shown : TerminalText.clean(spending.currency)
        let count = LocalizedText.cli.spendingCount(count: Int(spending.purchases)).shown
        return "\(paint(currency, .bold)) · \(count)\n\(table(spending).text(paint, width: width))"
    }

    private func table(_ spending: Budget.CurrencySpending) -> Table {
        var table = Table([
            .init(title: ""), .init(title: grouping.title, shrinks: true),
            .init(title: .cli.headingAmount, alignment: .right), .init(title: .cli.headingShare, alignment: .right),
            .init(title: .cli.headingBefore, alignment: .right), .init(title: .cli.headingChange, alignment: .right),
        ])
        for group in spending.groups {
            table.add([
                .init(symbol(of: group)), .init(name(of: group)), .init(group.amount?.shownAmount ?? ""),
                .init(SpendingText.share(group.amount, of: spending.total)),
                .init(group.formerAmount?.shownAmount ?? ""),
                .init(SpendingText.change(from: group.formerAmount, to: group.amount)),
            ])
        }
        table.add([
            "", .init(.cli.headingTotal, .bold), .init(spending.total?.shownAmount ?? "", .bold), "",
            .init(spending.formerTotal?.shownAmount ?? ""),
            .init(SpendingText.change(from: spending.formerTotal, to: spending.total)),
        ])
        return table
    }

    private func symbol(of group: Budget.SpendingGroup) -> String {
        guard group.symbol.isEmpty, grouping == .category, group.part == .group else { return group.symbol }
        return categories?[group.key]?.symbol ?? ""
    }

    private func name(of group: Budget.SpendingGroup) -> String {
        switch group.part {
        case .taxes: LocalizedText.cli.fieldTaxes.shown
        case .unlisted: LocalizedText.cli.spendingUnlisted.shown
        case .others: LocalizedText.cli.spendingOthers.shown
        case .group, .unspecified, .unrecognized: nameByGrouping(of: group)
        }
    }

    private func nameByGrouping(of group: Budget.SpendingGroup) -> String {
        func named(or unknown: LocalizedText) -> String { group.name.isEmpty ? unknown.shown : group.name }
        switch grouping {
        case .category where group.key.isEmpty: return LocalizedText.cli.spendingNoCategory.shown
        case .category: return categories?[group.key]?.name ?? group.key
        case .product: return named(or: .cli.spendingUnnamed)
        case .store: return named(or: .cli.spendingUnknownStore)
        case .day, .month: return group.key
        case .kind:
            return switch PurchaseKindName(rawValue: group.key) {
            case .purchase: LocalizedText.cli.spendingPurchases.shown
            case .expenditure: LocalizedText.cli.spendingExpenditures.shown
            case nil: group.key
            }
        }
    }

    /// The share of an amount in the total, such as `12.5 %`; empty unless the total is above 0.
    static func share(_ amount: Common.Money?, of total: Common.Money?) -> String {
        guard let amount, let total else { return "" }
        return share(amount.minorUnits, of: Int128(total.minorUnits))
    }

    /// The share of a number in a whole, such as `12.5 %`; empty unless the whole is above 0.
    static func share(_ number: Int64, of whole: Int128) -> String {
        guard whole > 0 else { return "" }
        let part = Int128(number) * 1_000
        // Halves are rounded away from zero.
        let tenths = (2 * part + (part < 0 ? -whole : whole)) / (2 * whole)
        return PercentText.text(Int64(clamping: tenths), decimals: 1)
    }

    /// The difference from the period before with its sign, such as `+3.50`; empty when there is no former amount.
    static func change(from former: Common.Money?, to amount: Common.Money?) -> String {
        guard let former, let amount else { return "" }
        let difference = Int128(amount.minorUnits) - Int128(former.minorUnits)
        let money = Common.Money(minorUnits: Int64(clamping: difference), currency: amount.currency)
        return money.plus + money.shownAmount
    }
}
