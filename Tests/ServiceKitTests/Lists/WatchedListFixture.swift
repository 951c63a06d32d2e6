import Foundation
import Foundations
import Postgres
import RPC
import RPCTestSupport
import Synchronization

@testable import ServiceKit

/// A list of items that is watched, with tables as a service makes them.
struct WatchedListFixture: Sendable {
    let pool: PostgresPool
    let owner: PostgresPool
    let list: WatchedList
    let user = UUID()

    private static let tables = """
        CREATE TABLE items (user_id uuid NOT NULL, id uuid NOT NULL, text text NOT NULL, PRIMARY KEY (user_id, id));
        CREATE TABLE item_changes (
            user_id uuid NOT NULL,
            row_id uuid NOT NULL,
            changed_in xid8 NOT NULL,
            removed_at timestamptz,
            PRIMARY KEY (user_id, row_id)
        );
        CREATE INDEX item_changes_latest ON item_changes (user_id, changed_in, row_id);
        CREATE INDEX item_changes_removed ON item_changes (removed_at) WHERE removed_at IS NOT NULL;
        CREATE FUNCTION note_item_changes() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
        BEGIN
            INSERT INTO item_changes (user_id, row_id, changed_in, removed_at)
            SELECT user_id, id, pg_current_xact_id(), CASE WHEN tg_op = 'DELETE' THEN now() END
            FROM changed_rows ORDER BY user_id, id
            ON CONFLICT (user_id, row_id) DO UPDATE
                SET changed_in = excluded.changed_in, removed_at = excluded.removed_at;
            PERFORM pg_notify('item_changes_' || tg_table_schema, user_id || ' ' || pg_current_xact_id())
            FROM (SELECT DISTINCT user_id FROM changed_rows) AS users;
            RETURN NULL;
        END
        $$;
        CREATE TRIGGER items_note_insert AFTER INSERT ON items
            REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_item_changes();
        CREATE TRIGGER items_note_update AFTER UPDATE ON items
            REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_item_changes();
        CREATE TRIGGER items_note_delete AFTER DELETE ON items
            REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_item_changes();
        """

    /// Runs `body` with an empty list.
    /// - Parameter isReceiving: Whether the list receives notifications.
    static func with(receiving isReceiving: Bool = true, _ body: (WatchedListFixture) async throws -> Void) async throws
    {
        try await TestSchema.with(tables) { pool, owner in
            let fixture = WatchedListFixture(
                pool: pool,
                owner: owner,
                list: WatchedList("item_changes", noun: .verbatim("list"), pool: pool)
            )
            let receiving = isReceiving ? Task { await fixture.list.run() } : nil
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await body(fixture)) } catch { outcome = .failure(error) }
            receiving?.cancel()
            await receiving?.value
            try outcome.get()
        }
    }

    // MARK: Items

    /// Adds an item, or replaces its text.
    func write(_ item: Item, of user: UUID? = nil) async throws {
        try await pool.withConnection { try await write(item, of: user, in: $0) }
    }

    func write(_ item: Item, of user: UUID? = nil, in connection: PostgresConnection) async throws {
        try await connection.execute(
            """
            INSERT INTO items VALUES (\(user ?? self.user), \(item.id), \(item.text))
            ON CONFLICT (user_id, id) DO UPDATE SET text = excluded.text
            """
        )
    }

    func remove(_ item: Item) async throws {
        try await pool.execute("DELETE FROM items WHERE user_id = \(user) AND id = \(item.id)")
    }

    /// Begins and commits transactions until the next one's number is this many before one with more digits.
    func spendTransactions(untilBeforePowerOfTenBy distance: Int) async throws {
        try await owner.execute(
            """
            DO $$
            DECLARE
                present bigint := pg_current_xact_id()::text::bigint;
                goal bigint := 10 ^ length((present + \(unsafe: "\(distance)"))::text) - \(unsafe: "\(distance)");
            BEGIN
                WHILE present < goal - 1 LOOP
                    COMMIT;
                    present := pg_current_xact_id()::text::bigint;
                END LOOP;
            END
            $$
            """
        )
    }

    // MARK: Watching

    /// The updates of a watch, each requested by reading it.
    func watch(
        after cursor: String = "",
        atMost limit: Int = WatchedList.updateLimit,
        endingAfter last: Item? = nil
    ) -> Watch {
        Watch { [self] send in
            try await list.follow(after: cursor, of: user, atMost: limit) { changes, connection in
                if let last, changes.changed.contains(last.id) { changes.end(after: last.id) }
                let rows = try await connection.query(
                    "SELECT id, text FROM items WHERE user_id = \(user) AND id = ANY(\(changes.changed))"
                )
                let items = try rows.map { Item(id: try $0["id"], text: try $0["text"]) }
                return Content(items: Set(items), removed: changes.removed)
            } send: {
                try await send($0)
            }
        }
    }

    /// The cursor of the present moment.
    func cursor() async throws -> String {
        let watch = watch()
        let first = try await watch.next()
        await watch.end()
        return first.cursor
    }
}

/// An item of a list.
struct Item: Sendable, Hashable {
    var id = UUID()
    var text = ""

    func with(_ text: String) -> Item { Item(id: id, text: text) }
}

/// What is read for an update.
struct Content: Sendable, Hashable {
    var items: Set<Item> = []
    var removed: [UUID] = []
}

/// A watch whose sender waits until the test reads, as for a client that is slow.
final class Watch: Sendable {
    private let updates: AsyncStream<(ListUpdate<Content>, AsyncStream<Void>.Continuation)>
    private let task: Task<Void, any Error>
    private let counts = Counts()

    private final class Counts: Sendable {
        let unread = Atomic(0)
    }

    /// Updates that were sent and not read.
    var unread: Int { counts.unread.load(ordering: .relaxed) }

    init(
        _ follow:
            @escaping @Sendable (_ send: @Sendable (ListUpdate<Content>) async throws -> Void) async throws -> Void
    ) {
        let (updates, continuation) = AsyncStream.makeStream(
            of: (ListUpdate<Content>, AsyncStream<Void>.Continuation).self
        )
        self.updates = updates
        task = Task { [counts] in
            defer { continuation.finish() }
            try await follow { update in
                let (taken, acknowledgement) = AsyncStream.makeStream(of: Void.self)
                counts.unread.add(1, ordering: .relaxed)
                continuation.yield((update, acknowledgement))
                for await _ in taken { return }
                try Task.checkCancellation()
            }
        }
    }

    /// The next update.
    /// - Throws: What the watch ended with.
    func next() async throws -> ListUpdate<Content> {
        for await (update, acknowledgement) in updates {
            counts.unread.subtract(1, ordering: .relaxed)
            acknowledgement.yield()
            return update
        }
        try await task.outcome
        throw CancellationError()
    }

    /// Ends the watch, as a client that goes away.
    func end() async {
        task.cancel()
        _ = await task.result
    }
}
