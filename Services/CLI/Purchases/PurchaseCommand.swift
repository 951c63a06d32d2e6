import ArgumentParser
import LarderClient

/// Lists purchases.
struct PurchasesCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "purchases",
        abstract: "List your purchases, newest first."
    )

    @OptionGroup var list: ListOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let (purchases, next) = try await Pages.collect(list.limit) { page in
            let answer = try await context.client.purchases.listPurchases(
                .init(page: page),
                options: context.callOptions
            )
            return (answer.purchases, answer.nextPageToken)
        }
        try context.show(Budget.ListPurchasesResponse(purchases: purchases, nextPageToken: next)) { paint in
            guard !purchases.isEmpty else { return "No purchases yet. Send a receipt with: larder receipt add PHOTO" }
            return PurchasesCommand.table(purchases).text(paint, width: context.output.out.width)
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

/// One purchase.
struct PurchaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "purchase",
        abstract: "Show, correct and confirm a purchase.",
        subcommands: [PurchaseShowCommand.self, PurchaseCorrectCommand.self, PurchaseConfirmCommand.self]
    )
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

/// Confirms a purchase.
struct PurchaseConfirmCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Say that a purchase is right as it stands."
    )

    @Argument(help: "The purchase.")
    var id: String

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let request = Budget.ConfirmPurchaseRequest(purchaseID: id)
        let purchase = try await context.client.purchases.confirmPurchase(request, options: context.callOptions)
        try context.show(purchase) { PurchaseText(purchase, width: context.output.out.width).text($0) }
    }
}
