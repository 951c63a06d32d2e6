import Foundation
import Foundations
import NotificationsMessages
import Postgres
import RPC
import ServiceKit
import Texts

/// Inboxes in the database. Every statement names their owner.
struct InboxStore: Sendable {
    let deliveries: DeliveryStore

    var pool: PostgresPool { preferences.pool }
    var clock: any WallClock { preferences.clock }
    /// The keys under which is stored what entries say.
    var keys: PersonKeys { deliveries.keys }
    private var preferences: NoticePreferenceStore { deliveries.preferences }

    /// What changes in inboxes.
    static func changes(in pool: PostgresPool) -> WatchedList {
        WatchedList("notification_changes", noun: .services.nounInbox, pool: pool)
    }

    /// Puts an entry into its user's inbox, before all that are or were there, whatever the clocks of the service's instances say:
    /// what arrives after an entry was seen is newer than it. An entry that is there, or was deleted, is left as it is; one of a
    /// kind that the user has switched off is left out. What the user has chosen besides the inbox is planned with it.
    /// - Parameter key: The user's.
    /// - Returns: Whether the inbox has a new entry.
    func add(_ entry: NewEntry, _ key: DataKey, in connection: PostgresConnection) async throws -> Bool {
        let user = entry.userID
        try await connection.execute(InboxStore.turn(of: user))
        let choices = try await preferences.choices(of: user, in: connection)
        try await deliveries.plan(entry, choices, key, in: connection)
        // A kind that this version doesn't know goes to the inbox.
        guard preferences.kinds[entry.kind].map({ choices.isOn(.inbox, of: $0) }) ?? true else { return false }
        let sealed = try NoticeColumns.content.seal(
            try entry.text.stored,
            row: [user.canonical, entry.eventID.canonical],
            with: key
        )
        let latest: Statement = "SELECT max(created_at) + interval '1 microsecond'"
        return try await connection.execute(
            """
            INSERT INTO notifications (user_id, id, kind, content_sealed, subject, created_at)
            SELECT \(user), \(entry.eventID), \(entry.kind), \(sealed), \(entry.subject),
                greatest(
                    \(clock.now), (\(latest) FROM notifications WHERE user_id = \(user)),
                    (\(latest) FROM deleted_notifications WHERE user_id = \(user))
                )
            WHERE NOT EXISTS (
                SELECT FROM deleted_notifications WHERE user_id = \(user) AND id = \(entry.eventID)
            )
            ON CONFLICT (user_id, id) DO NOTHING
            """
        ) == 1
    }

    /// Removes unread entries whose cause is gone, and takes back what hasn't gone out about it.
    /// - Parameters:
    ///   - kinds: Entries of these kinds.
    ///   - connection: In a transaction.
    func withdraw(_ subject: String, kinds: [String], of user: UUID, in connection: PostgresConnection) async throws {
        try await connection.execute(InboxStore.turn(of: user))
        let chosen: Statement = """
            user_id = \(user) AND subject = \(subject) AND kind = ANY(\(kinds)) AND read_at IS NULL
            """
        try await connection.pipeline([locking(chosen), "DELETE FROM notifications WHERE \(chosen)"])
        try await deliveries.withdraw(subject, kinds: kinds, of: user, in: connection)
    }

    /// A page of a user's inbox, newest first.
    func list(_ page: Page<InboxKey>, unreadOnly: Bool, of user: UUID) async throws -> InboxPage {
        let filter: Statement = unreadOnly ? "AND read_at IS NULL" : ""
        let results = try await pool.pipeline([
            """
            SELECT \(InboxEntry.columns) FROM notifications
            WHERE user_id = \(user) \(filter) \(after(page.after))
            ORDER BY created_at DESC, id DESC LIMIT \(page.rowLimit)
            """,
            unreadCount(of: user),
        ])
        // After the rows: the first of them may just have been written, with a new key.
        let key = results[0].isEmpty ? nil : try await keys.existingKey(of: user)
        let (entries, next) = try page.entries(
            in: results[0],
            key: { InboxKey(try $0["created_at"], try $0["id"]) },
            { try InboxEntry($0, of: user, key) }
        )
        return InboxPage(entries: entries, next: next, unread: try results[1][0]["count"])
    }

    /// Entries that have changed, as they are stored.
    struct Changes: Sendable {
        fileprivate let rows: [Row]
        fileprivate let unread: Int64
        fileprivate let removed: [UUID]
    }

    /// Reads entries that have changed, newest first, and how many are unread.
    func read(_ changes: ListChanges, of user: UUID, in connection: PostgresConnection) async throws -> Changes {
        let results = try await connection.pipeline([
            """
            SELECT \(InboxEntry.columns) FROM notifications WHERE user_id = \(user) AND id = ANY(\(changes.changed))
            ORDER BY created_at DESC, id DESC
            """,
            unreadCount(of: user),
        ])
        return Changes(rows: results[0], unread: try results[1][0]["count"], removed: changes.removed)
    }

    /// What a watcher receives of changes.
    func update(_ changes: Changes, of user: UUID) async throws -> Notifications.InboxUpdate {
        let key = changes.rows.isEmpty ? nil : try await keys.existingKey(of: user)
        return Notifications.InboxUpdate(
            notifications: try changes.rows.map { try InboxEntry($0, of: user, key).notification },
            unread: changes.unread,
            removedIDs: changes.removed.map(\.canonical)
        )
    }

    /// Marks entries as read; those that are read already keep their time.
    /// - Parameter subjects: Entries about these are marked, too, if there are any.
    /// - Returns: How many unread entries are left.
    /// - Throws: NOT_FOUND when one of `ids` isn't the user's, and then none is marked.
    func markRead(_ ids: Set<UUID>, about subjects: Set<String> = [], of user: UUID) async throws -> Int64 {
        let (ids, subjects) = (Array(ids), Array(subjects))
        return try await pool.transaction { connection in
            // Locked in one order, so that two calls with the same entries can't wait for each other.
            let locked = try await connection.query(
                """
                SELECT id, id = ANY(\(ids)) AS is_named FROM notifications
                WHERE user_id = \(user) AND (id = ANY(\(ids)) OR read_at IS NULL AND subject = ANY(\(subjects)))
                ORDER BY id FOR UPDATE
                """
            )
            let named = try locked.filter { try $0["is_named"] }
            guard named.count == ids.count else { throw Status.notFound(.services.nounNotification) }
            let results = try await connection.pipeline([
                """
                UPDATE notifications SET read_at = \(clock.now)
                WHERE user_id = \(user) AND (id = ANY(\(ids)) OR subject = ANY(\(subjects))) AND read_at IS NULL
                """,
                unreadCount(of: user),
            ])
            return try results[1][0]["count"]
        }
    }

    private func after(_ key: InboxKey?) -> Statement {
        guard let key else { return "" }
        return "AND (created_at, id) < (\(key.time), \(key.id))"
    }

    /// How many entries of a user are unread.
    func unreadCount(of user: UUID) -> Statement {
        "SELECT count(*) AS count FROM notifications WHERE user_id = \(user) AND read_at IS NULL"
    }
}
