import CatalogDomain
import CatalogMessages
import Foundation
import Geography
import PrintedWords
import RPC
import ServiceKit

extension CatalogSnapshot {
    /// The scope of a store.
    /// - Parameter store: nil when unknown.
    /// - Throws: NOT_FOUND for a store that the user cannot see.
    func scope(_ store: UUID?, for user: UUID, _ mappings: MappingsStore) async throws -> StoreScope {
        guard let store else { return .unknown }
        if let known = storeMessages[store] {
            return StoreScope(store: store, name: known.name, address: known.address)
        }
        guard let own = try await mappings.ownStore(store, of: user) else { throw Status.notFound(.services.nounStore) }
        return own
    }

    /// Where an address is that a store or an eatery has; nil for an address that may be in several towns.
    func location(ofAddress address: String) -> Coordinates? {
        let address = StoreAddress(address)
        return address.isExact ? locations[address.normalised.value] : nil
    }

    /// The products that a user may see, by identifier.
    func products(_ ids: Set<UUID>, of user: UUID, _ store: ProductsStore) async throws -> [UUID: Catalog.Product] {
        var found: [UUID: Catalog.Product] = [:]
        for id in ids { found[id] = products[id] }
        for own in try await store.ownProducts(Array(ids.subtracting(found.keys)), of: user) {
            found[own.id] = own.message(in: self)
        }
        return found
    }

    /// The shared product with a name, regardless of case, accents and punctuation.
    func product(called name: String) -> Catalog.Product? {
        productsByName[NormalisedText(name).value].flatMap { products[$0] }
    }

    /// Whether a product is shared and not withdrawn.
    func isOffered(_ product: UUID) -> Bool {
        products[product].map { productsByName[NormalisedText($0.name).value] == product } ?? false
    }
}
