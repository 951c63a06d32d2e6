import ArgumentParser
import Foundation
import Foundations
import LarderClient

/// Adds a purchase by hand.
struct PurchaseAddCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Type in a purchase, from nothing or from a receipt that could not be read.",
        discussion: """
            Example: larder purchase add --store "Corner Shop" --currency CAD --time 17:42 \\
                       --item "Oat milk=6.98;quantity=2;price=3.49" \\
                       --item "Bananas=2.48;quantity=1.25;unit=kg;discount=-0.50" \\
                       --item "Cans=0.60;returned" --tax "GST 5%=0.44" --total 8.80
            An item is its name and amount. Further details, each after a semicolon, are its quantity (1 by default), unit \
            (each, kg, g, lb, l …; each by default), unit price and discount, and that it was returned.
            A purchase that looks like one in your log is marked, and does not count until you decide.
            """
    )

    @Option(help: "The receipt that could not be read.")
    var receipt: String?

    @Option(help: "The store's name.")
    var store: String?

    @Option(help: "The store's address.")
    var address: String?

    @Option(help: "The date, such as 2025-03-09; today by default, and empty when unknown.")
    var date: String?

    @Option(help: "The time, such as 17:42.")
    var time: String?

    @Option(help: "The currency of all amounts, such as CAD.")
    var currency: String

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("An item; repeatable.", valueName: "name=amount;…")
    )
    var item: [String] = []

    @Option(parsing: .unconditional, help: "The printed subtotal.")
    var subtotal: String?

    @Option(parsing: .unconditionalSingleValue, help: ArgumentHelp("A tax; repeatable.", valueName: "label=amount"))
    var tax: [String] = []

    @Option(parsing: .unconditional, help: "The printed total; required without items.")
    var total: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard total != nil || !item.isEmpty else { throw ValidationError("Specify an item, or the total.") }
        for item in item where TypedItem(item) == nil {
            throw ValidationError("An item is its name and amount, such as --item \"Oat milk=3.49\".")
        }
        for tax in tax where TypedPair(tax[...]) == nil {
            throw ValidationError("A tax is its label and amount, such as --tax \"GST 5%=0.44\".")
        }
    }

    func run(_ context: CommandContext) async throws {
        let request = try request()
        if let receipt { try await requireUnread(receipt, context) }
        try context.show(try await context.client.purchases.createPurchase(request, options: context.onceOptions))
    }

    private func request() throws -> Budget.CreatePurchaseRequest {
        let code = currency.uppercased()
        func money(_ text: String) throws -> Common.Money { try .init(typed: text, currency: code) }
        return .init(
            receiptID: receipt ?? "",
            storeName: store ?? "",
            storeAddress: address ?? "",
            purchasedAt: .init(
                date: date ?? CalendarDay(of: Date(), in: .current).text,
                time: time ?? "",
                timeZone: DeviceTimeZone.name
            ),
            currency: code,
            items: try item.compactMap(TypedItem.init).map { try $0.item(currency: code) },
            subtotal: try subtotal.map(money),
            taxes: try tax.compactMap { TypedPair($0[...]) }.map { .init(label: $0.name, amount: try money($0.value)) },
            total: try total.map(money)
        )
    }

    /// - Throws: `Failure` (conflict) for a receipt that is being read or was read; not found for one of others.
    private func requireUnread(_ id: String, _ context: CommandContext) async throws {
        let receipt = try await context.client.receipts.getReceipt(.init(receiptID: id), options: context.callOptions)
        guard receipt.state != .failed else { return }
        let id = TerminalText.clean(id)
        throw Failure(
            .conflict,
            "This receipt is \(ReceiptText.stateName(receipt.state)).",
            reason: "RECEIPT_NOT_FAILED",
            hint: receipt.purchaseID.isEmpty
                ? "See how it goes on with: larder receipt show \(id)"
                : "Correct what was read with: larder purchase edit \(TerminalText.clean(receipt.purchaseID))"
        )
    }
}

/// A name and a value as written on the command line, with an equals sign between them.
private struct TypedPair {
    let name: String
    let value: String

    /// Splits a text at its last equals sign; nil when it has none.
    init?(_ text: Substring) {
        guard let sign = text.lastIndex(of: "=") else { return nil }
        name = String(text[..<sign])
        value = String(text[text.index(after: sign)...])
    }
}

/// An item as written on the command line, such as `Oat milk=6.98;quantity=2;price=3.49`.
private struct TypedItem {
    private let named: TypedPair
    private let details: [Substring]

    /// Splits a text at its semicolons; nil when it doesn't begin with a name and an amount.
    init?(_ text: String) {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        guard let named = TypedPair(parts[0]) else { return nil }
        self.named = named
        details = Array(parts.dropFirst())
    }

    /// - Throws: `Failure` (usage) for an unknown detail; the problem of a number.
    func item(currency: String) throws -> Budget.NewItem {
        var item = Budget.NewItem(name: named.name, amount: try .init(typed: named.value, currency: currency))
        for detail in details {
            let pair = TypedPair(detail)
            let value = pair?.value ?? ""
            switch (pair?.name ?? String(detail)).trimmingPrefix(while: \.isWhitespace) {
            case "quantity" where pair != nil: item.quantityThousandths = try QuantityText.parse(value)
            case "unit" where pair != nil: item.unit = value
            case "price" where pair != nil: item.unitPrice = try .init(typed: value, currency: currency)
            case "discount" where pair != nil: item.discount = try .init(typed: value, currency: currency)
            case "returned" where pair == nil: item.returned = true
            default:
                throw Failure(
                    .usage,
                    """
                    "\(detail)" is no detail of an item; these are: quantity=2, unit=kg, price=3.49, discount=-0.50, \
                    returned.
                    """
                )
            }
        }
        return item
    }
}
