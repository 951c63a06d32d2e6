import LarderClient
import Texts

/// Formats suggestions: a block for each, and how to vote on them.
struct SuggestionText {
    private let suggestions: [Budget.Suggestion]
    /// When habits were looked for.
    private let habitDays: LocalizedText
    /// The names of categories; those that are missing are shown by their slugs.
    private let categories: CategoryList?

    /// The suggestions of an answer; those of kinds that this version does not know are left out.
    init(_ answer: Budget.ListSuggestionsResponse, categories: CategoryList?) {
        suggestions = answer.suggestions.filter { [.goalPassed, .habit].contains($0.kind) }
        habitDays = SpendingText.days(answer.habitsFrom, answer.habitsTo)
        self.categories = categories
    }

    /// Whether names or symbols of categories stand in the text of a suggestion.
    static func needsCategories(_ suggestion: Budget.Suggestion) -> Bool {
        suggestion.goal?.terms?.category.isEmpty == false
            || suggestion.items.contains { !$0.category.isEmpty && ($0.name.isEmpty || $0.symbol.isEmpty) }
    }

    func text(_ paint: Paint, width: Int?) -> String {
        guard let first = suggestions.first else {
            return LocalizedText.cli.suggestionNone(command: "larder goal add").shown
        }
        let blocks = suggestions.map { suggestion in
            let lines = suggestion.kind == .habit ? habit(suggestion, paint) : passed(suggestion, paint, width: width)
            return (lines + [paint(footer(of: suggestion), .dim)]).joined(separator: "\n")
        }
        let command = "\(SuggestionsCommand.vote) \(TerminalText.clean(first.id)) \(SuggestionVoteName.useful.rawValue)"
        return (blocks + [LocalizedText.cli.suggestionHowToVote(command: command).shown]).joined(separator: "\n\n")
    }

    // MARK: Goals

    private func passed(_ suggestion: Budget.Suggestion, _ paint: Paint, width: Int?) -> [String] {
        let goal = suggestion.goal ?? .init()
        let over = LocalizedText.cli.goalExceeded(amount: TerminalText.clean(suggestion.over?.shown ?? "")).shown
        let goals = GoalText(categories: categories)
        let heading = [goals.heading(of: goal, paint) + " · " + paint(over, .yellow)] + goals.conversions(of: [goal])
        guard !suggestion.items.isEmpty else {
            let why: LocalizedText =
                suggestion.hasLittleHistory ? .cli.suggestionLittleHistory : .cli.suggestionNothing
            return heading + [why.shown]
        }
        let firstDay = TerminalText.clean(goal.progress?.firstDay ?? "")
        let saving = TerminalText.clean(suggestion.saving?.shown ?? "")
        return heading + [
            LocalizedText.cli.suggestionItems(day: firstDay).shown,
            items(suggestion.items).text(paint, width: width),
            LocalizedText.cli.suggestionSaved(amount: saving).shown,
        ]
    }

    private func items(_ items: [Budget.SuggestedItem]) -> Table {
        var table = Table([
            .init(title: ""), .init(title: "", shrinks: true), .init(title: "", alignment: .right), .init(title: ""),
        ])
        for item in items {
            table.add([
                .init(symbol(of: item)), .init(name(of: item)), .init(item.amount?.shown ?? ""),
                .init(.cli.suggestionDays(count: Int(item.days))),
            ])
        }
        return table
    }

    // MARK: Habits

    private func habit(_ suggestion: Budget.Suggestion, _ paint: Paint) -> [String] {
        let item = suggestion.items.first ?? .init()
        let title = [symbol(of: item), name(of: item)].map { TerminalText.clean($0) }.filter { !$0.isEmpty }
        let spent = LocalizedText.cli.suggestionHabit(
            amount: TerminalText.clean(item.amount?.shown ?? ""),
            count: Int(item.days),
            what: habitDays
        )
        let saving = TerminalText.clean(suggestion.saving?.shown ?? "")
        return [
            paint(title.joined(separator: " "), .bold) + " · " + spent.shown,
            LocalizedText.cli.suggestionYearly(amount: saving).shown,
        ]
    }

    // MARK: Parts of both

    private func symbol(of item: Budget.SuggestedItem) -> String {
        item.symbol.isEmpty ? categories?[item.category]?.symbol ?? "" : item.symbol
    }

    private func name(of item: Budget.SuggestedItem) -> String {
        guard item.name.isEmpty else { return item.name }
        guard !item.category.isEmpty else { return LocalizedText.cli.spendingUnnamed.shown }
        return categories?[item.category]?.name ?? item.category
    }

    /// Names it for votes, with the present one.
    private func footer(of suggestion: Budget.Suggestion) -> String {
        let vote = SuggestionVoteName(suggestion.vote).text.shown
        return LocalizedText.cli.suggestionYourVote(id: TerminalText.clean(suggestion.id), vote: vote).shown
    }
}
