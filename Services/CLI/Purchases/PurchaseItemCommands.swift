import ArgumentParser
import LarderClient

/// Adds a missing item.
struct PurchaseAddItemCommand: PurchaseEditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add-item",
        abstract: "Add a missing item.",
        discussion: """
            Example: larder purchase add-item 0b0d6f5e-… "Oat milk" --amount 3.49 --after 2
            A coupon on the whole receipt: larder purchase add-item 0b0d6f5e-… Coupon --amount 0 --discount -2.00
            """
    )

    @Argument(help: "The purchase.")
    var id: String

    @Argument(help: "The name.")
    var name: String

    @Option(parsing: .unconditional, help: "The amount, in the purchase's currency.")
    var amount: String

    @Option(parsing: .unconditional, help: "The quantity, such as 2 or 0.755; 1 by default.")
    var quantity: String?

    @Option(help: "The unit of the quantity: each, kg, g, lb, l …; each by default.")
    var unit: String?

    @Option(parsing: .unconditional, help: "The unit price.")
    var price: String?

    @Option(parsing: .unconditional, help: "The discount, such as -0.50.")
    var discount: String?

    @Flag(help: "It was returned, and is deducted from the sum.")
    var returned = false

    @Option(help: "The preceding item: its number, or its id; the last one by default.")
    var after: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func edits(of purchase: Budget.Purchase, _ context: CommandContext) async throws -> [Budget.PurchaseEdit.Edit] {
        func money(_ text: String) throws -> Common.Money { try .init(typed: text, currency: purchase.currency) }
        let item = Budget.NewItem(
            name: name,
            quantityThousandths: try quantity.map(QuantityText.parse) ?? 0,
            unit: unit ?? "",
            unitPrice: try price.map(money),
            amount: try money(amount),
            discount: try discount.map(money),
            returned: returned,
            afterItemID: try after.map(purchase.itemID) ?? ""
        )
        return [.newItem(item)]
    }
}

/// Removes an item.
struct PurchaseRemoveItemCommand: PurchaseEditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-item",
        abstract: "Remove an item that is not on the receipt."
    )

    @Argument(help: "The purchase.")
    var id: String

    @Argument(help: "The item: its number in the purchase, or its id.")
    var item: String

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func edits(of purchase: Budget.Purchase, _ context: CommandContext) async throws -> [Budget.PurchaseEdit.Edit] {
        [.itemRemoval(.init(itemID: try purchase.itemID(named: item)))]
    }
}

/// Suggests products for items.
struct PurchaseGuessesCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "guesses",
        abstract: "Suggest products for an item, most likely first. With --json each item is a line.",
        discussion: "Choose one with: larder purchase edit PURCHASE ITEM --product ID, or name a new one with --name."
    )

    @Argument(help: "The purchase.")
    var id: String

    @Argument(help: "The item: its number in the purchase, or its id; all items to check by default.")
    var item: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let purchase = try await context.purchase(id)
        let items = try chosen(from: purchase)
        guard !items.isEmpty else {
            if !context.output.isJSON { context.output.out.line("No item needs checking.") }
            return
        }
        let lines = items.map { $0.1.printedText.isEmpty ? $0.1.productName : $0.1.printedText }
        let answers = try await context.guesses(for: lines, store: purchase.storeID, limit: 3)
        for ((number, _), line) in zip(items, answers) {
            try context.show(line) { PurchaseGuessesCommand.text(line, number: number, purchase: id, $0) }
        }
    }

    private func chosen(from purchase: Budget.Purchase) throws -> [(Int, Budget.PurchaseItem)] {
        let all = purchase.items.enumerated().map { ($0 + 1, $1) }
        guard let item else { return all.filter(\.1.needsReview) }
        let id = try purchase.itemID(named: item)
        let found = all.filter { $0.1.id == id }
        guard !found.isEmpty else { throw Failure(.notFound, "The purchase has no such item.") }
        return found
    }

    private static func text(_ line: Catalog.LineGuesses, number: Int, purchase: String, _ paint: Paint) -> String {
        let heading = paint("\(number)  \(TerminalText.clean(line.printedText))", .bold)
        let purchase = TerminalText.clean(purchase)
        let new = "A new product: larder purchase edit \(purchase) \(number) --name …"
        guard !line.guesses.isEmpty else { return "\(heading)\n\(new)" }
        let choice = "Choose: larder purchase edit \(purchase) \(number) --product …"
        return [heading, GuessesText.table(line).text(paint), choice, new].joined(separator: "\n")
    }
}
