import ArgumentParser
import LarderClient

/// Commands for purchases.
struct PurchaseCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "purchase",
            abstract: .cli.purchaseAbstract,
            subcommands: [
                PurchaseListCommand.self, PurchaseShowCommand.self, PurchaseAddCommand.self, PurchaseEditCommand.self,
                PurchaseCorrectCommand.self, PurchaseAddItemCommand.self, PurchaseRemoveItemCommand.self,
                PurchaseCategorizeCommand.self,
                PurchaseUndoCommand.self, PurchaseConfirmCommand.self, PurchaseHistoryCommand.self,
                PurchaseWatchCommand.self, PurchaseChooseCommand.self, PurchaseGuessesCommand.self,
                PurchaseKeepCommand.self, PurchaseDiscardCommand.self, PurchaseCheckCommand.self,
                PurchaseExportCommand.self,
            ],
            defaultSubcommand: PurchaseListCommand.self,
            aliases: ["purchases"]
        )
    }
}

/// Lists purchases.
struct PurchaseListCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "list",
            abstract: .cli.purchaseList
        )
    }

    @Flag(help: ArgumentHelp(.cli.purchaseDiscardedHelp))
    var discarded = false

    @Option(help: ArgumentHelp(.cli.purchaseFrom))
    var from: String?

    @Option(help: ArgumentHelp(.cli.purchaseTo))
    var to: String?

    @OptionGroup var filter: PurchaseFilterOptions
    @OptionGroup var list: ListOptions
    @OptionGroup var watching: WatchOption
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        guard watching.watch, discarded || from != nil || to != nil || filter.areGiven else { return }
        throw ValidationError(.cli.purchaseWatchAlone)
    }

    func run(_ context: CommandContext) async throws {
        guard watching.watch else { return try await show(context) }
        let options = CallOptions(timeout: context.timeLimit)
        try await Interrupts.cancelling {
            var shown = ShownEntries<Budget.Purchase>(id: \.id)
            try await context.client.watchPurchases(options: options) { update in
                if update.reset {
                    shown = ShownEntries(id: \.id)
                    return try await show(context) { _ = shown.changed($0, in: purchases) }
                }
                // A purchase may change in what the list doesn't show.
                let changed = shown.changed(update.purchases, in: purchases)
                shown.remove(update.removedIDs)
                let isShown = !changed.isEmpty || !update.removedIDs.isEmpty
                guard isShown || context.output.isJSON && !update.purchases.isEmpty else { return }
                try context.show(update) { paint in
                    purchases.changes(changed, removed: update.removedIDs, paint, width: context.output.out.width)
                }
            }
        }
    }

    private func show(
        _ context: CommandContext,
        _ onPage: ([Budget.Purchase]) -> Void = { _ in }
    ) async throws {
        if !filter.category.isEmpty { try await context.categoriesIfAvailable()?.verify(filter.category) }
        try await purchases.show(list, context) { page in
            let request = Budget.ListPurchasesRequest(
                page: page,
                discarded: discarded,
                firstDay: from ?? "",
                lastDay: to ?? "",
                kind: filter.kind?.kind ?? .unspecified,
                categories: filter.category,
                storeID: filter.store ?? "",
                productID: filter.product ?? ""
            )
            let answer = try await context.client.purchases.listPurchases(request, options: context.callOptions)
            onPage(answer.purchases)
            return (answer.purchases, answer.nextPageToken)
        }
    }

    private var purchases: EntryList<Budget.Purchase, Budget.ListPurchasesResponse> { .purchases(whenEmpty: whenEmpty) }

    private var whenEmpty: LocalizedText {
        if filter.areGiven { return .cli.purchaseNoneMatching }
        if from != nil || to != nil { return .cli.purchaseNoneInTime }
        if discarded { return .cli.purchaseNoneDiscarded }
        return .cli.purchaseNone(command: "larder receipt add PHOTO", other: "larder help purchase add")
    }
}

/// Shows one purchase.
struct PurchaseShowCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "show", abstract: .cli.purchaseShow)
    }

    @Argument(help: ArgumentHelp(.cli.purchaseId))
    var id: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let request = Budget.GetPurchaseRequest(key: .purchaseID(id))
        let purchase = try await context.client.purchases.getPurchase(request, options: context.callOptions)
        try context.show(purchase) { PurchaseText(purchase, width: context.output.out.width).text($0) }
    }
}
