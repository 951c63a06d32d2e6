import Foundation
import Messages
import RPC

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
        var check = RequestCheck()
        user = check.identifier(request.userID, "user_id")
        store = request.storeID.isEmpty ? nil : check.identifier(request.storeID, "store_id")
        texts = request.printedTexts
        if texts.count > Self.mostLines {
            check.refuse("printed_texts", "A receipt may have at most \(Self.mostLines) lines.")
        } else {
            for (index, text) in texts.enumerated() {
                check.length(of: text, "printed_texts[\(index)]", in: 0...Self.longestLine)
            }
        }
        try check.finish()
    }
}
