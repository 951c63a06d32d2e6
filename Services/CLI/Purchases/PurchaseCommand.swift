import ArgumentParser
import LarderClient

/// Commands for purchases.
struct PurchaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "purchase",
        abstract: "List, show, correct and confirm purchases.",
        subcommands: [
            PurchaseListCommand.self, PurchaseShowCommand.self, PurchaseEditCommand.self, PurchaseCorrectCommand.self,
            PurchaseAddItemCommand.self, PurchaseRemoveItemCommand.self, PurchaseUndoCommand.self,
            PurchaseConfirmCommand.self, PurchaseHistoryCommand.self, PurchaseWatchCommand.self,
            PurchaseGuessesCommand.self, PurchaseKeepCommand.self, PurchaseDiscardCommand.self,
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

    @OptionGroup var list: ListOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let (purchases, next) = try await Pages.collect(list.limit) { page in
            let answer = try await context.client.purchases.listPurchases(
                .init(page: page, discarded: discarded),
                options: context.callOptions
            )
            return (answer.purchases, answer.nextPageToken)
        }
        try context.show(Budget.ListPurchasesResponse(purchases: purchases, nextPageToken: next)) { paint in
            guard !purchases.isEmpty else {
                return discarded
                    ? "No discarded purchases." : "No purchases yet. Send a receipt with: larder receipt add PHOTO"
            }
            return PurchaseListCommand.table(purchases).text(paint, width: context.output.out.width)
        }
    }

    private static func table(_ purchases: [Budget.Purchase]) -> Table {
        var table = Table([
            .init(title: "Bought"), .init(title: "Store", shrinks: true), .init(title: "Items", alignment: .right),
            .init(title: "Total", alignment: .right), .init(title: "State"), .init(title: "Purchase"),
        ])
        for purchase in purchases {
            table.add([
                .init(purchase.purchasedAt?.text ?? ""), .init(purchase.storeName), .init("\(purchase.items.count)"),
                .init((purchase.total ?? purchase.computedTotal)?.text ?? ""), PurchaseText.stateCell(purchase),
                .init(purchase.id),
            ])
        }
        return table
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
