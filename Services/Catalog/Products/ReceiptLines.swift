import CatalogMessages
import Foundation
import RPC
import ServiceKit

/// The validated lines of one receipt.
struct ReceiptLines: Sendable {
    /// The maximum number of lines per call.
    static let maximumLines = 1_000
    /// The maximum length of a line, in Unicode scalars.
    static let maximumLineLength = 500

    let user: UUID
    /// The store; nil when unknown.
    let store: UUID?
    let texts: [String]

    /// Validates a request.
    /// - Throws: INVALID_ARGUMENT with all violations.
    init(validating request: Catalog.ResolveProductsRequest) throws(Status) {
        var validator = FieldValidator()
        user = validator.uuid(request.userID, "user_id")
        store = validator.optionalUUID(request.storeID, "store_id")
        texts = validator.lines(request.printedTexts, atMost: Self.maximumLines)
        try validator.finish()
    }
}

extension FieldValidator {
    /// Validates printed lines, which may be empty.
    mutating func lines(_ texts: [String], atMost most: Int) -> [String] {
        guard texts.count <= most else {
            reject("printed_texts", .catalog.ruleLines(highest: most))
            return []
        }
        return texts.enumerated().map { index, text in
            self.text(text, "printed_texts[\(index)]", length: 0...ReceiptLines.maximumLineLength)
        }
    }
}
