import CatalogDomain
import CatalogMessages
import Foundation
import Foundations
import Geography
import Postgres
import RPC
import ServiceKit

/// The store of users' own stores, created from receipts.
struct StoresStore: Sendable {
    /// The most of a user's own stores that are listed, and that a receipt is compared with, newest first.
    static let mostRead = 1_000

    /// The most of a user's own stores that receipts and names create.
    static let mostCreated = 5_000

    let pool: PostgresPool
    let sealing: CatalogSealing
    /// ``mostCreated``, but for tests.
    var limit = StoresStore.mostCreated

    /// A user's own stores, newest first.
    /// - Parameter isLocated: Whether only those whose place is known.
    func ownStores(of user: UUID, isLocated: Bool = false) async throws -> [OwnStore] {
        let located: Statement = isLocated ? "AND location_sealed IS NOT NULL" : ""
        let rows = try await pool.query(
            """
            SELECT \(OwnStore.columns) FROM user_stores WHERE user_id = \(user) \(located)
            ORDER BY created_at DESC, id LIMIT \(Self.mostRead)
            """
        )
        let texts = try await sealing.reading(of: user)
        return try await offLoop(for: user) { try rows.map { try OwnStore($0, texts) } }
    }

    /// Says where a store of a user's own is, or that nobody knows.
    /// - Returns: The store; nil for one that is not the user's own.
    func setLocation(_ location: Coordinates?, of store: UUID, for user: UUID) async throws -> OwnStore? {
        // Nobody gets a key for what isn't theirs.
        let owned = try await pool.query("SELECT 1 FROM user_stores WHERE user_id = \(user) AND id = \(store)")
        guard !owned.isEmpty else { return nil }
        let texts = try await sealing.writing(for: user)
        guard let row = try await name(of: store, of: user) else { return nil }
        let sealed = try location.map {
            try CatalogColumns.storeLocation.seal(try $0.stored, row: row, with: texts.key)
        }
        let changed = try await pool.query(
            """
            UPDATE user_stores SET location_sealed = \(sealed)
            WHERE user_id = \(user) AND id = \(store) AND is_sealed
            RETURNING \(OwnStore.columns)
            """
        ).first
        return try changed.map { try OwnStore($0, StoredTexts(user: user, key: texts.key)) }
    }

    /// Stores the telephone number of a store that had none.
    func addPhone(_ phone: String, of store: UUID, for user: UUID) async throws {
        let texts = try await sealing.writing(for: user)
        guard let row = try await name(of: store, of: user) else { return }
        let sealed = try CatalogColumns.storePhone.seal(phone, row: row, with: texts.key)
        try await pool.execute(
            """
            UPDATE user_stores SET phone = NULL, phone_sealed = \(sealed)
            WHERE user_id = \(user) AND id = \(store) AND phone = '' AND is_sealed
            """
        )
    }

    /// Creates a store of the user's own, or returns the existing one.
    /// - Parameter location: Where a new one is, if that is known.
    /// - Throws: FAILED_PRECONDITION (TOO_MANY_STORES) for a new one where the user has as many as there may be.
    func make(_ printed: PrintedStore, at location: Coordinates?) async throws -> (store: OwnStore, isCreated: Bool) {
        let texts = try await sealing.writing(for: printed.user)
        let (name, address) = (
            texts.hash(printed.normalised.name, .storeName), texts.hash(printed.normalised.address, .storeAddress)
        )
        let row = [printed.user.canonical, name, address]
        func sealed(_ text: String, _ column: SealedColumn) throws -> [UInt8]? {
            text.isEmpty ? nil : try column.seal(text, row: row, with: texts.key)
        }
        let place = try location.map {
            try CatalogColumns.storeLocation.seal(try $0.stored, row: row, with: texts.key)
        }
        let stored = StoredTexts(user: printed.user, key: texts.key)
        let existing: Statement = """
            SELECT \(OwnStore.columns) FROM user_stores
            WHERE user_id = \(printed.user) AND normalised_name = \(name) AND normalised_address = \(address)
            """
        let found = try await pool.pipeline([
            existing, "SELECT count(*) AS count FROM user_stores WHERE user_id = \(printed.user)",
        ])
        if let row = found[0].first { return (try OwnStore(row, stored), false) }
        guard try (found[1][0]["count"] as Int) < limit else {
            throw Status(.failedPrecondition, .catalog.tooManyStores(limit: limit), reason: .tooManyStores)
        }
        let tables = try await pool.pipeline([
            """
            INSERT INTO user_stores (
                user_id, name_sealed, normalised_name, address, address_sealed, normalised_address, phone, phone_sealed,
                location_sealed, is_sealed
            ) VALUES (
                \(printed.user), \(try sealed(printed.name, CatalogColumns.storeName)), \(name),
                \(printed.address.isEmpty ? "" : nil as String?),
                \(try sealed(printed.address, CatalogColumns.storeAddress)), \(address),
                \(printed.phone.isEmpty ? "" : nil as String?),
                \(try sealed(printed.phone, CatalogColumns.storePhone)), \(place), true
            )
            ON CONFLICT (user_id, normalised_name, normalised_address) DO NOTHING
            RETURNING id
            """,
            existing,
        ])
        return (try OwnStore(tables[1][0], stored), !tables[0].isEmpty)
    }

    /// What values of a store of a user's own are bound to; nil for one that is not the user's own.
    private func name(of store: UUID, of user: UUID) async throws -> [String]? {
        try await pool.query(
            "SELECT normalised_name, normalised_address FROM user_stores WHERE user_id = \(user) AND id = \(store)"
        ).first.map { [user.canonical, try $0["normalised_name"], try $0["normalised_address"]] }
    }
}

extension StatusReason {
    /// The user has as many stores of their own as there may be.
    static let tooManyStores: StatusReason = "TOO_MANY_STORES"
}
