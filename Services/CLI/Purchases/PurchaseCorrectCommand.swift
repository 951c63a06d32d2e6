import ArgumentParser
import LarderClient

/// Corrects an item of a purchase.
struct PurchaseCorrectCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "correct",
            abstract: .cli.purchaseCorrect,
            discussion: .cli.example(
                command:
                    "larder purchase correct 0b0d6f5e-… 3 --name \"\(Sample.oatMilk)\" --amount \(Sample.number(349))"
            )
        )
    }

    @Argument(help: ArgumentHelp(.cli.purchaseId))
    var id: String

    @Argument(help: ArgumentHelp(.cli.purchaseItemHelp))
    var item: String

    @Option(help: ArgumentHelp(.cli.purchaseNameHelp))
    var name: String?

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.purchaseQuantityHelp))
    var quantity: String?

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.purchaseAmountExample))
    var amount: String?

    @OptionGroup var seen: SeenVersionOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        guard name != nil || quantity != nil || amount != nil else {
            throw ValidationError(.cli.purchaseCorrectRule)
        }
        try seen.requireID(of: item)
    }

    func run(_ context: CommandContext) async throws {
        let thousandths = try quantity.map(QuantityText.parse)
        let present = try await context.purchase(id)
        let item = try present.itemID(named: item)
        let name = name.map { Budget.TextCorrection(value: $0) }
        let quantity = thousandths.map { Budget.QuantityCorrection(thousandths: $0) }
        let amount = try amount.map { try Common.Money(typed: $0, in: present.currency) }
        // Only edits are merged, and say when they were made.
        guard !seen.areMerged else {
            let correction = Budget.ItemCorrection(itemID: item, name: name, quantity: quantity, amount: amount)
            return try await context.edit(present, [.item(correction)], seen)
        }
        let correction = Budget.CorrectItemRequest(
            purchaseID: present.id,
            itemID: item,
            expectedVersion: seen.expect ?? present.version,
            name: name,
            quantity: quantity,
            amount: amount
        )
        let corrected = try await context.client.purchases.correctItem(correction, options: context.onceOptions)
        try context.show(corrected, after: present)
    }
}
