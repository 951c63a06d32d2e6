import Foundation
import Foundations
import NotificationsMessages
import Postgres
import RPC
import ServiceKit
import Texts

/// Inboxes in the database. Every statement names their owner.
struct InboxStore: Sendable {
    let pool: PostgresPool
    /// The present time.
    var clock: any WallClock = SystemWallClock()

    /// What changes in inboxes.
    static func changes(in pool: PostgresPool) -> WatchedList {
        WatchedList("notification_changes", noun: .services.nounInbox, pool: pool)
    }

    /// Puts an entry into its user's inbox.
    func add(_ entry: NewEntry, in connection: PostgresConnection) async throws {
        try await connection.execute(
            """
            INSERT INTO notifications (user_id, id, kind, title, message, content, subject, created_at)
            VALUES (
                \(entry.userID), \(entry.eventID), \(entry.kind), '', '', \(try entry.text.stored),
                \(entry.subject), \(clock.now)
            )
            """
        )
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
        let (entries, next) = try page.entries(
            in: results[0],
            key: { InboxKey(try $0["created_at"], try $0["id"]) },
            InboxEntry.init
        )
        return InboxPage(entries: entries, next: next, unread: try results[1][0]["count"])
    }

    /// What a watcher receives: entries that have changed, newest first, and how many are unread.
    func update(
        _ changes: ListChanges,
        of user: UUID,
        in connection: PostgresConnection
    ) async throws -> Notifications.InboxUpdate {
        let results = try await connection.pipeline([
            """
            SELECT \(InboxEntry.columns) FROM notifications WHERE user_id = \(user) AND id = ANY(\(changes.changed))
            ORDER BY created_at DESC, id DESC
            """,
            unreadCount(of: user),
        ])
        return Notifications.InboxUpdate(
            notifications: try results[0].map { try InboxEntry($0).notification },
            unread: try results[1][0]["count"],
            removedIDs: changes.removed.map(\.canonical)
        )
    }

    /// Marks entries as read; those that are read already keep their time.
    /// - Returns: How many unread entries are left.
    /// - Throws: NOT_FOUND when one isn't the user's, and then none is marked.
    func markRead(_ ids: Set<UUID>, of user: UUID) async throws -> Int64 {
        let ids = Array(ids)
        return try await pool.transaction { connection in
            // Locked in one order, so that two calls with the same entries can't wait for each other.
            let known = try await connection.query(
                """
                SELECT id FROM notifications WHERE user_id = \(user) AND id = ANY(\(ids)) ORDER BY id FOR UPDATE
                """
            )
            guard known.count == ids.count else { throw Status.notFound(.services.nounNotification) }
            let results = try await connection.pipeline([
                """
                UPDATE notifications SET read_at = \(clock.now)
                WHERE user_id = \(user) AND id = ANY(\(ids)) AND read_at IS NULL
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

    private func unreadCount(of user: UUID) -> Statement {
        "SELECT count(*) AS count FROM notifications WHERE user_id = \(user) AND read_at IS NULL"
    }
}
