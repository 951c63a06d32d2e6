import ArgumentParser
import LarderClient

/// Adds a missing item.
struct PurchaseAddItemCommand: PurchaseEditingCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "add-item",
            abstract: .cli.purchaseAddItem,
            discussion: .joined(
                [
                    .cli.example(
                        command:
                            "larder purchase add-item 0b0d6f5e-… \"\(Sample.oatMilk)\" --amount \(Sample.number(349)) --after 2"
                    ),
                    .cli.purchaseCoupon(
                        command:
                            "larder purchase add-item 0b0d6f5e-… \(Sample.coupon) --amount 0 --discount -\(Sample.number(200))"
                    ),
                ],
                separator: "\n"
            )
        )
    }

    @Argument(help: ArgumentHelp(.cli.purchaseId))
    var id: String

    @Argument(help: ArgumentHelp(.cli.purchaseName))
    var name: String

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.purchaseAmountHelp))
    var amount: String

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.purchaseQuantityDefault))
    var quantity: String?

    @Option(help: ArgumentHelp(.cli.purchaseUnitDefault(units: "each, kg, g, lb, l …", unit: "each")))
    var unit: String?

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.purchasePrice))
    var price: String?

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.purchaseDiscount))
    var discount: String?

    @Flag(help: ArgumentHelp(.cli.purchaseReturned))
    var returned = false

    @Option(help: ArgumentHelp(.cli.purchaseAfter))
    var after: String?

    @OptionGroup var seen: SeenVersionOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws { try seen.requireID(of: after) }

    func edits(of purchase: Budget.Purchase, _ context: CommandContext) async throws -> [Budget.PurchaseEdit.Edit] {
        func money(_ text: String) throws -> Common.Money { try .init(typed: text, in: purchase.currency) }
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
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "remove-item",
            abstract: .cli.purchaseRemoveItem
        )
    }

    @Argument(help: ArgumentHelp(.cli.purchaseId))
    var id: String

    @Argument(help: ArgumentHelp(.cli.purchaseItemHelp))
    var item: String

    @OptionGroup var seen: SeenVersionOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws { try seen.requireID(of: item) }

    func edits(of purchase: Budget.Purchase, _ context: CommandContext) async throws -> [Budget.PurchaseEdit.Edit] {
        [.itemRemoval(.init(itemID: try purchase.itemID(named: item)))]
    }
}

/// Suggests products for items.
struct PurchaseGuessesCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "guesses",
            abstract: .cli.purchaseGuesses,
            discussion: .cli.purchaseGuessesDiscussion(command: "larder purchase edit")
        )
    }

    @Argument(help: ArgumentHelp(.cli.purchaseId))
    var id: String

    @Argument(help: ArgumentHelp(.cli.purchaseItemOrAllToCheck))
    var item: String?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let purchase = try await context.purchase(id)
        let items = try chosen(from: purchase)
        guard !items.isEmpty else {
            if !context.output.isJSON { context.output.out.line(LocalizedText.cli.purchaseNothingToCheck.shown) }
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
        guard !found.isEmpty else { throw Failure(.notFound, .cli.purchaseNoSuchItem) }
        return found
    }

    private static func text(_ line: Catalog.LineGuesses, number: Int, purchase: String, _ paint: Paint) -> String {
        let heading = paint("\(number)  \(TerminalText.clean(line.printedText))", .bold)
        let purchase = TerminalText.clean(purchase)
        let edit = "larder purchase edit \(purchase) \(number)"
        let new = LocalizedText.cli.purchaseNewProduct(command: "\(edit) --name …").shown
        guard !line.guesses.isEmpty else { return "\(heading)\n\(new)" }
        let choice = LocalizedText.cli.purchaseChoose(command: "\(edit) --product …").shown
        return [heading, GuessesText.table(line).text(paint), choice, new].joined(separator: "\n")
    }
}
