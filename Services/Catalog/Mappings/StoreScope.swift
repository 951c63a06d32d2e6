import CatalogDomain
import Foundation

/// Where a line was printed.
struct StoreScope: Sendable {
    /// All zeros when the store is unknown.
    let store: UUID
    /// Empty when it is unknown.
    let chainKey: String
    /// Empty when the name or the address is unknown.
    let storeKey: String

    /// A store that nobody knows.
    static let unknown = StoreScope(store: .unknown, name: "", address: "")

    init(store: UUID, name: String, address: String) {
        self.store = store
        let keys = StoreKeys(name: name, address: address)
        chainKey = keys.chain.key
        storeKey = keys.store.key
    }
}

extension UUID {
    /// Stands where there is none: all zeros (RFC 9562, section 5.9).
    static let unknown = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
