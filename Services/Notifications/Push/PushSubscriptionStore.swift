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
    let masterKeys: MasterKeys
    var clock: any WallClock = SystemWallClock()

    /// For how long a browser that is renewed again is left as it is, in seconds.
    private static let renewal: TimeInterval = 86_400

    /// Adds a user's browser, or renews it. One that another user had is theirs no longer.
    /// - Throws: RESOURCE_EXHAUSTED when the user has too many.
    func register(_ subscription: PushSubscription, session: String?, of user: UUID) async throws -> PushDevice {
        let hashes = masterKeys.lookupHashes(of: subscription.endpoint, purpose: "notifications.push")
        let isKnown = hashes.dropFirst().reduce("endpoint_hash = \(hashes[0])" as Statement) {
            "\($0) OR endpoint_hash = \($1)"
        }
        let now = clock.now
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
                let (device, itsSession): (PushDevice, String?) = (try device(row), try row["session_id"])
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
            let sealed = try seal(subscription, id)
            try await connection.execute(
                """
                INSERT INTO push_subscriptions (
                    user_id, id, endpoint_hash, sealed, master_key_id, session_id, created_at, renewed_at
                )
                VALUES (
                    \(user), \(id), \(hashes[0]), \(sealed.bytes), \(sealed.masterKeyID), \(session), \(createdAt), \(now)
                )
                """
            )
            return PushDevice(id: id, subscription: subscription, createdAt: createdAt, renewedAt: now)
        }
    }

    /// A user's browsers, latest first.
    func devices(of user: UUID) async throws -> [PushDevice] {
        try await pool.query(
            """
            SELECT \(PushSubscriptionStore.columns) FROM push_subscriptions
            WHERE user_id = \(user) AND renewed_at > \(clock.now - PushSubscriptionStore.lifetime)
            ORDER BY renewed_at DESC, id
            """
        ).map(device)
    }

    private static let columns: Statement = "id, sealed, master_key_id, created_at, renewed_at"

    private func device(_ row: Row) throws -> PushDevice {
        let id: UUID = try row["id"]
        let sealed = WrappedSecret(masterKeyID: try row["master_key_id"], bytes: try row["sealed"])
        let bytes = try masterKeys.unwrap(sealed, for: PushSubscriptionStore.subject(id))
        return PushDevice(
            id: id,
            subscription: try JSONDecoder().decode(PushSubscription.self, from: Data(bytes)),
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

    /// Removes what wasn't renewed, and encrypts anew what another master key encrypts than the one in force.
    var upkeep: ScheduledJob {
        ScheduledJob("keep up push subscriptions", .every(.seconds(3_600))) { _ in
            try await removeExpired()
            try await rewrap()
        }
    }

    /// Removes what wasn't renewed, of all users.
    func removeExpired() async throws {
        let time = clock.now - PushSubscriptionStore.lifetime
        try await pool.execute("DELETE FROM push_subscriptions WHERE renewed_at <= \(time)")
    }

    /// Encrypts anew what another master key encrypts than the one in force, of all users.
    func rewrap() async throws {
        let rows = try await pool.query(
            """
            SELECT user_id, id, sealed, master_key_id FROM push_subscriptions
            WHERE master_key_id <> \(masterKeys.currentID) LIMIT 10000
            """
        )
        for row in rows {
            let (user, id): (UUID, UUID) = (try row["user_id"], try row["id"])
            let former = WrappedSecret(masterKeyID: try row["master_key_id"], bytes: try row["sealed"])
            let bytes = try masterKeys.unwrap(former, for: PushSubscriptionStore.subject(id))
            let subscription = try JSONDecoder().decode(PushSubscription.self, from: Data(bytes))
            let hash = masterKeys.lookupHashes(of: subscription.endpoint, purpose: "notifications.push")[0]
            let anew = try masterKeys.wrap(bytes, for: PushSubscriptionStore.subject(id))
            try await pool.execute(
                """
                UPDATE push_subscriptions
                SET sealed = \(anew.bytes), master_key_id = \(anew.masterKeyID), endpoint_hash = \(hash)
                WHERE user_id = \(user) AND id = \(id) AND sealed = \(former.bytes)
                """
            )
        }
    }

    private func seal(_ subscription: PushSubscription, _ id: UUID) throws -> WrappedSecret {
        try masterKeys.wrap(
            Array(JSONEncoder().encode(subscription)),
            for: PushSubscriptionStore.subject(id)
        )
    }

    private static func subject(_ id: UUID) -> String { "push subscription \(id.canonical)" }
}

extension StatusReason {
    /// A user has registered as many browsers as one may.
    static let tooManyDevices: StatusReason = "TOO_MANY_DEVICES"
}
