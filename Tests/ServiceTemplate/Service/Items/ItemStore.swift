import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

/// The items in the database.
struct ItemStore: RevisedStore {
    let pool: PostgresPool
    var clock: any WallClock = SystemWallClock()
    let revisions = Revisions<TodoItem>("item_revisions", record: "item_id", noun: .verbatim("item"))

    // MARK: Changing

    /// Adds an item to a user's list.
    func add(_ item: TodoItem, of user: UUID, in connection: PostgresConnection) async throws
        -> TodoItem
    {
        var item = item
        item.revision = try await nextRevision(of: user, in: connection)
        try await connection.execute(
            """
            INSERT INTO items (user_id, id, version, revision, title, due_on, purchase_id, receipt_id)
            VALUES (
                \(user), \(item.id), \(item.version), \(item.revision), \(item.title), \(item.dueOn),
                \(item.purchase?.id), \(item.purchase?.receipt)
            )
            """
        )
        return item
    }

    func lock(_ id: UUID, of user: UUID, with key: DataKey?, in connection: PostgresConnection) async throws -> TodoItem
    {
        let rows = try await connection.query(
            "SELECT \(TodoItem.columns) FROM items WHERE user_id = \(user) AND id = \(id) FOR UPDATE"
        )
        guard let row = rows.first else {
            throw Status(.notFound, .todo.noSuchItem, reason: .itemNotFound)
        }
        return try TodoItem(row)
    }

    func save(
        _ item: TodoItem,
        over before: TodoItem,
        as cause: RevisionCause,
        of user: UUID,
        with key: DataKey?,
        in connection: PostgresConnection
    ) async throws -> TodoItem {
        var item = item
        item.version = before.version + 1
        item.revision = try await nextRevision(of: user, in: connection)
        let update: Statement = """
            UPDATE items SET version = \(item.version), revision = \(item.revision), title = \(item.title),
                due_on = \(item.dueOn), is_done = \(item.isDone), is_removed = \(item.isRemoved), is_due = \(item.isDue)
            WHERE user_id = \(user) AND id = \(item.id)
            """
        let recording = try revisions.recording(
            cause,
            before: before,
            version: item.version,
            changes: item.changes(since: before),
            at: clock.now,
            of: user
        )
        try await connection.pipeline([update] + recording)
        return item
    }

    /// Counts up the revision of a user's list, whose row orders the list's changes.
    private func nextRevision(of user: UUID, in connection: PostgresConnection) async throws -> Int64 {
        try await connection.query(
            """
            INSERT INTO lists (user_id, revision) VALUES (\(user), 1)
            ON CONFLICT (user_id) DO UPDATE SET revision = lists.revision + 1 RETURNING revision
            """
        )[0]["revision"]
    }

    // MARK: Reading

    /// A page of the items that aren't removed, the latest change first.
    func list(_ page: Page<NumberKey<TodoItem>>, of user: UUID) async throws -> ([TodoItem], next: String?) {
        let rows = try await pool.query(
            """
            SELECT \(TodoItem.columns) FROM items
            WHERE user_id = \(user) AND NOT is_removed AND revision < \(page.after?.number ?? .max)
            ORDER BY revision DESC LIMIT \(page.rowLimit)
            """
        )
        return try page.entries(in: rows, key: { NumberKey(try $0["revision"]) }, TodoItem.init)
    }

    /// The items of a user that have changed since a revision of the list, in the order of their changes.
    func items(of user: UUID, after revision: Int64, limit: Int) async throws -> [TodoItem] {
        try await pool.query(
            """
            SELECT \(TodoItem.columns) FROM items
            WHERE user_id = \(user) AND revision > \(revision) ORDER BY revision LIMIT \(limit)
            """
        ).map(TodoItem.init)
    }
}

extension StatusReason {
    /// The user has no such item.
    static let itemNotFound: StatusReason = "ITEM_NOT_FOUND"
}
