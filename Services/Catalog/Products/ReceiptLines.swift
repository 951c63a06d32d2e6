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
        var validator = FieldValidator()
        user = validator.uuid(request.userID, "user_id")
        store = validator.optionalUUID(request.storeID, "store_id")
        texts = validator.lines(request.printedTexts, atMost: Self.mostLines)
        try validator.finish()
    }
}

extension FieldValidator {
    /// Printed lines, which may be empty.
    mutating func lines(_ texts: [String], atMost most: Int) -> [String] {
        guard texts.count <= most else {
            reject("printed_texts", "must have at most \(most) lines")
            return []
        }
        return texts.enumerated().map { index, text in
            self.text(text, "printed_texts[\(index)]", length: 0...ReceiptLines.longestLine)
        }
    }
}
