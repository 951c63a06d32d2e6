import ArgumentParser
import LarderClient

/// Applies current meanings of lines to the items of earlier purchases.
struct ProductsRematchCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "rematch",
            abstract: .cli.productsRematch,
            discussion: .cli.productsRematchDiscussion(command: "larder purchase undo")
        )
    }

    @Flag(help: ArgumentHelp(.cli.productsApply))
    var apply = false

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.productsPurchasesHelp))
    var purchases = 200

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        guard (1...1_000).contains(purchases) else {
            throw ValidationError(.cli.productsPurchasesRule)
        }
    }

    /// An item with the product that its line now means.
    private struct Match {
        let item: Budget.PurchaseItem
        let product: Catalog.Product

        /// What the item is now; of the same name, how it differs from the product.
        var former: String {
            guard item.productName == product.name else { return item.productName }
            let how: LocalizedText = item.productID.isEmpty ? .cli.productsNameOnly : .cli.productsAnotherProduct
            return "\(item.productName) (\(how.shown))"
        }
    }

    func run(_ context: CommandContext) async throws {
        let (found, _) = try await Pages.collect(purchases) { page in
            let answer = try await context.client.purchases.listPurchases(
                .init(page: page),
                options: context.callOptions
            )
            return (answer.purchases, answer.nextPageToken)
        }
        var answer = Budget.ListPurchasesResponse()
        var rows: [(purchase: Budget.Purchase, match: Match)] = []
        for purchase in found {
            let matches = try await matches(in: purchase, context)
            guard !matches.isEmpty else { continue }
            rows += matches.map { (purchase, $0) }
            answer.purchases.append(apply ? try await change(purchase, matches, context) : purchase)
        }
        try context.show(answer) { paint in
            guard !rows.isEmpty else { return LocalizedText.cli.productsUpToDate.shown }
            let hint: LocalizedText =
                apply ? .cli.productsRematched : .cli.productsRematchWith(command: "larder products rematch --apply")
            return table(rows).text(paint, width: context.output.out.width) + "\n\n" + hint.shown
        }
    }

    /// The items whose lines now mean another product by a user's choice or agreement.
    private func matches(in purchase: Budget.Purchase, _ context: CommandContext) async throws -> [Match] {
        let items = purchase.items.filter { !$0.printedText.isEmpty }
        let lines: [Catalog.LineGuesses]
        do {
            lines = try await context.guesses(for: items.map(\.printedText), store: purchase.storeID, limit: 1)
        } catch let status as Status where status.code == .notFound {
            // The store no longer exists.
            lines = try await context.guesses(for: items.map(\.printedText), store: "", limit: 1)
        }
        return zip(items, lines).compactMap { item, line in
            guard let meaning = line.meaning, let product = meaning.product, product.id != item.productID,
                meaning.basis == .chosen || meaning.basis == .agreed
            else { return nil }
            return Match(item: item, product: product)
        }
    }

    private func change(
        _ purchase: Budget.Purchase,
        _ matches: [Match],
        _ context: CommandContext
    ) async throws -> Budget.Purchase {
        // In batches of the maximum for one revision.
        let edits = matches.prefix(100).map { match in
            let product = Budget.ProductChoice(
                productID: match.product.id,
                name: match.product.name,
                categorySymbol: match.product.category?.symbol ?? "",
                category: match.product.category?.slug ?? ""
            )
            return Budget.PurchaseEdit(edit: .item(.init(itemID: match.item.id, product: product)))
        }
        let request = Budget.EditPurchaseRequest(
            purchaseID: purchase.id,
            expectedVersion: purchase.version,
            edits: edits
        )
        return try await context.client.purchases.editPurchase(request, options: context.onceOptions)
    }

    private func table(_ rows: [(purchase: Budget.Purchase, match: Match)]) -> Table {
        var table = Table([
            .init(title: .cli.headingBought), .init(title: .cli.headingPrinted, shrinks: true),
            .init(title: .cli.productsWas, shrinks: true),
            .init(title: .cli.productsIs, shrinks: true), .init(title: .cli.headingPurchase),
        ])
        for (purchase, match) in rows {
            table.add([
                .init(purchase.purchasedAt?.text ?? ""), .init(match.item.printedText), .init(match.former),
                .init(match.product.name, .bold), .init(purchase.id, .dim),
            ])
        }
        return table
    }
}
