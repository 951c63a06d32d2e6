import Foundation
import Foundations
import NotificationsMessages
import Postgres
import RPC
import ServiceKit

/// A browser to which a user's notices go.
struct PushDevice: Sendable {
    let id: UUID
    let subscription: PushSubscription
    let createdAt: Date
    let renewedAt: Date
}

/// Users' browsers in the database. Every statement names their owner, but for the one by which a browser changes hands.
struct PushSubscriptionStore: Sendable {
    /// How many browsers a user has at most.
    static let limit = 20
    /// For how long a browser that isn't renewed is kept, in seconds.
    static let lifetime: TimeInterval = 60 * 86_400

    let pool: PostgresPool
    /// The keys under which browsers are found by their addresses.
    let masterKeys: MasterKeys
    /// The keys under which the addresses are stored.
    let keys: PersonKeys
    var clock: any WallClock = SystemWallClock()

    /// For how long a browser that is renewed again is left as it is, in seconds.
    private static let renewal: TimeInterval = 86_400

    /// Adds a user's browser, or renews it. One that another user had is theirs no longer.
    /// - Throws: RESOURCE_EXHAUSTED when the user has too many.
    func register(_ subscription: PushSubscription, session: String?, of user: UUID) async throws -> PushDevice {
        let hashes = masterKeys.lookupHashes(of: subscription.endpoint, purpose: "notifications.push")
        let isKnown = Statement.any(of: hashes, in: "endpoint_hash")
        let (now, key) = (clock.now, try await keys.key(of: user))
        return try await pool.transaction { connection in
            try await connection.execute(InboxStore.turn(of: user))
            try await connection.execute(
                "DELETE FROM push_subscriptions WHERE (\(isKnown)) AND user_id <> \(user)"
            )
            let known = try await connection.query(
                """
                SELECT \(PushSubscriptionStore.columns), session_id FROM push_subscriptions
                WHERE user_id = \(user) AND (\(isKnown)) FOR UPDATE
                """
            )
            if let row = known.first {
                let (device, itsSession): (PushDevice, String?) = (
                    try device(row, of: user, key), try row["session_id"]
                )
                let isFresh = device.renewedAt > now - PushSubscriptionStore.renewal
                if isFresh, device.subscription == subscription, itsSession == session { return device }
            }
            try await connection.execute("DELETE FROM push_subscriptions WHERE user_id = \(user) AND (\(isKnown))")
            let count: Int64 = try await connection.query(
                "SELECT count(*) AS count FROM push_subscriptions WHERE user_id = \(user)"
            )[0]["count"]
            guard count < PushSubscriptionStore.limit else {
                throw Status(.resourceExhausted, .notifications.tooManyDevices, reason: .tooManyDevices)
            }
            let id: UUID = try known.first?["id"] ?? UUID()
            let createdAt: Date = try known.first?["created_at"] ?? now
            let sealed = try seal(Array(JSONEncoder().encode(subscription)), id, of: user, with: key)
            try await connection.execute(
                """
                INSERT INTO push_subscriptions (
                    user_id, id, endpoint_hash, subscription_sealed, master_key_id, session_id, created_at, renewed_at
                )
                VALUES (
                    \(user), \(id), \(hashes[0]), \(sealed), \(masterKeys.currentID), \(session), \(createdAt), \(now)
                )
                """
            )
            return PushDevice(id: id, subscription: subscription, createdAt: createdAt, renewedAt: now)
        }
    }

    /// A user's browsers, latest first.
    func devices(of user: UUID) async throws -> [PushDevice] {
        let rows = try await pool.query(
            """
            SELECT \(PushSubscriptionStore.columns) FROM push_subscriptions
            WHERE user_id = \(user) AND renewed_at > \(clock.now - PushSubscriptionStore.lifetime)
            ORDER BY renewed_at DESC, id
            """
        )
        // After the rows, with which the key may have been made.
        let key = rows.isEmpty ? nil : try await keys.existingKey(of: user)
        return try rows.map { try device($0, of: user, key) }
    }

    private static let columns: Statement = "id, sealed, subscription_sealed, master_key_id, created_at, renewed_at"

    private func device(_ row: Row, of user: UUID, _ key: DataKey?) throws -> PushDevice {
        PushDevice(
            id: try row["id"],
            subscription: try JSONDecoder().decode(PushSubscription.self, from: Data(stored(row, of: user, key))),
            createdAt: try row["created_at"],
            renewedAt: try row["renewed_at"]
        )
    }

    /// Removes a user's browser; one that is removed already is unchanged.
    func remove(_ id: UUID, of user: UUID) async throws {
        try await pool.execute("DELETE FROM push_subscriptions WHERE user_id = \(user) AND id = \(id)")
    }

    /// Removes the browsers that a session has registered.
    /// - Parameters:
    ///   - session: Nil for all sessions of the user.
    ///   - time: Those registered later stay, when all sessions are meant.
    func remove(of session: String?, until time: Date, _ user: UUID) async throws {
        let chosen: Statement = session.map { "session_id = \($0)" } ?? "renewed_at <= \(time)"
        try await pool.execute("DELETE FROM push_subscriptions WHERE user_id = \(user) AND \(chosen)")
    }

