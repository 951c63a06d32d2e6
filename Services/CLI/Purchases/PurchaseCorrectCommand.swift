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

    @Option(help: "What it really is.")
    var name: String?

    @Option(parsing: .unconditional, help: "How much of it, such as 2 or 0.755.")
    var quantity: String?

    @Option(parsing: .unconditional, help: "What it cost in the purchase's currency, such as 3.49.")
    var amount: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard name != nil || quantity != nil || amount != nil else {
            throw ValidationError("Say what to correct with --name, --quantity or --amount.")
        }
    }

    func run(_ context: CommandContext) async throws {
        let purchases = context.client.purchases
        let thousandths = try quantity.map(QuantityText.parse)
        let request = Budget.GetPurchaseRequest(key: .purchaseID(id))
        let present = try await purchases.getPurchase(request, options: context.callOptions)
        let correction = Budget.CorrectItemRequest(
            purchaseID: present.id,
            itemID: try itemID(in: present),
            expectedVersion: present.version,
            name: name.map { .init(value: $0) },
            quantity: thousandths.map { .init(thousandths: $0) },
            amount: try amount.map { try Common.Money(typed: $0, currency: present.currency) }
        )
        let purchase = try await purchases.correctItem(correction, options: context.callOptions)
        try context.show(purchase) { PurchaseText(purchase, width: context.output.out.width).text($0) }
    }

    private func itemID(in purchase: Budget.Purchase) throws -> String {
        guard let number = Int(item) else { return item }
        guard purchase.items.indices.contains(number - 1) else {
            let count = purchase.items.count
            throw Failure(.notFound, "The purchase has no item \(number); its items are numbered 1 to \(count).")
        }
        return purchase.items[number - 1].id
    }
}
