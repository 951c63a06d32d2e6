import ArgumentParser
import Foundation
import Foundations
import LarderClient
import Texts

/// A command that edits a purchase as its owner has seen it, and shows the result.
protocol PurchaseEditingCommand: ClientCommand {
    /// The purchase's id.
    var id: String { get }
    /// The version that was seen.
    var seen: SeenVersionOptions { get }

    /// The edits to make.
    func edits(of purchase: Budget.Purchase, _ context: CommandContext) async throws -> [Budget.PurchaseEdit.Edit]
}

extension PurchaseEditingCommand {
    func run(_ context: CommandContext) async throws {
        let present = try await context.purchase(id)
        try await context.edit(present, try await edits(of: present, context), seen)
    }
}

extension CommandContext {
    /// Options for an idempotent change, however often it is sent.
    var onceOptions: CallOptions {
        var options = callOptions
        options.idempotencyKey = UUID().canonical
        return options
    }

    /// The current state of a purchase.
    func purchase(_ id: String) async throws -> Budget.Purchase {
        try await client.purchases.getPurchase(.init(key: .purchaseID(id)), options: callOptions)
    }

    /// Edits a purchase unless it was changed since it was seen, or merged with what was, and shows the result.
    func edit(
        _ purchase: Budget.Purchase,
        _ edits: [Budget.PurchaseEdit.Edit],
        _ seen: SeenVersionOptions
    ) async throws {
        let request = seen.request(purchase, edits)
        try show(try await client.purchases.editPurchase(request, options: onceOptions), after: purchase)
    }

    /// Prints a purchase after a change, and says when nothing was changed.
    func show(_ purchase: Budget.Purchase, after former: Budget.Purchase) throws {
        try show(purchase)
        if purchase.version == former.version { output.notice(LocalizedText.cli.purchaseNothingChanged.shown) }
    }

    /// Prints a purchase.
    func show(_ purchase: Budget.Purchase) throws {
        try show(purchase) { PurchaseText(purchase, width: output.out.width).text($0) }
    }
}

extension Budget.Purchase {
    /// The id of an item given by number or id.
    /// - Throws: `Failure` (not found) for a number that no item has.
    func itemID(named item: String) throws -> String { try self.item(named: item)?.id ?? item }

    /// The item given by number or id; nil for an unknown id.
    /// - Throws: `Failure` (not found) for a number that no item has.
    func item(named item: String) throws -> Budget.PurchaseItem? {
        guard let number = Int(item) else { return items.first { $0.id == item } }
        guard items.indices.contains(number - 1) else {
            throw Failure(.notFound, .cli.purchaseNoItemNumber(number: number, highest: items.count))
        }
        return items[number - 1]
    }
}

extension Budget.PurchaseItem {
    /// The product's name, or else the printed text.
    var shownName: String { productName.isEmpty ? printedText : productName }
}

/// A field of a purchase as written on the command line.
struct PurchaseFieldName: ExpressibleByArgument, Sendable {
    let field: Budget.PurchaseField

    private static let names: [(name: String, title: LocalizedText, field: Budget.PurchaseField)] = [
        ("store", .cli.fieldStore, .storeName), ("address", .cli.purchaseFieldAddress, .storeAddress),
        ("date", .cli.fieldDate, .date), ("time", .cli.fieldTime, .time), ("currency", .cli.fieldCurrency, .currency),
        ("subtotal", .cli.fieldSubtotal, .subtotal), ("taxes", .cli.fieldTaxes, .taxes),
        ("total", .cli.fieldTotal, .total),
    ]

    static var allValueStrings: [String] { names.map(\.name) }

    init(_ field: Budget.PurchaseField) { self.field = field }

    init?(argument: String) {
        guard let known = Self.names.first(where: { $0.name == argument }) else { return nil }
        field = known.field
    }

    /// The option that corrects it; nil for a field that this version does not know.
    var option: String? {
        Self.names.first { $0.field == field }.map { field == .taxes ? "--tax" : "--\($0.name)" }
    }

    /// The name shown to users.
    var title: LocalizedText { Self.names.first { $0.field == field }?.title ?? .cli.purchaseFieldOther }
}
