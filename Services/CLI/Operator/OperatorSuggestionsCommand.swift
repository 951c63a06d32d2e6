import ArgumentParser
import LarderClient
import Texts

/// For the operator: how many suggestions users have found useful.
struct OperatorSuggestionsCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "suggestions", abstract: .cli.operatorSuggestions)
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await context.client.suggestions.reportVotes(.init(), options: context.callOptions)
        try context.show(answer) { paint in
            guard !answer.counts.isEmpty else { return LocalizedText.cli.operatorNoVotes.shown }
            var table = Table([
                .init(title: .cli.headingMonth), .init(title: .cli.headingKind),
                .init(title: .cli.headingUseful, alignment: .right),
                .init(title: .cli.headingNotUseful, alignment: .right),
                .init(title: .cli.headingShareUseful, alignment: .right),
            ])
            for count in answer.counts {
                table.add([
                    .init(count.month), .init(count.kind.text), .init("\(count.useful)"),
                    .init("\(count.notUseful)"),
                    .init(SpendingText.share(count.useful, of: Int128(count.useful) + Int128(count.notUseful))),
                ])
            }
            return table.text(paint, width: context.output.out.width)
        }
    }
}

extension Budget.SuggestionKind {
    /// The kind in tables; its number where this version does not know it.
    fileprivate var text: LocalizedText {
        switch self {
        case .goalPassed: .cli.operatorSuggestionGoal
        case .habit: .cli.operatorSuggestionHabit
        case .unspecified, .unrecognized: .verbatim("\(rawValue)")
        }
    }
}
