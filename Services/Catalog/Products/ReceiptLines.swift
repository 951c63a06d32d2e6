import Foundation
import Messages
import RPC
import ServiceKit

/// The printed lines of one receipt, checked.
struct ReceiptLines: Sendable {
    /// The most lines that one call takes.
    static let mostLines = 1_000
    /// The longest line, in Unicode scalars.
    static let longestLine = 500

    let user: UUID
    /// Nil when the store is unknown.
    let store: UUID?
    let texts: [String]

    /// - Throws: INVALID_ARGUMENT with everything that is wrong.
    init(validating request: Catalog.ResolveProductsRequest) throws(Status) {
        var check = FieldCheck()
        user = check.uuid(request.userID, "user_id")
        store = check.optionalUUID(request.storeID, "store_id")
        if request.printedTexts.count > Self.mostLines {
            check.refuse("printed_texts", "must have at most \(Self.mostLines) lines")
            texts = []
        } else {
            texts = request.printedTexts.enumerated().map { index, text in
                check.text(text, "printed_texts[\(index)]", length: 0...Self.longestLine)
            }
        }
        try check.finish()
    }
}
