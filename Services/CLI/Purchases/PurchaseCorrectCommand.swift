import ArgumentParser
import LarderClient

/// Corrects an item of a purchase.
struct PurchaseCorrectCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "correct",
        abstract: "Correct an item of a purchase.",
        discussion: "Example: larder purchase correct 0b0d6f5e-… 3 --name \"Oat milk\" --amount 3.49"
    )

    @Argument(help: "The purchase.")
    var id: String

    @Argument(help: "The item: its number in the purchase, or its id.")
    var item: String

    @Option(help: "The correct name.")
    var name: String?

    @Option(parsing: .unconditional, help: "The quantity, such as 2 or 0.755.")
    var quantity: String?

    @Option(parsing: .unconditional, help: "The amount in the purchase's currency, such as 3.49.")
    var amount: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard name != nil || quantity != nil || amount != nil else {
            throw ValidationError("Specify what to correct with --name, --quantity or --amount.")
        }
    }

    func run(_ context: CommandContext) async throws {
        let thousandths = try quantity.map(QuantityText.parse)
        let present = try await context.purchase(id)
        let correction = Budget.CorrectItemRequest(
            purchaseID: present.id,
            itemID: try present.itemID(named: item),
            expectedVersion: present.version,
            name: name.map { .init(value: $0) },
            quantity: thousandths.map { .init(thousandths: $0) },
            amount: try amount.map { try Common.Money(typed: $0, currency: present.currency) }
        )
        let corrected = try await context.client.purchases.correctItem(correction, options: context.onceOptions)
        try context.show(corrected, after: present)
    }
}
