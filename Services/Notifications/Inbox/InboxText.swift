import CommonMessages
import Foundations
import ServiceKit
import Texts

/// What an entry says, as it is stored.
enum InboxText: StoredText {
    case receiptReady(store: String, total: Total?, items: Int32, toCheck: Int64, isDuplicate: Bool)
    /// - cause: A raw value of `ReceiptFailure`; one of a newer version may be among them.
    case receiptFailed(cause: String)
    /// The sentence of a version of ocr that names no cause, or one that this version doesn't know.
    case receiptFailedBecause(explanation: String)

    /// An amount in minor units of its currency.
    struct Total: Codable, Equatable {
        let minorUnits: Int64
        let currency: String
    }

    /// The maximum length of ``text``, in Unicode scalars.
    static let limit = 200

    /// The entry's title in English, by its kind.
    static func title(ofKind kind: String) -> String {
        switch kind {
        case "receipt_ready": "Receipt ready"
        case "receipt_failed": "Receipt not read"
        default: "Notification"
        }
    }

    /// The message in English, 1 to ``limit`` characters.
    var text: String {
        switch self {
        case .receiptReady(let store, let total, let items, let toCheck, let isDuplicate):
            InboxText.message(store: store, total: total, items: items, toCheck: toCheck, isDuplicate: isDuplicate)
        case .receiptFailed(let cause): (ReceiptFailure(rawValue: cause) ?? .unknown).text
        case .receiptFailedBecause(let explanation): explanation
        }
    }

    /// `Juniper Street Market, CA$53.17, 15 items. 2 to check.` A long store name is cut rather than the figures.
    private static func message(
        store: String,
        total: Total?,
        items: Int32,
        toCheck: Int64,
        isDuplicate: Bool
    ) -> String {
        let amount = total.map { Common.Money(minorUnits: $0.minorUnits, currency: $0.currency).text }
        let figures = [amount, items == 1 ? "1 item" : "\(items) items"].compactMap(\.self).joined(separator: ", ")
        var rest = toCheck == 0 ? "\(figures)." : "\(figures). \(toCheck) to check."
        if isDuplicate { rest += " You seem to have this one already: keep or discard it." }
        if store.isEmpty { return rest }
        return store.shortened(to: limit - rest.unicodeScalars.count - 2) + ", " + rest
    }
}
