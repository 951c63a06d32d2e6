import CatalogDomain
import Foundation

/// The store and chain in which a line's meaning applies.
struct StoreScope: Sendable {
    /// The store; all zeros when unknown.
    let store: UUID
    /// The key of the chain; empty when unknown.
    let chainKey: String
    /// The key of the store; empty when the name or address is unknown.
    let storeKey: String

    /// The scope of an unknown store.
    static let unknown = StoreScope(store: .unknown, name: "", address: "")

    init(store: UUID, name: String, address: String) {
        self.store = store
        let keys = StoreKeys(name: name, address: address)
        chainKey = keys.chain.key
        storeKey = keys.store.key
    }
}

extension UUID {
    /// The nil UUID, for an absent value (RFC 9562, section 5.9).
    static let unknown = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
