import CatalogDomain
import CatalogMessages
import Foundation
import Foundations
import Postgres
import ServiceKit

/// The store of users' own stores, created from receipts.
struct StoresStore: Sendable {
    /// The maximum number of a user's own stores that a receipt is compared with, newest first.
    static let maximumCompared = 1_000

    let pool: PostgresPool

    /// A user's own stores, newest first.
    func ownStores(of user: UUID) async throws -> [(id: UUID, message: Catalog.Store, phone: String)] {
        try await pool.query(
            """
            SELECT id, name, address, phone FROM user_stores WHERE user_id = \(user)
            ORDER BY created_at DESC, id LIMIT \(Self.maximumCompared)
            """
        ).map { row in
            let (id, message) = try Self.store(row)
            return (id, message, try row["phone"])
        }
    }

    /// Stores the telephone number of a store that had none.
    func addPhone(_ phone: String, of store: UUID, for user: UUID) async throws {
        try await pool.execute(
            "UPDATE user_stores SET phone = \(phone) WHERE user_id = \(user) AND id = \(store) AND phone = ''"
        )
    }

    /// Creates a store of the user's own, or returns the existing one.
    func make(_ printed: PrintedStore) async throws -> (store: Catalog.Store, isCreated: Bool) {
        let (name, address) = printed.normalised
        let tables = try await pool.pipeline([
            """
            INSERT INTO user_stores (user_id, name, normalised_name, address, normalised_address, phone)
            VALUES (\(printed.user), \(printed.name), \(name), \(printed.address), \(address), \(printed.phone))
            ON CONFLICT (user_id, normalised_name, normalised_address) DO NOTHING
            RETURNING id
            """,
            """
            SELECT id, name, address FROM user_stores
            WHERE user_id = \(printed.user) AND normalised_name = \(name) AND normalised_address = \(address)
            """,
        ])
        return (try Self.store(tables[1][0]).message, !tables[0].isEmpty)
    }

    /// A store of the user's own; its position is unknown.
    private static func store(_ row: Row) throws -> (id: UUID, message: Catalog.Store) {
        let id: UUID = try row["id"]
        return (id, Catalog.Store(id: id.canonical, name: try row["name"], address: try row["address"]))
    }
}
