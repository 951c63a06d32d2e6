import LarderClient
import Texts

/// Formats goals.
struct GoalText {
    /// The names of categories; those that are missing are shown by their slugs.
    let categories: CategoryList?

    /// A goal on its own, without how far it is.
    func text(_ goal: Budget.Goal, _ paint: Paint) -> String {
        let id = TerminalText.clean(goal.id)
        let lines = [heading(of: goal, paint), paint(LocalizedText.cli.goalHeading(id: id).shown, .dim)]
        guard goal.removed else { return lines.joined(separator: "\n") }
        let hint = LocalizedText.cli.goalBringBack(command: "larder goal undo \(id)")
        return (lines + [hint.shown]).joined(separator: "\n")
    }

    /// What a goal is about, its limit and its period, on one line.
    func heading(of goal: Budget.Goal, _ paint: Paint) -> String {
        let terms = goal.terms ?? .init()
        let limit = LocalizedText.cli.goalAtMost(amount: TerminalText.clean(terms.limit?.shown ?? ""))
        let parts = [
            paint(target(of: goal).line, .bold), limit.shown, GoalText.period(of: terms),
            goal.removed ? paint(LocalizedText.cli.goalRemoved.shown, .dim) : "",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// Goals with how far they are, how their forecasts are made, and what other currencies were converted with.
    func text(_ goals: [Budget.Goal], _ paint: Paint, width: Int?) -> String {
        guard !goals.isEmpty else {
            let first = "larder goal add 800 --currency CAD --period month"
            return LocalizedText.cli.goalNone(command: first).shown
        }
        var table = Table([
            .init(title: ""), .init(title: .cli.headingFor, shrinks: true), .init(title: .cli.headingPeriod),
            .init(title: .cli.headingDays), .init(title: .cli.headingLimit, alignment: .right),
            .init(title: .cli.headingSpent, alignment: .right),
            .init(title: .cli.headingShare, alignment: .right), .init(title: .cli.headingLeft, alignment: .right),
            .init(title: .cli.headingForecast, alignment: .right), .init(title: .cli.headingApart),
            .init(title: .cli.headingId),
        ])
        for goal in goals { table.add(row(of: goal)) }
        let hasForecast = goals.contains { $0.progress?.forecast != nil }
        let method = hasForecast ? [LocalizedText.cli.goalMethod.shown] : []
        return ([table.text(paint, width: width)] + method + conversions(of: goals)).joined(separator: "\n")
    }

    /// What of goals was spent in other currencies, and the rates, line by line.
    func conversions(of goals: [Budget.Goal]) -> [String] {
        var lines = goals.compactMap { goal in
            goal.progress?.converted.map { converted in
                LocalizedText.cli.goalConverted(
                    target: target(of: goal).line,
                    spent: TerminalText.clean(goal.progress?.spent?.shown ?? ""),
                    amount: TerminalText.clean(converted.shown)
                ).shown
            }
        }
        let rates = goals.flatMap { $0.progress?.rates ?? [] }
        // Those of several goals once.
        let distinct = Dictionary(rates.map { ([$0.from, $0.to, $0.day], $0) }) { first, _ in first }.values
        if !distinct.isEmpty {
            lines.append(LocalizedText.cli.spendingConvertedHow.shown)
            lines += RateText.lines(Array(distinct)).map { "  " + $0 }
        }
        if goals.contains(where: { $0.progress?.ratesUnavailable == true }) {
            lines.append(LocalizedText.cli.spendingRatesUnavailable.shown)
        }
        return lines
    }

    private func row(of goal: Budget.Goal) -> [Table.Cell] {
        let terms = goal.terms ?? .init()
        let progress = goal.progress ?? .init()
        let target = target(of: goal)
        let exceeds = GoalText.exceeds(progress.forecast, terms.limit)
        return [
            .init(target.symbol), .init(target.name, .bold), .init(GoalText.period(of: terms)),
            .init(GoalText.days(of: progress)), .init(terms.limit?.shown ?? ""),
            .init(progress.spent?.shownAmount ?? ""),
            .init(SpendingText.share(progress.spent, of: terms.limit)), GoalText.left(progress.spent, of: terms.limit),
            .init(progress.forecast?.shownAmount ?? "", exceeds ? .yellow : nil),
            .init(progress.apart.map(\.shown).joined(separator: " · ")), .init(goal.id, .dim),
        ]
    }

    private func target(of goal: Budget.Goal) -> TargetText {
        TargetText(
            category: goal.terms?.category ?? "",
            productID: goal.terms?.productID ?? "",
            productName: goal.productName,
            categories: categories,
            everything: .cli.goalEverything
        )
    }

    /// The period with the day on which it begins, unless that is the first: `week from Saturday`.
    private static func period(of terms: Budget.GoalTerms) -> String {
        let beginsOn = Int(terms.beginsOn)
        let text: LocalizedText =
            switch terms.period {
            case .day: .cli.goalDay
            case .week where weekdays.indices.contains(beginsOn - 2):
                .cli.goalWeekFrom(day: weekdays[beginsOn - 2].shown)
            case .week: .cli.goalWeek
            case .month where beginsOn > 1: .cli.goalMonthFrom(day: "\(beginsOn)")
            case .month: .cli.goalMonth
            case .year: .cli.goalYear
            case .unspecified, .unrecognized: .verbatim("")
            }
        return text.shown
    }

    /// The first and the last day of the present period: `2025-03-01 to 2025-03-31`; one for a single day.
    private static func days(of progress: Budget.GoalProgress) -> String {
        guard progress.firstDay != progress.lastDay else { return progress.firstDay }
        return LocalizedText.cli.goalDays(from: progress.firstDay, until: progress.lastDay).shown
    }

    /// The days after Monday.
    private static let weekdays: [LocalizedText] = [
        .cli.weekdayTuesday, .cli.weekdayWednesday, .cli.weekdayThursday, .cli.weekdayFriday, .cli.weekdaySaturday,
        .cli.weekdaySunday,
    ]

    /// What is left of a limit, or by how much it is exceeded.
    static func left(_ spent: Common.Money?, of limit: Common.Money?) -> Table.Cell {
        guard let spent, let limit else { return "" }
        let difference = Int128(limit.minorUnits) - Int128(spent.minorUnits)
        let money = Common.Money(minorUnits: Int64(clamping: abs(difference)), currency: limit.currency)
        guard difference < 0 else { return .init(money.shownAmount) }
        return .init(.cli.goalExceeded(amount: money.shownAmount), .red)
    }

    private static func exceeds(_ amount: Common.Money?, _ limit: Common.Money?) -> Bool {
        guard let amount, let limit else { return false }
        return amount.minorUnits > limit.minorUnits
    }
}
