import CatalogMessages
import Foundation
import Geography

/// How far away a store is that a user can reach, and what the user chose for it.
struct ReachedStore: Sendable {
    let id: UUID
    /// The great-circle distance in metres, rounded.
    let distance: Int
    let isPreferred: Bool
    let isIgnored: Bool

    /// Nil for a store that is too far away.
    init?(_ id: UUID, at point: Coordinates, in reach: ShoppingReach) {
        distance = Int(reach.centre.distance(to: point).rounded())
        guard distance <= reach.radius else { return nil }
        self.id = id
        isPreferred = reach.preferred.contains(id)
        isIgnored = reach.ignored.contains(id)
    }

    /// Whether a store is listed before another one: the preferred ones are first, the ignored ones last, and of each kind the nearest
    /// first.
    static func < (one: ReachedStore, other: ReachedStore) -> Bool {
        (one.rank, one.distance, one.id) < (other.rank, other.distance, other.id)
    }

    private var rank: Int { isIgnored ? 2 : isPreferred ? 0 : 1 }
}

/// A store of a user's own that the user can reach.
struct ReachableOwnStore: Sendable {
    let reached: ReachedStore
    let store: OwnStore

    /// Nil for a store that is too far away, or of which nobody knows where it is.
    init?(_ store: OwnStore, in reach: ShoppingReach) {
        guard let location = store.location,
            let reached = ReachedStore(store.id, at: location, in: reach)
        else { return nil }
        (self.reached, self.store) = (reached, store)
    }

    /// As its owner sees it. When it is open is not known.
    var message: Catalog.NearbyStore {
        var message = Catalog.NearbyStore(
            store: store.message,
            distanceMetres: Int32(clamping: reached.distance),
            preferred: reached.isPreferred,
            ignored: reached.isIgnored,
            phone: store.phone,
            own: true
        )
        message.openness = .unknown
        return message
    }
}
