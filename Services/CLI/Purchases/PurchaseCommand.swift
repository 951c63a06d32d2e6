import ArgumentParser
import LarderClient

/// Commands for purchases.
struct PurchaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "purchase",
        abstract: "List, show, add, correct and confirm purchases.",
        subcommands: [
            PurchaseListCommand.self, PurchaseShowCommand.self, PurchaseAddCommand.self, PurchaseEditCommand.self,
            PurchaseCorrectCommand.self, PurchaseAddItemCommand.self, PurchaseRemoveItemCommand.self,
            PurchaseUndoCommand.self, PurchaseConfirmCommand.self, PurchaseHistoryCommand.self,
            PurchaseWatchCommand.self, PurchaseGuessesCommand.self, PurchaseKeepCommand.self,
            PurchaseDiscardCommand.self,
        ],
        defaultSubcommand: PurchaseListCommand.self,
        aliases: ["purchases"]
    )
}

/// Lists purchases.
struct PurchaseListCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List your purchases, newest first."
    )

    @Flag(help: "Show discarded purchases.")
    var discarded = false

    @Option(help: "The first day, such as 2025-03-01.")
    var from: String?

    @Option(help: "The last day, such as 2025-03-31.")
    var to: String?

    @OptionGroup var list: ListOptions
    @OptionGroup var watching: WatchOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard watching.watch, discarded || from != nil || to != nil else { return }
        throw ValidationError("--watch shows every change: leave out --discarded, --from and --to.")
    }

    func run(_ context: CommandContext) async throws {
        guard watching.watch else { return try await show(context) }
        let options = CallOptions(timeout: context.timeLimit)
        try await Interrupts.cancelling {
            try await context.client.watchPurchases(options: options) { update in
                if update.reset { return try await show(context) }
                guard !update.purchases.isEmpty || !update.removedIDs.isEmpty else { return }
                try context.show(update) { paint in
                    purchases.changes(
                        update.purchases,
                        removed: update.removedIDs,
                        paint,
                        width: context.output.out.width
                    )
                }
            }
        }
    }

    private func show(_ context: CommandContext) async throws {
        try await purchases.show(list, context) { page in
            let answer = try await context.client.purchases.listPurchases(
                .init(page: page, discarded: discarded, firstDay: from ?? "", lastDay: to ?? ""),
                options: context.callOptions
            )
            return (answer.purchases, answer.nextPageToken)
        }
    }

    private var purchases: EntryList<Budget.Purchase, Budget.ListPurchasesResponse> {
        EntryList(
            [
                .init(title: "Bought"), .init(title: "Store", shrinks: true), .init(title: "Items", alignment: .right),
                .init(title: "Total", alignment: .right), .init(title: "State"), .init(title: "Purchase"),
            ],
            whenEmpty: from != nil || to != nil
                ? "No purchases in that time."
                : discarded
                    ? "No discarded purchases."
                    : """
                    No purchases yet. Send a receipt with: larder receipt add PHOTO
                    Or type one in: larder help purchase add
                    """,
            response: Budget.ListPurchasesResponse.init(purchases:nextPageToken:),
            row: { (purchase: Budget.Purchase) in
                [
                    .init(purchase.purchasedAt?.text ?? ""), .init(purchase.storeName),
                    .init("\(purchase.items.count)"), .init((purchase.total ?? purchase.computedTotal)?.text ?? ""),
                    PurchaseText.stateCell(purchase), .init(purchase.id),
                ]
            }
        )
    }
}

/// Shows one purchase.
struct PurchaseShowCommand: ClientCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show a purchase with its items.")

    @Argument(help: "The purchase.")
    var id: String

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let request = Budget.GetPurchaseRequest(key: .purchaseID(id))
        let purchase = try await context.client.purchases.getPurchase(request, options: context.callOptions)
        try context.show(purchase) { PurchaseText(purchase, width: context.output.out.width).text($0) }
    }
}
