/// What tells stores and chains apart whoever buys there, so that what people say of printed lines can be put together.
package struct StoreKeys: Hashable, Sendable {
    /// The name without branch numbers and legal forms; empty when it is unknown.
    package let chain: String

    /// The name with the address; empty when either is unknown.
    package let store: String

    /// Takes a store's name and address as printed on a receipt or as kept; either may be empty.
    package init(name: String, address: String) {
        chain = StoreName(name).normalised.value
        let address = StoreAddress(address).normalised.value
        store = chain.isEmpty || address.isEmpty ? "" : "\(chain), \(address)"
    }
}
