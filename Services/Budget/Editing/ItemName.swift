import Foundation
import Texts

/// The name of an item as a history stores it, and as it is shown in the reader's language.
///
/// Stored is the text of a name as printed or typed, and a code for what has none. Codes are never changed, only added.
enum ItemName: Equatable, Sendable {
    /// Printed or typed.
    case verbatim(String)
    /// Of a product, as it was recorded or chosen: its owner's own, or one of those that catalog has.
    case product(UUID, name: String)
    case charge(ReceiptCharge)
    /// Of a product that catalog knows no name of.
    case unnamed

    /// The name; nil when there is none to show.
    var text: LocalizedText? {
        switch self {
        case .verbatim(let name): name.isEmpty ? nil : .verbatim(name)
        case .product(_, let name): .verbatim(name)
        case .charge(let charge): charge.text
        case .unnamed: .receipts.itemUnnamed
        }
    }

    /// The name for programs: as printed, typed or chosen, or the charge's code; empty without one.
    var code: String {
        switch self {
        case .verbatim(let name), .product(_, let name): name
        case .charge(let charge): charge.rawValue
        case .unnamed: ""
        }
    }
}

extension ItemName: ExpressibleByStringLiteral {
    /// A name as printed or typed.
    init(stringLiteral name: String) { self = .verbatim(name) }
}

extension ItemName: Codable {
    private enum Code: Codable {
        case product(UUID, name: String)
        case charge(ReceiptCharge)
        case unnamed
    }

    init(from decoder: any Decoder) throws {
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            self = .verbatim(name)
            return
        }
        switch try Code(from: decoder) {
        case .product(let id, let name): self = .product(id, name: name)
        case .charge(let charge): self = .charge(charge)
        case .unnamed: self = .unnamed
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .verbatim(let name):
            var container = encoder.singleValueContainer()
            try container.encode(name)
        case .product(let id, let name): try Code.product(id, name: name).encode(to: encoder)
        case .charge(let charge): try Code.charge(charge).encode(to: encoder)
        case .unnamed: try Code.unnamed.encode(to: encoder)
        }
    }
}

extension PurchaseItem {
    /// The name as its history stores it.
    var name: ItemName { ownName ?? .verbatim(printedText) }

    /// The name that is not printed; nil where the printed words are all there is.
    var ownName: ItemName? { ItemName(productID: productID, productName: productName, charge: charge) }
}

extension ItemName {
    /// The name of an item that is not printed; nil where the printed words are all there is.
    init?(productID: UUID?, productName: String, charge: ReceiptCharge?) {
        if !productName.isEmpty {
            self = productID.map { .product($0, name: productName) } ?? .verbatim(productName)
        } else if let charge {
            self = .charge(charge)
        } else {
            guard productID != nil else { return nil }
            self = .unnamed
        }
    }
}
