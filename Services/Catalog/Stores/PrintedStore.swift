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
        var check = FieldCheck()
        user = check.uuid(request.userID, "user_id")
        name = check.text(request.name, "name", length: 1...200)
        address = check.text(request.address, "address", length: 0...500)
        phone = check.text(request.phone, "phone", length: 0...40)
        if !name.isEmpty, NormalisedText(name).isEmpty { check.refuse("name", "must have a letter or digit") }
        try check.finish()
    }

    /// The forms of name and address in which a user has a store once.
    var normalised: (name: String, address: String) {
        (NormalisedText(name).value.key, NormalisedText(address).value.key)
    }
}
