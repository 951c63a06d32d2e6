import ArgumentParser
import LarderClient

/// Corrects a purchase or one of its items.
struct PurchaseEditCommand: PurchaseEditingCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "edit",
            abstract: .cli.purchaseEdit,
            discussion: .joined(
                [
                    .examples(
                        "larder purchase edit 0b0d6f5e-… --total \(Sample.number(2380)) --currency CAD",
                        "larder purchase edit 0b0d6f5e-… 3 --name \"\(Sample.oatMilk)\" --amount \(Sample.number(349)) --category dairy"
                    ), .cli.purchaseEmptyValue(option: "--time \"\""),
                ],
                separator: "\n"
            )
        )
    }

    @Argument(help: ArgumentHelp(.cli.purchaseId))
    var id: String

    @Argument(help: ArgumentHelp(.cli.purchaseItemOrWhole))
    var item: String?

    @OptionGroup(title: .cli.purchaseForPurchase) var fields: PurchaseFieldOptions
    @OptionGroup(title: .cli.purchaseForItem) var details: ItemOptions
    @OptionGroup var seen: SeenVersionOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        if item == nil, details.areGiven {
            throw ValidationError(.cli.purchaseSpecifyItem(command: "larder purchase edit"))
        }
        if item != nil, fields.areGiven {
            throw ValidationError(.cli.purchaseOneAtATime)
        }
        guard fields.areGiven || details.areGiven else { throw ValidationError(.cli.purchaseChangeRule) }
        try seen.requireID(of: item)
    }

    func edits(of purchase: Budget.Purchase, _ context: CommandContext) async throws -> [Budget.PurchaseEdit.Edit] {
        guard let item else { return try fields.edits(of: purchase) }
        var correction = try details.correction(of: try purchase.itemID(named: item), currency: purchase.currency)
        correction.product = try await product(of: item, in: purchase, context)
        return [.item(correction)]
    }

    /// The product that the options give an item; nil when it keeps its product and category.
    private func product(
        of item: String,
        in purchase: Budget.Purchase,
        _ context: CommandContext
    ) async throws -> Budget.ProductChoice? {
        guard details.product != nil || details.category != nil else { return nil }
        var choice = Budget.ProductChoice()
        if let product = details.product {
            let known = try await context.client.products.getProduct(
                .init(productID: product),
                options: context.callOptions
            )
            choice = .init(
                productID: known.id,
                name: known.name,
                categorySymbol: known.category?.symbol ?? "",
                category: known.category?.slug ?? ""
            )
        } else {
            guard let present = try purchase.item(named: item) else {
                throw Failure(.notFound, .cli.purchaseNoSuchItem)
            }
            let name = details.name ?? present.shownName
            // Another name means another product.
            choice = .init(productID: name == present.shownName ? present.productID : "", name: name)
        }
        if let slug = details.category {
            let category = slug.isEmpty ? .init() : try await context.categories().category(named: slug)
            (choice.category, choice.categorySymbol) = (category.slug, category.symbol)
        }
        return choice
    }
}

/// The options that correct a purchase.
struct PurchaseFieldOptions: ParsableArguments {
    @Option(help: ArgumentHelp(.cli.purchaseStoreHelp))
    var store: String?

    @Option(help: ArgumentHelp(.cli.purchaseAddressHelp))
    var address: String?

    @Option(help: ArgumentHelp(.cli.purchaseDateHelp))
    var date: String?

    @Option(help: ArgumentHelp(.cli.purchaseTimeHelp))
    var time: String?

    @Option(help: ArgumentHelp(.cli.purchaseCurrencyHelp))
    var currency: String?

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.purchaseSubtotalOrEmpty))
    var subtotal: String?

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.purchaseTotalOrEmpty))
    var total: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(.cli.purchaseTaxReplacing, valueName: .cli.valueTax)
    )
    var tax: [String] = []

    @Flag(help: ArgumentHelp(.cli.purchaseNoTaxes))
    var noTaxes = false

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.purchaseNoteOrEmpty))
    var note: String?

    func validate() throws {
        if noTaxes, !tax.isEmpty { throw ValidationError(.cli.purchaseTaxOrNone) }
        for tax in tax where !tax.contains("=") {
            throw ValidationError(.cli.purchaseTaxRule(example: "--tax \"\(Sample.tax)=\(Sample.number(44))\""))
        }
    }

    var areGiven: Bool {
        let texts = [store, address, date, time, currency, subtotal, total, note]
        return noTaxes || !tax.isEmpty || !texts.allSatisfy { $0 == nil }
    }

    /// The edits; the currency comes first, so that amounts are in the new one.
    func edits(of purchase: Budget.Purchase) throws -> [Budget.PurchaseEdit.Edit] {
        let code = currency?.uppercased() ?? purchase.currency
        func amount(_ text: String) throws -> Budget.AmountCorrection {
            .init(value: text.isEmpty ? nil : try Common.Money(typed: text, in: code))
        }
        var edits: [Budget.PurchaseEdit.Edit?] = [
            currency.map { .currency(.init(value: $0.uppercased())) },
            store.map { .storeName(.init(value: $0)) },
            address.map { .storeAddress(.init(value: $0)) },
            date.map { .date(.init(value: $0)) },
            time.map { .time(.init(value: $0)) },
            try subtotal.map { .subtotal(try amount($0)) },
            try total.map { .total(try amount($0)) },
        ]
        if noTaxes || !tax.isEmpty {
            let taxes = try tax.map { text in
                let parts = text.split(separator: "=", omittingEmptySubsequences: false)
                return Budget.PurchaseTax(
                    label: parts.dropLast().joined(separator: "="),
                    amount: try Common.Money(typed: String(parts.last ?? ""), in: code)
                )
            }
            edits.append(.taxes(.init(taxes: taxes)))
        }
        edits.append(note.map { .note(.init(value: $0)) })
        return edits.compactMap(\.self)
    }
}

/// The options that correct an item.
struct ItemOptions: ParsableArguments {
    @Option(help: ArgumentHelp(.cli.purchaseNameHelp))
    var name: String?

    @Option(help: ArgumentHelp(.cli.purchaseProductHelp(command: "larder purchase guesses")))
    var product: String?

    @Option(help: ArgumentHelp(.cli.purchaseItemCategory(command: CategoryList.command)))
    var category: String?

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.purchaseQuantityHelp))
    var quantity: String?

    @Option(help: ArgumentHelp(.cli.purchaseUnitHelp(units: "each, kg, g, lb, l …")))
    var unit: String?

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.purchasePriceOrEmpty))
    var price: String?

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.purchaseAmountHelp))
    var amount: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(.cli.purchaseDiscountHelp)
    )
    var discount: String?

    @Flag(inversion: .prefixedNo, help: ArgumentHelp(.cli.purchaseReturnedOrNot))
    var returned: Bool?

    var areGiven: Bool {
        let texts = [name, product, category, quantity, unit, price, amount, discount]
        return returned != nil || !texts.allSatisfy { $0 == nil }
    }

    func correction(of itemID: String, currency: String) throws -> Budget.ItemCorrection {
        .init(
            itemID: itemID,
            name: name.map { .init(value: $0) },
            quantity: try quantity.map { .init(thousandths: try QuantityText.parse($0)) },
            unit: unit.map { .init(value: $0) },
            unitPrice: try price.map {
                .init(value: $0.isEmpty ? nil : try Common.Money(typed: $0, in: currency))
            },
            amount: try amount.map { try Common.Money(typed: $0, in: currency) },
            discount: try discount.map { try Common.Money(typed: $0, in: currency) },
            returned: returned.map { .init(value: $0) }
        )
    }
}
