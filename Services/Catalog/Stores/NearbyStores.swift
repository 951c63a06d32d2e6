import CatalogDomain
import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import Geography
import Postgres
import RPC
import ServiceKit

/// A store of the catalog that a user can reach.
struct ReachableStore: Sendable {
    let reached: ReachedStore
    /// The key of its row, which prices refer to.
    let slug: String
    /// Where the store is.
    let timeZone: TimeZone

    var id: UUID { reached.id }
}

/// Finds the stores of the catalog that a user can reach.
struct NearbyStores: Sendable {
    let pool: PostgresPool
    /// The current time.
    var clock: any WallClock = SystemWallClock()

    /// The stores in a reach: the preferred ones first, and of each kind the nearest first.
    /// - Parameter withIgnored: Also those that the user ignores, last.
    func stores(in reach: ShoppingReach, of user: UUID, withIgnored: Bool = false) async throws -> [ReachableStore] {
        let box = BoundingBox(around: reach.centre, radius: Double(reach.radius) + 1)
        let rows = try await pool.query(
            "SELECT id, slug, latitude_microdegrees, longitude_microdegrees, time_zone FROM stores WHERE \(box.condition)"
        )
        return try await offLoop(for: user) {
            let near = try rows.compactMap { try ReachableStore($0, in: reach) }
                .filter { withIgnored || !$0.reached.isIgnored }
            return near.sorted { $0.reached < $1.reached }
        }
    }

    /// What users see of stores, by identifier.
    func messages(of stores: [ReachableStore], for user: UUID) async throws -> [UUID: Catalog.NearbyStore] {
        let rows = try await pool.query(
            "SELECT \(PlaceRow.columns) FROM stores WHERE id = ANY(\(stores.map(\.id)))"
        )
        let now = clock.now
        return try await offLoop(for: user) {
            let places = Dictionary(try rows.map(PlaceRow.init).map { ($0.place.id, $0) }) { first, _ in first }
            let messages = stores.compactMap { store in
                places[store.id].map { (store.id, Catalog.NearbyStore($0, store, at: now)) }
            }
            return Dictionary(messages) { first, _ in first }
        }
    }
}

extension ReachableStore {
    /// Nil for a store that is too far away.
    fileprivate init?(_ row: Row, in reach: ShoppingReach) throws {
        guard
            let coordinates = try Coordinates(row),
            let zone = TimeZone(identifier: try row["time_zone"])
        else { throw PostgresError(.decoding, "a store has an invalid position or time zone") }
        guard let reached = ReachedStore(try row["id"], at: coordinates, in: reach) else { return nil }
        self.reached = reached
        slug = try row["slug"]
        timeZone = zone
    }
}

extension Catalog.NearbyStore {
    fileprivate init(_ row: PlaceRow, _ store: ReachableStore, at now: Date) {
        self.init(
            store: .init(id: store.id.canonical, name: row.name, address: row.address, location: row.location),
            distanceMetres: Int32(clamping: store.reached.distance),
            preferred: store.reached.isPreferred,
            ignored: store.reached.isIgnored,
            kind: row.kind,
            phone: row.phone
        )
        (openness, closesAt) = row.place.hours.openness(at: now, in: row.place.timeZone).fields
    }
}

extension Openness {
    /// As messages have it: whether it is open, and when it closes.
    var fields: (openness: Catalog.Openness, closesAt: Common.Timestamp?) {
        switch self {
        case .unknown: (.unknown, nil)
        case .closed: (.closed, nil)
        case .open(let closing): (.open, closing.map { Common.Timestamp($0) })
        }
    }
}
