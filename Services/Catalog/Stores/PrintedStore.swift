import CatalogDomain
import CatalogMessages
import Foundation
import PrintedWords
import RPC
import ServiceKit

/// A validated store as printed on a receipt.
struct PrintedStore: Sendable {
    let user: UUID
    let name: String
    /// The address; blank when unknown.
    let address: String
    /// The telephone number; blank when unknown.
    let phone: String

    /// Validates a request.
    /// - Throws: INVALID_ARGUMENT with all violations.
    init(validating request: Catalog.ResolveStoreRequest) throws(Status) {
        var validator = FieldValidator()
        user = validator.uuid(request.userID, "user_id")
        name = validator.text(request.name, "name", length: 1...200)
        address = validator.text(request.address, "address", length: 0...500)
        phone = validator.text(request.phone, "phone", length: 0...40)
        if !name.isEmpty, NormalisedText(name).isEmpty { validator.reject("name", .catalog.ruleLetterOrDigit) }
        try validator.finish()
    }

    /// The normalized name and address, unique among a user's stores.
    var normalised: (name: String, address: String) {
        (NormalisedText(name).value.key, NormalisedText(address).value.key)
    }
}
