package import Foundation
package import Foundations
package import Postgres
import Synchronization

/// One key a person, with which a service encrypts what it stores of them.
///
/// The keys are in the table `person_keys` of the service's schema, each wrapped by a master key of the service, which is
/// outside of the database. Erasing a person removes the key with the rows. Where the table is backed up apart from the others,
/// and its back-ups are overwritten, no back-up of the rows can be read any more either.
package final class PersonKeys: Sendable {
    /// The keys kept in memory at most, and for how long, in seconds.
    private static let (capacity, lifetime): (Int, TimeInterval) = (10_000, 300)
    /// The keys that one transaction rewraps.
    private static let batchSize = 200

    private let pool: PostgresPool
    private let masterKeys: MasterKeys
    private let clock: any WallClock
    private let known: Mutex<ExpiringCache<UUID, DataKey>>

    /// The keys in the schema of `pool`.
    package init(in pool: PostgresPool, masterKeys: MasterKeys, clock: any WallClock = SystemWallClock()) {
        self.pool = pool
        self.masterKeys = masterKeys
        self.clock = clock
        known = Mutex(ExpiringCache(capacity: Self.capacity))
    }

    private static func subject(_ user: UUID) -> String { "person \(user.canonical)" }

    // MARK: Keys

    /// A person's key, which is made when there is none.
    /// - Throws: ``EncryptionError/unknownMasterKey(id:)``, which is UNAVAILABLE for a client, when the master key is missing.
    package func key(of user: UUID) async throws -> DataKey {
        if let key = try await existingKey(of: user) { return key }
        let wrapped = try masterKeys.makeDataKey(for: Self.subject(user)).wrapped
        try await pool.execute(Self.insertion(wrapped, of: user))
        // Perhaps the one that another instance has made.
        guard let key = try await existingKey(of: user) else { throw EncryptionError.unreadable }
        return key
    }

    /// A person's key; nil when there is none, so that nothing of them is encrypted.
    /// - Throws: As ``key(of:)``.
    package func existingKey(of user: UUID) async throws -> DataKey? {
        let now = clock.now
        if let key = known.withLock({ $0[user, at: now] }) { return key }
        let rows = try await pool.query(
            "SELECT wrapped_key, master_key_id FROM person_keys WHERE user_id = \(user)"
        )
        guard let row = rows.first else { return nil }
        let key = try unwrapped(row, of: user)
        known.withLock { $0.insert(key, for: user, until: now.addingTimeInterval(Self.lifetime), now: now) }
        return key
    }

    /// The keys of people of whom a transaction has locked rows, which are made where there are none. Erasing one of them waits for
    /// the transaction, or has removed the rows before: no key is made for somebody who is erased.
    /// - Parameters:
    ///   - users: Each has a row that the transaction has locked.
    ///   - connection: In the transaction.
    /// - Returns: The keys, without those whose master key is missing.
    package func keys(
        ofLocked users: Set<UUID>,
        in connection: PostgresConnection
    ) async throws -> [UUID: DataKey] {
        let selection: Statement = """
            SELECT user_id, wrapped_key, master_key_id FROM person_keys WHERE user_id = ANY(\(Array(users)))
            """
        let known = try await connection.query(selection)
        let missing = users.subtracting(try known.map { try $0["user_id"] as UUID })
        guard !missing.isEmpty else { return try unwrapped(known) }
        // In one order, so that two transactions can't wait for each other.
        let insertions = try missing.sorted { $0.canonical < $1.canonical }.map { user -> Statement in
            let wrapped = try masterKeys.makeDataKey(for: Self.subject(user)).wrapped
            return Self.insertion(wrapped, of: user)
        }
        try await connection.pipeline(insertions)
        return try unwrapped(try await connection.query(selection))
    }

    private func unwrapped(_ rows: [Row]) throws -> [UUID: DataKey] {
        var keys: [UUID: DataKey] = [:]
        for row in rows {
            let user: UUID = try row["user_id"]
            keys[user] = try? unwrapped(row, of: user)
        }
        return keys
    }

    private func unwrapped(_ row: Row, of user: UUID) throws -> DataKey {
        let wrapped = WrappedSecret(masterKeyID: try row["master_key_id"], bytes: try row["wrapped_key"])
        return try masterKeys.dataKey(wrapped, for: Self.subject(user))
    }

    private static func insertion(_ wrapped: WrappedSecret, of user: UUID) -> Statement {
        """
        INSERT INTO person_keys (user_id, wrapped_key, master_key_id)
        VALUES (\(user), \(wrapped.bytes), \(wrapped.masterKeyID)) ON CONFLICT (user_id) DO NOTHING
        """
    }

    // MARK: Rotation

    /// Checks that the file of master keys has all that stored keys are wrapped by.
    /// - Throws: ``ConfigurationError`` when one is missing.
    package func requireMasterKeys() async throws {
        let used = try await pool.query("SELECT DISTINCT master_key_id FROM person_keys")
        try masterKeys.require(try used.map { try $0["master_key_id"] as String })
    }

    /// Wraps all keys under the current master key, while the service serves. Only the wrapping changes, and so no row.
    /// - Returns: How many keys were rewrapped, and how many other master keys still wrap.
    @discardableResult
    package func rewrap() async throws -> (rewrapped: Int, remaining: Int) {
        var (rewrapped, last) = (0, UUID?.none)
        repeat {
            let (count, end) = try await rewrapBatch(after: last)
            rewrapped += count
            last = end
            try Task.checkCancellation()
        } while last != nil
        let remaining: Int = try await pool.query(
            "SELECT count(*) AS count FROM person_keys WHERE master_key_id <> \(masterKeys.currentID)"
        )[0]["count"]
        return (rewrapped, remaining)
    }

    /// - Returns: How many were rewrapped, and the last of the batch; nil at the end.
    private func rewrapBatch(after last: UUID?) async throws -> (count: Int, last: UUID?) {
        try await pool.transaction { connection in
            let after: Statement = last.map { "AND user_id > \($0)" } ?? ""
            let rows = try await connection.query(
                """
                SELECT user_id, wrapped_key, master_key_id FROM person_keys
                WHERE master_key_id <> \(masterKeys.currentID) \(after)
                ORDER BY user_id LIMIT \(Int64(Self.batchSize)) FOR UPDATE
                """
            )
            let changes = try rows.compactMap(rewrapping)
            if !changes.isEmpty { try await connection.pipeline(changes) }
            return (changes.count, try rows.last.map { try $0["user_id"] })
        }
    }

    /// The statement that rewraps a key; nil when its master key is missing.
    private func rewrapping(_ row: Row) throws -> Statement? {
        let user: UUID = try row["user_id"]
        let old = WrappedSecret(masterKeyID: try row["master_key_id"], bytes: try row["wrapped_key"])
        guard let secret = try? masterKeys.unwrap(old, for: Self.subject(user)) else { return nil }
        let new = try masterKeys.wrap(secret, for: Self.subject(user))
        return """
            UPDATE person_keys SET wrapped_key = \(new.bytes), master_key_id = \(new.masterKeyID)
            WHERE user_id = \(user)
            """
    }
}
