import LarderClient
import Texts

/// Formats recurring expenditures.
enum RecurringText {
    /// A recurring expenditure on its own.
    static func text(_ recurring: Budget.RecurringExpenditure, _ paint: Paint) -> String {
        let id = TerminalText.clean(recurring.id)
        let lines = [heading(of: recurring, paint), paint(LocalizedText.cli.recurringHeading(id: id).shown, .dim)]
        guard recurring.removed else { return lines.joined(separator: "\n") }
        let hint = LocalizedText.cli.goalBringBack(command: "larder recurring undo \(id)")
        return (lines + [hint.shown]).joined(separator: "\n")
    }

    /// What comes again, how often, and when next, on one line.
    static func heading(of recurring: Budget.RecurringExpenditure, _ paint: Paint) -> String {
        let expenditure = recurring.terms?.expenditure ?? .init()
        let target = [expenditure.categorySymbol, expenditure.name].filter { !$0.isEmpty }
        return [
            paint(TerminalText.clean(target.joined(separator: " ")), .bold), amount(of: expenditure),
            interval(of: recurring.terms ?? .init()), next(recurring),
        ].filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// Recurring expenditures in a table.
    static func text(_ all: [Budget.RecurringExpenditure], _ paint: Paint, width: Int?) -> String {
        guard !all.isEmpty else {
            let first = "larder recurring add \(Sample.rent) 1200 --currency CAD --unit month"
            return LocalizedText.cli.recurringNone(command: first).shown
        }
        var table = Table([
            .init(title: ""), .init(title: .cli.headingExpenditure, shrinks: true),
            .init(title: .cli.headingAmount, alignment: .right), .init(title: .cli.headingPeriod),
            .init(title: .cli.headingNext), .init(title: .cli.headingId),
        ])
        for recurring in all {
            let terms = recurring.terms ?? .init()
            let expenditure = terms.expenditure ?? .init()
            table.add([
                .init(expenditure.categorySymbol), .init(expenditure.name, .bold), .init(amount(of: expenditure)),
                .init(interval(of: terms)), .init(next(recurring)), .init(recurring.id, .dim),
            ])
        }
        return table.text(paint, width: width)
    }

    private static func amount(of expenditure: Budget.CreateExpenditureRequest) -> String {
        let amount = TerminalText.clean(expenditure.amount?.shown ?? "")
        return expenditure.refund ? "\(amount) (\(LocalizedText.cli.expenditureIsRefund.shown))" : amount
    }

    /// How often it comes: `every 2 weeks`.
    private static func interval(of terms: Budget.RecurringTerms) -> String {
        let count = Int(max(1, terms.every))
        let text: LocalizedText =
            switch terms.unit {
            case .day: .cli.recurringEveryDay(count: count)
            case .week: .cli.recurringEveryWeek(count: count)
            case .month: .cli.recurringEveryMonth(count: count)
            case .year: .cli.recurringEveryYear(count: count)
            case .unspecified, .unrecognized: .verbatim("")
            }
        return text.shown
    }

    private static func next(_ recurring: Budget.RecurringExpenditure) -> String {
        if recurring.removed { return LocalizedText.cli.goalRemoved.shown }
        if recurring.nextDay.isEmpty { return LocalizedText.cli.recurringEnded.shown }
        return LocalizedText.cli.recurringNext(day: TerminalText.clean(recurring.nextDay)).shown
    }
}
