import CatalogDomain
import CatalogMessages
import Foundation
import RPC
import ServiceKit

/// The service for stores.
struct StoresService: Catalog.StoresProvider {
    let catalog: SharedCatalog
    let store: StoresStore
    let nearby: NearbyStores
    let areas: any ShoppingAreas

    func resolveStore(
        _ request: Catalog.ResolveStoreRequest,
        context: CallContext
    ) async throws -> Catalog.ResolveStoreResponse {
        let printed = try PrintedStore(validating: request)
        let snapshot = try catalog.snapshot
        let own = try await store.ownStores(of: printed.user)
        let match = try await offLoop(for: printed.user) {
            let candidates =
                snapshot.stores
                + own.map { KnownStore(id: $0.id, name: $0.name, address: $0.address, phone: $0.phone) }
            return StoreMatcher.match(
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
        let (made, isCreated) = try await store.make(printed, at: snapshot.location(ofAddress: printed.address))
        return Catalog.ResolveStoreResponse(store: made.message, confidence: isCreated ? 0 : 100, created: isCreated)
    }

    func findStores(
        _ request: Catalog.FindStoresRequest,
        context: CallContext
    ) async throws -> Catalog.FindStoresResponse {
        let user = try context.userID
        var validator = FieldValidator()
        let near = request.near.flatMap { validator.point($0, "near") }
        let radius =
            request.radiusMetres == 0
            ? nil : Int(validator.number(request.radiusMetres, "radius_metres", in: 100...100_000))
        let limit = request.limit == 0 ? 50 : Int(validator.number(request.limit, "limit", in: 1...200))
        try validator.finish()
        let reach = try await areas.reach(of: user, near: near, radius: radius)
        let found = try await nearby.stores(in: reach, of: user, withIgnored: request.withIgnored)
        let own = try await ownStores(in: reach, of: user, withIgnored: request.withIgnored)
        let sorted = try await offLoop(for: user) { (found.map(\.reached) + own.map(\.reached)).sorted(by: <) }
        let listed = sorted.prefix(limit).map(\.id)
        let isListed = Set(listed)
        let shared = try await nearby.messages(of: found.filter { isListed.contains($0.id) }, for: user)
        let messages = own.reduce(into: shared) { $0[$1.reached.id] = $1.message }
        return Catalog.FindStoresResponse(
            stores: listed.compactMap { messages[$0] },
            radiusMetres: UInt32(clamping: reach.radius),
            more: Int32(clamping: max(0, sorted.count - limit))
        )
    }

    func listOwnStores(
        _ request: Catalog.ListOwnStoresRequest,
        context: CallContext
    ) async throws -> Catalog.ListOwnStoresResponse {
        Catalog.ListOwnStoresResponse(stores: try await store.ownStores(of: try context.userID).map(\.message))
    }

    func setOwnStoreLocation(
        _ request: Catalog.SetOwnStoreLocationRequest,
        context: CallContext
    ) async throws -> Catalog.Store {
        let user = try context.userID
        var validator = FieldValidator()
        let id = validator.uuid(request.storeID, "store_id")
        let location = request.location.flatMap { validator.point($0, "location") }
        try validator.finish()
        guard let changed = try await store.setLocation(location, of: id, for: user) else {
            throw Status.notFound(.services.nounStore)
        }
        return changed.message
    }

    /// The user's own stores that they can reach.
    private func ownStores(
        in reach: ShoppingReach,
        of user: UUID,
        withIgnored: Bool
    ) async throws -> [ReachableOwnStore] {
        try await store.ownStores(of: user, isLocated: true)
            .compactMap { ReachableOwnStore($0, in: reach) }
            .filter { withIgnored || !$0.reached.isIgnored }
    }
}
