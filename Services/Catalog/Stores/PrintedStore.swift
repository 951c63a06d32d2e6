import CatalogDomain
import Foundation
import Messages
import RPC

/// A store as a receipt names it, checked.
struct PrintedStore: Sendable {
    let user: UUID
    let name: String
    /// Blank when unknown.
    let address: String

    /// - Throws: INVALID_ARGUMENT with everything that is wrong.
    init(validating request: Catalog.ResolveStoreRequest) throws(Status) {
        var check = RequestCheck()
        user = check.identifier(request.userID, "user_id")
        name = request.name
        address = request.address
        check.length(of: name, "name", in: 1...200)
        check.length(of: address, "address", in: 0...500)
        if !name.isEmpty, NormalisedText(name).isEmpty { check.refuse("name", "name must have a letter or digit.") }
        try check.finish()
    }

    /// The forms of name and address in which a user has a store once.
    var normalised: (name: String, address: String) {
        (NormalisedText(name).value.key, NormalisedText(address).value.key)
    }
}
