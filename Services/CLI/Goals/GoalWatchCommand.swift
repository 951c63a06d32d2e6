import ArgumentParser
import LarderClient

/// Watches goals.
struct GoalWatchCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "watch",
            abstract: .cli.goalWatch,
            discussion: .cli.example(command: "larder goal watch --after \"$cursor\" --once --json")
        )
    }

    @OptionGroup var feed: FeedOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let categories = context.output.isJSON ? nil : try await context.categoriesIfAvailable()
        let changes = ChangeFeed<Budget.GoalListUpdate>(
            command: "larder goal watch",
            list: GoalCommand.list,
            watch: { try await context.client.watchGoals(after: $0, options: $1, onUpdate: $2) },
            text: { update, paint in
                let text = GoalText(categories: categories)
                return update.goals.map { FeedLine.text(text.heading(of: $0, paint), id: $0.id, paint) }
                    .joined(separator: "\n")
            }
        )
        try await changes.show(feed, context)
    }
}

extension Budget.GoalListUpdate: FeedUpdate {
    var isEmpty: Bool { goals.isEmpty }
}
