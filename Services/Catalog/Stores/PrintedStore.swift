import CatalogDomain
import Foundation
import Messages
import RPC
import ServiceKit

/// A store as a receipt names it, checked.
struct PrintedStore: Sendable {
    let user: UUID
    let name: String
    /// Blank when unknown.
    let address: String
    /// Blank when unknown.
    let phone: String

    /// - Throws: INVALID_ARGUMENT with everything that is wrong.
    init(validating request: Catalog.ResolveStoreRequest) throws(Status) {
        var validator = FieldValidator()
        user = validator.uuid(request.userID, "user_id")
        name = validator.text(request.name, "name", length: 1...200)
        address = validator.text(request.address, "address", length: 0...500)
        phone = validator.text(request.phone, "phone", length: 0...40)
        if !name.isEmpty, NormalisedText(name).isEmpty { validator.reject("name", "must have a letter or digit") }
        try validator.finish()
    }

    /// The forms of name and address in which a user has a store once.
    var normalised: (name: String, address: String) {
        (NormalisedText(name).value.key, NormalisedText(address).value.key)
    }
}
