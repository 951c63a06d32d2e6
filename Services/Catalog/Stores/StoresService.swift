import CatalogDomain
import CatalogMessages
import Foundation
import RPC
import ServiceKit

/// The service for stores.
struct StoresService: Catalog.StoresProvider {
    let catalog: SharedCatalog
    let store: StoresStore

    func resolveStore(
        _ request: Catalog.ResolveStoreRequest,
        context: CallContext
    ) async throws -> Catalog.ResolveStoreResponse {
        let printed = try PrintedStore(validating: request)
        let snapshot = try catalog.snapshot
        let own = try await store.ownStores(of: printed.user)
        let candidates =
            snapshot.stores
            + own.map {
                KnownStore(id: $0.id, name: $0.message.name, address: $0.message.address, phone: $0.phone)
            }
        let match = try await offLoop(for: printed.user) {
            StoreMatcher.match(
                name: printed.name,
                address: printed.address,
                phone: printed.phone,
                among: candidates
            )
        }
        if let match, !printed.phone.isEmpty, own.contains(where: { $0.id == match.storeID && $0.phone.isEmpty }) {
            try await store.addPhone(printed.phone, of: match.storeID, for: printed.user)
        }
        if let match,
            let known = snapshot.storeMessages[match.storeID] ?? own.first(where: { $0.id == match.storeID })?.message
        {
            return Catalog.ResolveStoreResponse(store: known, confidence: Int32(match.confidence))
        }
        let (made, isCreated) = try await store.make(printed)
        return Catalog.ResolveStoreResponse(store: made, confidence: isCreated ? 0 : 100, created: isCreated)
    }
}
