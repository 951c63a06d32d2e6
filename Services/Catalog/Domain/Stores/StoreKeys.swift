/// Keys that identify stores and chains across users, to combine their votes.
package struct StoreKeys: Hashable, Sendable {
    /// The name without branch numbers and legal forms; empty when unknown.
    package let chain: String

    /// The name with the address; empty when either is unknown.
    package let store: String

    /// The keys of a store's name and address as printed or stored; either may be empty.
    package init(name: String, address: String) {
        chain = StoreName(name).normalised.value
        let address = StoreAddress(address).normalised.value
        store = chain.isEmpty || address.isEmpty ? "" : "\(chain), \(address)"
    }
}
