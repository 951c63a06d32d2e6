import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

/// What deleting an inbox came to.
struct InboxDeletion: Sendable, Equatable {
    /// Restores what was deleted; nil when there was nothing to delete.
    var id: UUID?
    /// How many entries were deleted.
    var count: Int
    /// How many unread entries are left.
    var unread: Int64
}

/// Deletes entries, and takes that back. Deleted entries are in a table of their own until they are erased.
extension InboxStore {
    /// For how long a deletion can be undone, in seconds.
    static let undoPeriod: TimeInterval = 86_400

    /// Deletes entries; those that are deleted already are unchanged.
    /// - Returns: How many unread entries are left.
    /// - Throws: NOT_FOUND when one isn't the user's, and then none is deleted.
    func delete(_ ids: Set<UUID>, of user: UUID) async throws -> Int64 {
        let ids = Array(ids)
        return try await pool.transaction { connection in
            try await connection.execute(InboxStore.turn(of: user))
            try await requireKnown(ids, of: user, in: connection)
            let chosen: Statement = "user_id = \(user) AND id = ANY(\(ids))"
            let results = try await connection.pipeline([
                locking(chosen), deletion(of: chosen, as: nil), unreadCount(of: user),
            ])
            return try results[2][0]["count"]
        }
    }

    /// Deletes an entry and all that came before it.
    /// - Parameters:
    ///   - newest: May have been deleted before.
    ///   - connection: In a transaction.
    /// - Throws: NOT_FOUND when `newest` isn't the user's.
    func deleteAll(upTo newest: UUID, of user: UUID, in connection: PostgresConnection) async throws -> InboxDeletion {
        try await connection.execute(InboxStore.turn(of: user))
        guard let key = try await key(of: newest, of: user, in: connection) else {
            throw Status.notFound(.services.nounNotification)
        }
        let (id, seen): (UUID, Statement) = (
            UUID(), "user_id = \(user) AND (created_at, id) <= (\(key.time), \(key.id))"
        )
        try await connection.execute(locking(seen))
        let count = try await connection.execute(deletion(of: seen, as: id))
        if count > 0 {
            try await connection.execute(
                "INSERT INTO inbox_deletions (user_id, id, made_at) VALUES (\(user), \(id), \(clock.now))"
            )
        }
        let unread = try await connection.query(unreadCount(of: user))
        return InboxDeletion(id: count > 0 ? id : nil, count: count, unread: try unread[0]["count"])
    }

    /// Restores entries as they were; those that are in the inbox already are unchanged.
    /// - Returns: How many entries are unread.
    /// - Throws: NOT_FOUND when one isn't the user's, or was erased, and then none is restored.
    func restore(_ ids: Set<UUID>, of user: UUID) async throws -> Int64 {
        let ids = Array(ids)
        return try await pool.transaction { connection in
            try await connection.execute(InboxStore.turn(of: user))
            try await requireKnown(ids, of: user, in: connection)
            return try await restore("id = ANY(\(ids))", of: user, in: connection)
        }
    }

    /// Restores what was deleted together, as it was.
    /// - Returns: How many entries are unread.
    /// - Throws: NOT_FOUND when the user made no such deletion, or too long ago.
    func restore(deletion: UUID, of user: UUID) async throws -> Int64 {
        try await pool.transaction { connection in
            try await connection.execute(InboxStore.turn(of: user))
            let known = try await connection.query(
                """
                SELECT id FROM inbox_deletions
                WHERE user_id = \(user) AND id = \(deletion) AND made_at > \(undoneSince)
                """
            )
            guard !known.isEmpty else { throw Status.notFound(.services.nounDeletion) }
            return try await restore("deletion_id = \(deletion)", of: user, in: connection)
        }
    }

    /// Erases what can no longer be restored.
    var erasure: ScheduledJob {
        ScheduledJob("erase deleted notifications", .every(.seconds(3_600))) { _ in try await eraseDeleted() }
    }

