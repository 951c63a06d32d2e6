package import Foundation
package import Postgres
package import RPC

/// Sends users what changes in a list of theirs, from a cursor on, with nothing lost and nothing twice.
///
/// The service makes a table with a row for each row of the list that was changed: `user_id`, `row_id`, `changed_in`, the
/// transaction of its latest change, and `removed_at`. Triggers write it and notify the channel of the same name, with the
/// user's id and a number. Transactions commit in another order than they have their numbers in; a cursor therefore is a
/// snapshot of which ones had been committed, as in the database's own rules of visibility.
package struct WatchedList: Sendable {
    /// How many rows an update has at the most.
    package static let updateLimit = 200

    private let name: String
    private let noun: LocalizedText
    private let pool: PostgresPool
    private let table: Statement
    private let feed: ChangeFeed<UUID>

    /// Describes the table.
    /// - Parameters:
    ///   - name: The table, such as "item_changes", and what the channel's name begins with.
    ///   - noun: What is watched, in sentences for users, such as "list".
    package init(_ name: String, noun: LocalizedText, pool: PostgresPool) {
        self.name = name
        self.noun = noun
        self.pool = pool
        table = "\(identifier: name)"
        feed = ChangeFeed(name, pool: pool)
    }

    /// How many watchers there are.
    package var watcherCount: Int { feed.watcherCount }

    /// Sends an update at once, and another one after every change of the user's rows, until the call ends.
    ///
    /// While an update is being sent, changes are not kept in memory: they are read for the next one, each row once.
    /// - Parameters:
    ///   - cursor: That of the last update which the client has received; empty for a new watch.
    ///   - limit: How many rows an update has at the most.
    ///   - read: Reads the rows that have changed; `ListChanges.end(after:)` makes an update smaller. The connection is in a
    ///     transaction that sees one state of the database and changes nothing.
    ///   - send: Sends the update.
    /// - Throws: INVALID_ARGUMENT for a malformed cursor; UNAVAILABLE with reason RESTARTING when the service stops;
    ///   `CancellationError`; what `read` and `send` throw.
    nonisolated(nonsending) package func follow<Content: Sendable>(
        after cursor: String,
        of user: UUID,
        atMost limit: Int = updateLimit,
        read: nonisolated(nonsending) (inout ListChanges, PostgresConnection) async throws -> Content,
        send: nonisolated(nonsending) (ListUpdate<Content>) async throws -> Void
    ) async throws {
        var cursor = try ListCursor.read(cursor)
        // Any notification means the same: read. It is subscribed to before the first read, so that no change is lost.
        let changes = feed.watch(user, keeping: 1)
        cursor = try await advance(cursor, user, limit, isFirst: true, read: read, send: send)
        for await _ in changes {
            cursor = try await advance(cursor, user, limit, isFirst: false, read: read, send: send)
        }
        try Task.checkCancellation()
        throw Status.restarting(watchOf: noun)
    }

    /// What erases the changes of a user's lists, after the rows themselves.
    package func erasure(of user: UUID) -> Statement { "DELETE FROM \(table) WHERE user_id = \(user)" }

    // MARK: Reading

    /// Sends all that has changed since a cursor.
    /// - Parameter isFirst: Whether an update is sent even if nothing has.
    /// - Returns: The cursor of what has been sent.
    nonisolated(nonsending) private func advance<Content: Sendable>(
        _ start: ListCursor?,
        _ user: UUID,
        _ limit: Int,
        isFirst: Bool,
        read: nonisolated(nonsending) (inout ListChanges, PostgresConnection) async throws -> Content,
        send: nonisolated(nonsending) (ListUpdate<Content>) async throws -> Void
    ) async throws -> ListCursor {
        var cursor = start
        var isFirst = isFirst
        while true {
            let step = try await pool.transaction(isolation: .repeatableRead) { connection in
                var step = try await self.step(from: cursor, user, limit, in: connection)
                let isSent = isFirst || step.isReset || !step.changes.entries.isEmpty
                let content = isSent ? try await read(&step.changes, connection) : nil
                return (step, content)
            }
            let next = step.0.cursor
            if let content = step.1 {
                try await send(ListUpdate(cursor: next.text, isReset: step.0.isReset, content: content))
            }
            // After a backlog, what has changed while it was sent is still to be read.
            let isDone = next.rest == nil && cursor?.rest == nil
            (cursor, isFirst) = (next, false)
            if isDone { return next }
        }
    }

    /// What follows a cursor.
    private struct Step: Sendable {
        let start: ListCursor?
        /// The cursor of the present moment.
        let present: ListCursor
        var changes = ListChanges()

        /// Whether the client has to read the list anew.
        var isReset: Bool { start == nil }

        /// The cursor behind the changes.
        var cursor: ListCursor {
            guard let start else { return present }
            var cursor = present
            let goal = start.rest?.goal ?? present.seen
            if changes.hasMore, let last = changes.entries.last {
                cursor.seen = start.seen
                cursor.rest = .init(goal: goal, transaction: last.transaction, row: last.row)
            } else {
                cursor.seen = goal
            }
            return cursor
        }
    }

    private func step(
        from cursor: ListCursor?,
        _ user: UUID,
        _ limit: Int,
        in connection: PostgresConnection
    ) async throws -> Step {
        let results = try await connection.pipeline(
            [present(of: user)] + (cursor.map { [changes(since: $0, of: user, atMost: limit + 1)] } ?? [])
        )
        let row = results[0][0]
        guard let snapshot = TransactionSnapshot(try row["snapshot"] as String) else {
            throw PostgresError(.decoding, "The database's snapshot can't be read")
        }
        let latest: String? = try row["latest"]
        let present = ListCursor(
            list: name,
            history: try row["history"],
            issuedAt: try row["time"],
            // Transactions that wrote nothing may have numbers that are assigned again after a crash. That of a change which is
            // stored is final.
            seen: snapshot.capped(at: latest.flatMap { UInt64($0) } ?? 0)
        )
        guard let cursor, cursor.isValid(at: present), cursor.seen.end <= snapshot.end else {
            return Step(start: nil, present: present)
        }
        let entries = try results[1].map { row in
            ListChanges.Entry(
                transaction: UInt64(try row["changed_in"] as String) ?? 0,
                row: try row["row_id"],
                isRemoved: try row["is_removed"]
            )
        }
        return Step(start: cursor, present: present, changes: ListChanges(entries, limit: limit))
    }

    // A restored database, or a standby that was promoted, may lack transactions whose numbers it then assigns again. Both have
    // another history: the system's identifier is made with the database, and each promotion begins a new time line.
    //
    // `ORDER BY` names the table: an output column of the same name would be ordered as text, in which 1000 is before 999.
    private func present(of user: UUID) -> Statement {
        """
        SELECT pg_current_snapshot()::text AS snapshot,
            (SELECT changed_in::text FROM \(table) AS changes WHERE user_id = \(user)
                ORDER BY changes.changed_in DESC LIMIT 1) AS latest,
            system_identifier || '-' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) AS history,
            extract(epoch FROM now())::bigint AS time
        FROM pg_control_system()
        """
    }

    private func changes(since cursor: ListCursor, of user: UUID, atMost limit: Int) -> Statement {
        let seen: Statement = "\(cursor.seen.text)::pg_snapshot"
        let goal: Statement = cursor.rest.map { "\($0.goal.text)::pg_snapshot" } ?? "pg_current_snapshot()"
        let rest: Statement =
            cursor.rest.map { "AND (changed_in, row_id) > (\(String($0.transaction))::xid8, \($0.row))" } ?? ""
        return """
            SELECT row_id, changed_in::text AS changed_in, removed_at IS NOT NULL AS is_removed FROM \(table) AS changes
            WHERE user_id = \(user) AND changed_in >= pg_snapshot_xmin(\(seen))
                AND NOT pg_visible_in_snapshot(changed_in, \(seen)) AND pg_visible_in_snapshot(changed_in, \(goal)) \(rest)
            ORDER BY changes.changed_in, row_id LIMIT \(Int64(limit))
            """
    }
}

extension WatchedList: ServicePart {
    /// Receives changes, and counts them.
    package func background(in runtime: ServiceRuntime) -> [BackgroundWork] { feed.background(in: runtime) }

    /// Receives changes until the task is cancelled; see `ChangeFeed.run(metrics:)`.
    package func run() async { await feed.run() }

    /// Deletes what it knows of rows that were removed before the oldest valid cursor.
    package var jobs: [ScheduledJob] {
        [
            ScheduledJob("delete old removals in \(name)", .every(.seconds(86_400))) { _ in
                try await forgetRemovals(before: Date() - TimeInterval(ListCursor.lifetime + 86_400))
            }
        ]
    }

    /// Deletes what it knows of rows that were removed before a time.
    func forgetRemovals(before time: Date) async throws {
        try await pool.execute("DELETE FROM \(table) WHERE removed_at < \(time)")
    }
}
