import ArgumentParser
import LarderClient

/// Corrects a purchase or one of its items.
struct PurchaseEditCommand: PurchaseEditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Correct a purchase, or one of its items.",
        discussion: """
            Examples: larder purchase edit 0b0d6f5e-… --total 23.80 --currency CAD
                      larder purchase edit 0b0d6f5e-… 3 --name "Oat milk" --amount 3.49
            An unknown value is an empty text: --time "".
            """
    )

    @Argument(help: "The purchase.")
    var id: String

    @Argument(help: "The item: its number in the purchase, or its id. Omit it to correct the purchase itself.")
    var item: String?

    @OptionGroup(title: "For the purchase") var fields: PurchaseFieldOptions
    @OptionGroup(title: "For the item") var details: ItemOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if item == nil, details.areGiven {
            throw ValidationError("Specify the item: larder purchase edit PURCHASE ITEM …")
        }
        if item != nil, fields.areGiven {
            throw ValidationError("Correct either the purchase or an item, one at a time.")
        }
        guard fields.areGiven || details.areGiven else { throw ValidationError("Specify what to change.") }
    }

    func edits(of purchase: Budget.Purchase, _ context: CommandContext) async throws -> [Budget.PurchaseEdit.Edit] {
        guard let item else { return try fields.edits(of: purchase) }
        var correction = try details.correction(of: try purchase.itemID(named: item), currency: purchase.currency)
        if let product = details.product {
            let known = try await context.client.products.getProduct(
                .init(productID: product),
                options: context.callOptions
            )
            correction.product = .init(
                productID: known.id,
                name: known.name,
                categorySymbol: known.category?.symbol ?? ""
            )
        }
        return [.item(correction)]
    }
}

/// The options that correct a purchase.
struct PurchaseFieldOptions: ParsableArguments {
    @Option(help: "The store's name.")
    var store: String?

    @Option(help: "The store's address.")
    var address: String?

    @Option(help: "The date, such as 2025-03-09.")
    var date: String?

    @Option(help: "The time, such as 17:42.")
    var time: String?

    @Option(help: "The currency, such as CAD; printed amounts are kept.")
    var currency: String?

    @Option(parsing: .unconditional, help: "The printed subtotal; empty when none is printed.")
    var subtotal: String?

    @Option(parsing: .unconditional, help: "The printed total; empty when none is printed.")
    var total: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A tax, replacing all existing ones; repeatable.", valueName: "label=amount")
    )
    var tax: [String] = []

    @Flag(help: "Remove all taxes.")
    var noTaxes = false

    func validate() throws {
        if noTaxes, !tax.isEmpty { throw ValidationError("Specify either --tax or --no-taxes.") }
        for tax in tax where !tax.contains("=") {
            throw ValidationError("A tax is its label and amount, such as --tax \"GST 5%=0.44\".")
        }
    }

    var areGiven: Bool {
        noTaxes || !tax.isEmpty || ![store, address, date, time, currency, subtotal, total].allSatisfy { $0 == nil }
    }

    /// The edits; the currency comes first, so that amounts are in the new one.
    func edits(of purchase: Budget.Purchase) throws -> [Budget.PurchaseEdit.Edit] {
        let code = currency?.uppercased() ?? purchase.currency
        func amount(_ text: String) throws -> Budget.AmountCorrection {
            .init(value: text.isEmpty ? nil : try Common.Money(typed: text, currency: code))
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
                    amount: try Common.Money(typed: String(parts.last ?? ""), currency: code)
                )
            }
            edits.append(.taxes(.init(taxes: taxes)))
        }
        return edits.compactMap(\.self)
    }
}

/// The options that correct an item.
struct ItemOptions: ParsableArguments {
    @Option(help: "The correct name.")
    var name: String?

    @Option(help: "The product; see: larder purchase guesses.")
    var product: String?

    @Option(parsing: .unconditional, help: "The quantity, such as 2 or 0.755.")
    var quantity: String?

    @Option(help: "The unit of the quantity: each, kg, g, lb, l …")
    var unit: String?

    @Option(parsing: .unconditional, help: "The unit price; empty when it is not printed.")
    var price: String?

    @Option(parsing: .unconditional, help: "The amount, in the purchase's currency.")
    var amount: String?

    @Option(
        parsing: .unconditional,
        help: "The discount, 0 or negative, added to the amount: -0.50; a coupon's may exceed it."
    )
    var discount: String?

    @Flag(inversion: .prefixedNo, help: "Whether it was returned, and is deducted from the sum.")
    var returned: Bool?

    var areGiven: Bool {
        returned != nil || ![name, product, quantity, unit, price, amount, discount].allSatisfy { $0 == nil }
    }

    func correction(of itemID: String, currency: String) throws -> Budget.ItemCorrection {
        .init(
            itemID: itemID,
            name: name.map { .init(value: $0) },
            quantity: try quantity.map { .init(thousandths: try QuantityText.parse($0)) },
            unit: unit.map { .init(value: $0) },
            unitPrice: try price.map {
                .init(value: $0.isEmpty ? nil : try Common.Money(typed: $0, currency: currency))
            },
            amount: try amount.map { try Common.Money(typed: $0, currency: currency) },
            discount: try discount.map { try Common.Money(typed: $0, currency: currency) },
            returned: returned.map { .init(value: $0) }
        )
    }
}
