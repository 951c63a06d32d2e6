import ArgumentParser
import LarderClient

/// Watches recurring expenditures.
struct RecurringWatchCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "watch",
            abstract: .cli.recurringWatch,
            discussion: .cli.example(command: "larder recurring watch --after \"$cursor\" --once --json")
        )
    }

    @OptionGroup var feed: FeedOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let changes = ChangeFeed<Budget.RecurringListUpdate>(
            command: "larder recurring watch",
            list: RecurringCommand.list,
            watch: { try await context.client.watchRecurring(after: $0, options: $1, onUpdate: $2) },
            text: { update, paint in
                update.recurring.map { FeedLine.text(RecurringText.heading(of: $0, paint), id: $0.id, paint) }
                    .joined(separator: "\n")
            }
        )
        try await changes.show(feed, context)
    }
}

extension Budget.RecurringListUpdate: FeedUpdate {
    var isEmpty: Bool { recurring.isEmpty }
}
