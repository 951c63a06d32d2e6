import ArgumentParser
import LarderClient
import Texts

/// Watches a purchase, or all.
struct PurchaseWatchCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "watch",
            abstract: .cli.purchaseWatch,
            discussion: .joined(
                [
                    .examples(
                        "larder purchase watch 0b0d6f5e-…",
                        "larder purchase watch --after \"$cursor\" --once --json"
                    ), .cli.purchaseWatchDiscussion(reset: "reset"),
                ],
                separator: "\n"
            )
        )
    }

    @Argument(help: ArgumentHelp(.cli.purchaseOrAll))
    var id: String?

    @OptionGroup var feed: FeedOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        if id != nil, feed.areGiven { throw ValidationError(.cli.purchaseWatchAllRule) }
    }

    func run(_ context: CommandContext) async throws {
        guard let id else { return try await watchAll(context) }
        let options = CallOptions(timeout: context.timeLimit)
        try await Interrupts.cancelling {
            try await context.client.watchPurchase(id, options: options) { update in
                try context.show(update) { PurchaseWatchCommand.text(update, context, $0) }
            }
        }
    }

    private func watchAll(_ context: CommandContext) async throws {
        let changes = ChangeFeed<Budget.PurchaseListUpdate>(
            command: "larder purchase watch",
            list: "larder purchase list",
            watch: { try await context.client.watchPurchases(after: $0, options: $1, onUpdate: $2) },
            text: { update, paint in
                EntryList.purchases(whenEmpty: .verbatim("")).changes(
                    update.purchases,
                    removed: update.removedIDs,
                    paint,
                    width: context.output.out.width
                )
            }
        )
        try await changes.show(feed, context)
    }

    private static func text(_ update: Budget.PurchaseUpdate, _ context: CommandContext, _ paint: Paint) -> String {
        guard let step = update.step else {
            return update.purchase.map { PurchaseText($0, width: context.output.out.width).text(paint) } ?? ""
        }
        let time = paint(step.madeAt?.localSecondsText ?? "", .dim)
        return step.changes.map { "\(time) \(TerminalText.clean($0))" }.joined(separator: "\n")
    }
}

extension Budget.PurchaseListUpdate: FeedUpdate {
    var isEmpty: Bool { purchases.isEmpty && removedIDs.isEmpty }
}
