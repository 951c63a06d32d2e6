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
    let sealing: CatalogSealing

    /// A user's own stores, newest first.
    func ownStores(of user: UUID) async throws -> [(id: UUID, message: Catalog.Store, phone: String)] {
        let rows = try await pool.query(
            """
            SELECT \(Self.columns), \(CatalogColumns.storePhone.selection()) FROM user_stores WHERE user_id = \(user)
            ORDER BY created_at DESC, id LIMIT \(Self.maximumCompared)
            """
        )
        let texts = try await sealing.reading(of: user)
        return try await offLoop(for: user) {
            try rows.map { row in
                let (id, message) = try Self.store(row, texts)
                return (id, message, try texts.text(CatalogColumns.storePhone, in: row))
            }
        }
    }

    /// Stores the telephone number of a store that had none.
    func addPhone(_ phone: String, of store: UUID, for user: UUID) async throws {
        let texts = try await sealing.writing(for: user)
        let found = try await pool.query(
            "SELECT normalised_name, normalised_address FROM user_stores WHERE user_id = \(user) AND id = \(store)"
        ).first
        guard let found else { return }
        let row: [String] = [user.canonical, try found["normalised_name"], try found["normalised_address"]]
        let sealed = try CatalogColumns.storePhone.seal(phone, row: row, with: texts.key)
        try await pool.execute(
            """
            UPDATE user_stores SET phone = NULL, phone_sealed = \(sealed)
            WHERE user_id = \(user) AND id = \(store) AND phone = '' AND is_sealed
            """
        )
    }

    /// Creates a store of the user's own, or returns the existing one.
    func make(_ printed: PrintedStore) async throws -> (store: Catalog.Store, isCreated: Bool) {
        let texts = try await sealing.writing(for: printed.user)
        let (name, address) = (
            texts.hash(printed.normalised.name, .storeName), texts.hash(printed.normalised.address, .storeAddress)
        )
        let row = [printed.user.canonical, name, address]
        func sealed(_ text: String, _ column: SealedColumn) throws -> [UInt8]? {
            text.isEmpty ? nil : try column.seal(text, row: row, with: texts.key)
        }
        let tables = try await pool.pipeline([
            """
            INSERT INTO user_stores (
                user_id, name_sealed, normalised_name, address, address_sealed, normalised_address, phone, phone_sealed,
                is_sealed
            ) VALUES (
                \(printed.user), \(try sealed(printed.name, CatalogColumns.storeName)), \(name),
                \(printed.address.isEmpty ? "" : nil as String?),
                \(try sealed(printed.address, CatalogColumns.storeAddress)), \(address),
                \(printed.phone.isEmpty ? "" : nil as String?),
                \(try sealed(printed.phone, CatalogColumns.storePhone)), true
            )
            ON CONFLICT (user_id, normalised_name, normalised_address) DO NOTHING
            RETURNING id
            """,
            """
            SELECT \(Self.columns) FROM user_stores
            WHERE user_id = \(printed.user) AND normalised_name = \(name) AND normalised_address = \(address)
            """,
        ])
        let stored = StoredTexts(user: printed.user, key: texts.key)
        return (try Self.store(tables[1][0], stored).message, !tables[0].isEmpty)
    }

    /// A store of the user's own; its position is unknown.
    private static func store(_ row: Row, _ texts: StoredTexts) throws -> (id: UUID, message: Catalog.Store) {
        let id: UUID = try row["id"]
        let name = try texts.text(CatalogColumns.storeName, in: row)
        let address = try texts.text(CatalogColumns.storeAddress, in: row)
        return (id, Catalog.Store(id: id.canonical, name: name, address: address))
    }

    private static let columns: Statement = """
        id, normalised_name, normalised_address, \(CatalogColumns.storeName.selection()),
        \(CatalogColumns.storeAddress.selection())
        """
}
