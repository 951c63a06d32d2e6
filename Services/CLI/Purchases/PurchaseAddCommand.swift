import ArgumentParser
import Foundation
import Foundations
import LarderClient

/// Adds a purchase by hand.
struct PurchaseAddCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "add",
            abstract: .cli.purchaseAdd,
            discussion: .joined(
                [
                    .cli.example(command: PurchaseAddCommand.example),
                    .cli.purchaseAddDiscussion(units: "each, kg, g, lb, l …", unit: "each"),
                ],
                separator: "\n"
            )
        )
    }

    private static var example: String {
        """
        larder purchase add --store "\(Sample.shop)" --currency CAD --time 17:42 \\
                   --item "\(Sample.oatMilk)=\(Sample.number(698));quantity=2;price=\(Sample.number(349))" \\
                   --item "\(Sample.bananas)=\(Sample.number(248));quantity=\(Sample.number(125));unit=kg;discount=-\(Sample.number(50))" \\
                   --item "\(Sample.cans)=\(Sample.number(60));returned" --tax "\(Sample.tax)=\(Sample.number(44))" --total \(Sample.number(880))
        """
    }

    @Option(help: ArgumentHelp(.cli.purchaseReceiptHelp))
    var receipt: String?

    @Option(help: ArgumentHelp(.cli.purchaseStoreHelp))
    var store: String?

    @Option(help: ArgumentHelp(.cli.purchaseAddressHelp))
    var address: String?

    @Option(help: ArgumentHelp(.cli.purchaseDateOrToday))
    var date: String?

    @Option(help: ArgumentHelp(.cli.purchaseTimeHelp))
    var time: String?

    @Option(help: ArgumentHelp(.cli.purchaseCurrencyOfAll))
    var currency: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(.cli.purchaseItemRepeatable, valueName: .cli.valueItem)
    )
    var item: [String] = []

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.purchasePrintedSubtotal))
    var subtotal: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(.cli.purchaseTaxRepeatable, valueName: .cli.valueTax)
    )
    var tax: [String] = []

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.purchaseTotalWithoutItems))
    var total: String?

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.purchaseNoteHelp))
    var note: String?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        guard total != nil || !item.isEmpty else { throw ValidationError(.cli.purchaseSomethingRule) }
        for item in item where TypedItem(item) == nil {
            throw ValidationError(.cli.purchaseItemRule(example: "--item \"\(Sample.oatMilk)=\(Sample.number(349))\""))
        }
        for tax in tax where TypedPair(tax[...]) == nil {
            throw ValidationError(.cli.purchaseTaxRule(example: "--tax \"\(Sample.tax)=\(Sample.number(44))\""))
        }
    }

    func run(_ context: CommandContext) async throws {
        let request = try request(in: try await context.currency(currency))
        if let receipt { try await requireUnread(receipt, context) }
        try context.show(try await context.client.purchases.createPurchase(request, options: context.onceOptions))
    }

    private func request(in code: String) throws -> Budget.CreatePurchaseRequest {
        func money(_ text: String) throws -> Common.Money { try .init(typed: text, in: code) }
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
            total: try total.map(money),
            note: note ?? ""
        )
    }

    /// - Throws: `Failure` (conflict) for a receipt that is being read or was read; not found for one of others.
    private func requireUnread(_ id: String, _ context: CommandContext) async throws {
        let receipt = try await context.client.receipts.getReceipt(.init(receiptID: id), options: context.callOptions)
        guard receipt.state != .failed else { return }
        let id = TerminalText.clean(id)
        throw Failure(
            .conflict,
            .cli.purchaseReceiptState(state: ReceiptText.stateName(receipt.state).shown),
            reason: "RECEIPT_NOT_FAILED",
            hint: receipt.purchaseID.isEmpty
                ? .cli.purchaseReceiptGoesOn(command: "larder receipt show \(id)")
                : .cli.purchaseReceiptRead(
                    command: "larder purchase edit \(TerminalText.clean(receipt.purchaseID))"
                )
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
        var item = Budget.NewItem(name: named.name, amount: try .init(typed: named.value, in: currency))
        for detail in details {
            let pair = TypedPair(detail)
            let value = pair?.value ?? ""
            switch (pair?.name ?? String(detail)).trimmingPrefix(while: \.isWhitespace) {
            case "quantity" where pair != nil: item.quantityThousandths = try QuantityText.parse(value)
            case "unit" where pair != nil: item.unit = value
            case "price" where pair != nil: item.unitPrice = try .init(typed: value, in: currency)
            case "discount" where pair != nil: item.discount = try .init(typed: value, in: currency)
            case "returned" where pair == nil: item.returned = true
            default:
                throw Failure(
                    .usage,
                    .cli.purchaseDetailRule(
                        detail: String(detail),
                        details: "quantity=2, unit=kg, price=3.49, discount=-0.50, returned"
                    )
                )
            }
        }
        return item
    }
}