    /// Where a page of browsers ends.
    struct Position: Sendable {
        let user: UUID
        let id: UUID
    }

    /// A user's session that has registered a browser.
    struct Session: Sendable, Hashable {
        let user: UUID
        let id: String
    }

    /// The sessions of the next browsers of all users, in the order of their keys.
    /// - Returns: The sessions, as far as they are known, and where the next page begins; nil when there is none.
    func sessions(after last: Position?, atMost limit: Int) async throws -> ([Session], next: Position?) {
        let rest: Statement = last.map { "(user_id, id) > (\($0.user), \($0.id))" } ?? "true"
        let rows = try await pool.query(
            """
            SELECT user_id, id, session_id FROM push_subscriptions WHERE \(rest)
            ORDER BY user_id, id LIMIT \(Int64(limit))
            """
        )
        let sessions: [Session] = try rows.compactMap { row in
            let session: String? = try row["session_id"]
            return try session.map { Session(user: try row["user_id"], id: $0) }
        }
        guard rows.count == limit, let row = rows.last else { return (sessions, nil) }
        return (sessions, Position(user: try row["user_id"], id: try row["id"]))
    }

    /// Removes what wasn't renewed, and finds and encrypts anew what a former master key, or a former version, has left.
    /// - Parameter pushKeys: The installation's key, which is encrypted anew, too.
    func upkeep(_ pushKeys: PushKeyStore) -> ScheduledJob {
        ScheduledJob("keep up push subscriptions", .every(.seconds(3_600))) { _ in
            try await removeExpired()
            try await pushKeys.rewrap()
            try await rewrap()
        }
    }

    /// Removes what wasn't renewed, of all users.
    func removeExpired() async throws {
        let time = clock.now - PushSubscriptionStore.lifetime
        try await pool.execute("DELETE FROM push_subscriptions WHERE renewed_at <= \(time)")
    }

    /// Has browsers be found by the master key in force alone, and encrypts under their users' keys those that former versions have
    /// stored under a master key, of all users. Browsers that others have locked are left to a next run.
    /// - Throws: `SealingFailure` at the end, when browsers can't be encrypted.
    func rewrap() async throws { _ = try await rewrapping.run().finish() }

    private var rewrapping: RowSealing {
        RowSealing("push_subscriptions", keys: keys, in: pool) { last, limit in
            let after: Statement =
                try last.map { "AND (user_id, id) > (\(try $0["person_id"] as UUID), \(try $0["id"] as UUID))" } ?? ""
            return """
                SELECT user_id AS person_id, \(PushSubscriptionStore.columns) FROM push_subscriptions
                WHERE (master_key_id <> \(masterKeys.currentID) OR sealed IS NOT NULL) \(after)
                ORDER BY user_id, id LIMIT \(limit) FOR UPDATE SKIP LOCKED
                """
        } changes: { row, key in
            let (user, id): (UUID, UUID) = (try row["person_id"], try row["id"])
            let bytes = try stored(row, of: user, key)
            let subscription = try JSONDecoder().decode(PushSubscription.self, from: Data(bytes))
            let hash = masterKeys.lookupHashes(of: subscription.endpoint, purpose: "notifications.push")[0]
            return [
                """
                UPDATE push_subscriptions
                SET subscription_sealed = \(try seal(bytes, id, of: user, with: key)), sealed = NULL,
                    master_key_id = \(masterKeys.currentID), endpoint_hash = \(hash)
                WHERE user_id = \(user) AND id = \(id)
                """
            ]
        }
    }

    /// Checks that the file has all master keys that subscriptions and the installation's push key need.
    /// - Throws: ``ConfigurationError`` when master keys are missing.
    func requireMasterKeys() async throws {
        let used = try await pool.query(
            "SELECT master_key_id FROM push_subscriptions UNION SELECT master_key_id FROM push_keys"
        )
        try masterKeys.require(try used.map { try $0["master_key_id"] as String })
    }

    private func seal(_ subscription: [UInt8], _ id: UUID, of user: UUID, with key: DataKey) throws -> [UInt8] {
        try NoticeColumns.subscription.seal(subscription, row: [user.canonical, id.canonical], with: key)
    }

    /// The JSON of the subscription in a row.
    private func stored(_ row: Row, of user: UUID, _ key: DataKey?) throws -> [UInt8] {
        let id: UUID = try row["id"]
        let name = [user.canonical, id.canonical]
        if let bytes = try NoticeColumns.subscription.bytes(in: row, row: name, with: key) { return bytes }
        let wrapped = WrappedSecret(masterKeyID: try row["master_key_id"], bytes: try row["sealed"])
        return try masterKeys.unwrap(wrapped, for: PushSubscriptionStore.subject(id))
    }

    private static func subject(_ id: UUID) -> String { "push subscription \(id.canonical)" }
}

extension StatusReason {
    /// A user has registered as many browsers as one may.
    static let tooManyDevices: StatusReason = "TOO_MANY_DEVICES"
}