    /// Erases what can no longer be restored, of all users.
    func eraseDeleted() async throws {
        try await pool.execute("DELETE FROM deleted_notifications WHERE deleted_at <= \(undoneSince)")
        try await pool.execute("DELETE FROM inbox_deletions WHERE made_at <= \(undoneSince)")
    }

    /// Erases entries of a kind, also read and deleted ones and those that have gone out, but for those about some subjects. They can't be
    /// restored.
    /// - Parameter connection: In a transaction.
    func erase(
        _ kind: String,
        exceptAbout subjects: [String],
        of user: UUID,
        in connection: PostgresConnection
    ) async throws {
        try await connection.execute(InboxStore.turn(of: user))
        let chosen: Statement = "user_id = \(user) AND kind = \(kind) AND subject <> ALL(\(subjects))"
        try await connection.pipeline([
            locking(chosen), "DELETE FROM notifications WHERE \(chosen)",
            "DELETE FROM deleted_notifications WHERE \(chosen)", "DELETE FROM delivered_notices WHERE \(chosen)",
        ])
    }

    /// Has transactions that add, delete or restore entries of a user follow one another.
    static func turn(of user: UUID) -> Statement {
        .turn("inbox \(user.canonical)")
    }

    /// What was deleted after this time can be restored.
    private var undoneSince: Date { clock.now - InboxStore.undoPeriod }

    private static let columns: Statement = """
        user_id, id, kind, title, title_sealed, message, message_sealed, content, content_sealed, subject, created_at, read_at
        """

    private func requireKnown(_ ids: [UUID], of user: UUID, in connection: PostgresConnection) async throws {
        let known = try await connection.query(
            """
            SELECT id FROM notifications WHERE user_id = \(user) AND id = ANY(\(ids))
            UNION ALL
            SELECT id FROM deleted_notifications
            WHERE user_id = \(user) AND id = ANY(\(ids)) AND deleted_at > \(undoneSince)
            """
        )
        guard known.count == ids.count else { throw Status.notFound(.services.nounNotification) }
    }

    /// Where an entry is in the inbox, or was before it was deleted; nil for one that isn't the user's.
    private func key(of id: UUID, of user: UUID, in connection: PostgresConnection) async throws -> InboxKey? {
        let rows = try await connection.query(
            """
            SELECT created_at, id FROM notifications WHERE user_id = \(user) AND id = \(id)
            UNION ALL
            SELECT created_at, id FROM deleted_notifications
            WHERE user_id = \(user) AND id = \(id) AND deleted_at > \(undoneSince)
            """
        )
        return try rows.first.map { InboxKey(try $0["created_at"], try $0["id"]) }
    }

    /// Locks entries in the order in which marking them as read does, so that neither waits for the other for ever.
    func locking(_ chosen: Statement) -> Statement {
        "SELECT count(*) FROM (SELECT id FROM notifications WHERE \(chosen) ORDER BY id FOR UPDATE) AS locked"
    }

    private func deletion(of chosen: Statement, as id: UUID?) -> Statement {
        """
        WITH gone AS (DELETE FROM notifications WHERE \(chosen) RETURNING \(InboxStore.columns))
        INSERT INTO deleted_notifications (\(InboxStore.columns), deleted_at, deletion_id)
        SELECT \(InboxStore.columns), \(clock.now), \(id)::uuid FROM gone
        """
    }

    private func restore(_ chosen: Statement, of user: UUID, in connection: PostgresConnection) async throws -> Int64 {
        let results = try await connection.pipeline([
            """
            WITH back AS (
                DELETE FROM deleted_notifications
                WHERE user_id = \(user) AND \(chosen) AND deleted_at > \(undoneSince)
                RETURNING \(InboxStore.columns)
            )
            INSERT INTO notifications (\(InboxStore.columns)) SELECT \(InboxStore.columns) FROM back
            """,
            unreadCount(of: user),
        ])
        return try results[1][0]["count"]
    }
}
