package import CoreMetrics
package import Foundation
package import Postgres
package import RPC

/// The history of records of one kind: every change is a row with the state before it, so that it can be taken back exactly.
///
/// The service makes the table; its columns are `user_id`, one with the record's id, `version`, `made_at`, `changes`,
/// `before`, `undoes`, `undone_by` and one that marks the service's own changes. The latest ``limit`` changes can be taken
/// back; of older ones only the lines stay. Where they are encrypted under their owners' keys, `changes` and `before` are as
/// ``SealedRevisions`` has them.
package struct Revisions<Record: RevisedRecord>: Sendable {
    private let table: Statement
    private let record: Statement
    private let automatic: Statement
    private let storage: RevisionStorage
    /// What a record is called in sentences for its owner, such as "purchase".
    package let noun: LocalizedText
    /// How many changes back a record can be taken.
    package let limit: Int64
    private let counters: [String: Counter]

    /// Describes the table.
    /// - Parameters:
    ///   - table: Its name.
    ///   - record: The column with the record's id.
    ///   - automatic: The column that marks the service's own changes.
    ///   - sealed: Its encrypted columns; nil where nothing is.
    ///   - noun: What a record is called in sentences for its owner.
    ///   - limit: How many changes back a record can be taken.
    package init(
        _ table: String,
        record: String,
        automatic: String = "automatic",
        sealed: SealedRevisions? = nil,
        noun: LocalizedText,
        limit: Int64 = 200,
        metrics: any MetricsFactory = MetricsSystem.factory
    ) {
        self.table = "\(identifier: table)"
        self.record = "\(identifier: record)"
        self.automatic = "\(identifier: automatic)"
        storage = RevisionStorage(sealed: sealed)
        self.noun = noun
        self.limit = limit
        counters = Dictionary(
            uniqueKeysWithValues: ["owner", "undo", "automatic"].map { cause in
                let dimensions = [("record", noun.english), ("cause", cause)]
                return (cause, Counter(label: "larder.revisions.made", dimensions: dimensions, factory: metrics))
            }
        )
    }

    // MARK: Writing

    /// What records a change, in the transaction that makes it.
    /// - Parameters:
    ///   - before: The record as it was, locked.
    ///   - version: The version that the change makes.
    ///   - changes: What it changes, in the service's own form: one that is rendered when it is read.
    ///   - key: The user's key; nil where nothing is encrypted.
    package func recording(
        _ cause: RevisionCause,
        before: Record,
        version: Int64,
        changes: [String],
        at time: Date,
        of user: UUID,
        with key: DataKey? = nil
    ) throws -> [Statement] {
        let (undone, isAutomatic): (Int64?, Bool) =
            switch cause {
            case .owner: (nil, false)
            case .undo(let version): (version, false)
            case .automatic: (nil, true)
            }
        counters[isAutomatic ? "automatic" : undone == nil ? "owner" : "undo"]?.increment()
        let place = RevisionPlace(user: user, record: before.id, version: version)
        let stored = try storage.values(changes, before: before.snapshot(), at: place, with: key)
        var statements: [Statement] = [
            """
            INSERT INTO \(table) (user_id, \(record), version, made_at, \(storage.written), undoes, \(automatic))
            VALUES (\(user), \(before.id), \(version), \(time), \(stored), \(undone), \(isAutomatic))
            """
        ]
        if let undone {
            statements.append(
                "UPDATE \(table) SET undone_by = \(version) WHERE \(row(before.id, user)) AND version = \(undone)"
            )
        } else {
            statements.append(
                """
                UPDATE \(table) SET \(storage.removal)
                WHERE \(row(before.id, user)) AND \(storage.hasBefore) AND version <= \(version - limit)
                """
            )
        }
        return statements
    }

    /// Changes the states before all changes that can be taken back, such as by what the service has learned since: undoing
    /// doesn't take that back.
    /// - Returns: The record as it was before the oldest of them; nil when there is none.
    package func rewriteSnapshots(
        of id: UUID,
        by user: UUID,
        with key: DataKey? = nil,
        in connection: PostgresConnection,
        _ change: (Record) throws -> Record
    ) async throws -> Record? {
        let rows = try await connection.query(
            """
            SELECT version, \(storage.before) FROM \(table)
            WHERE \(row(id, user)) AND \(storage.hasBefore) ORDER BY version
            """
        )
        var oldest: Record?
        var statements: [Statement] = []
        for each in rows {
            let place = RevisionPlace(user: user, record: id, version: try each["version"])
            guard let snapshot = try storage.before(in: each, at: place, with: key) else { continue }
            let former = try Record(snapshot: snapshot)
            let changed = try change(former)
            oldest = oldest ?? changed
            guard changed != former else { continue }
            statements.append(
                """
                UPDATE \(table) SET \(try storage.replacement(changed.snapshot(), at: place, with: key))
                WHERE \(row(id, user)) AND version = \(place.version)
                """
            )
        }
        if !statements.isEmpty { try await connection.pipeline(statements) }
        return oldest
    }

    // MARK: Reading

    /// The version that the latest change of a record's owner has made, with those that take one back; 0 without one.
    func latestOwnVersion(of id: UUID, by user: UUID, in connection: PostgresConnection) async throws -> Int64 {
        try await connection.query(
            "SELECT coalesce(max(version), 0) AS version FROM \(table) WHERE \(row(id, user)) AND NOT \(automatic)"
        )[0]["version"]
    }

    /// The latest change of a record's owner that stands, and the record before it.
    /// - Throws: FAILED_PRECONDITION when there is nothing to take back.
    package func latest(
        of id: UUID,
        by user: UUID,
        with key: DataKey? = nil,
        in connection: PostgresConnection
    ) async throws -> (Revision, before: Record) {
        let rows = try await connection.query(
            """
            SELECT \(columns), \(storage.before) FROM \(table)
            WHERE \(row(id, user)) AND undoes IS NULL AND undone_by IS NULL AND NOT \(automatic)
            ORDER BY version DESC LIMIT 1
            """
        )
        guard let found = rows.first else {
            throw Status(.failedPrecondition, .services.nothingToUndo(what: noun), reason: .nothingToUndo)
        }
        guard let former = try state(before: found, with: key) else {
            throw Status(
                .failedPrecondition,
                .services.stepsTooOld(what: noun),
                reason: .nothingToUndo
            )
        }
        return (try revision(found, with: key), former)
    }

    /// The changes of a record's owner after a version, the oldest first, each with the record before it, as it was with what the
    /// service has learned since.
    /// - Parameters:
    ///   - count: The most changes to read, at least 1; each has a state of the record with it.
    ///   - connection: In a transaction that has locked the record.
    /// - Returns: Nil when there are more, and when a state among them is no longer kept.
    package func ownersChanges(
        after version: Int64,
        atMost count: Int,
        of id: UUID,
        by user: UUID,
        with key: DataKey? = nil,
        in connection: PostgresConnection
    ) async throws -> [(revision: Revision, before: Record)]? {
        let rows = try await connection.query(
            """
            SELECT \(columns), \(storage.before) FROM \(table)
            WHERE \(row(id, user)) AND version > \(version) AND NOT \(automatic) ORDER BY version LIMIT \(count + 1)
            """
        )
        guard rows.count <= count else { return nil }
        var changes: [(revision: Revision, before: Record)] = []
        for row in rows {
            guard let before = try state(before: row, with: key) else { return nil }
            changes.append((try revision(row, with: key), before))
        }
        return changes
    }

    /// When the latest of a record's changes was made, up to a version; nil when it had none.
    package func latestTime(
        upTo version: Int64,
        of id: UUID,
        by user: UUID,
        in connection: PostgresConnection
    ) async throws -> Date? {
        try await connection.query(
            "SELECT max(made_at) AS time FROM \(table) WHERE \(row(id, user)) AND version <= \(version)"
        )[0]["time"]
    }

    /// What asks for a page of a record's history, newest first; ``page(_:of:with:)`` reads its rows.
    package func query(_ page: Page<RevisionKey>, of id: UUID, by user: UUID) -> Statement {
        """
        SELECT \(columns) FROM \(table)
        WHERE \(row(id, user)) AND version < \(page.after?.number ?? .max)
        ORDER BY version DESC LIMIT \(page.rowLimit)
        """
    }

    /// The page in rows that ``query(_:of:by:)`` gave, and the token of the next one; nil at the end.
    package func page(
        _ rows: [Row],
        of page: Page<RevisionKey>,
        with key: DataKey? = nil
    ) throws -> ([Revision], next: String?) {
        try page.entries(in: rows, key: { RevisionKey(try $0["version"]) }) { try revision($0, with: key) }
    }

    /// What asks for the changes after a version, the oldest first; ``changes(_:of:atMost:with:)`` reads its rows.
    /// - Parameter count: The most changes to read, at least 1; each has a state of the record with it. Fewer are the last ones.
    package func query(after version: Int64, atMost count: Int, of id: UUID, by user: UUID) -> Statement {
        """
        SELECT \(columns), \(storage.before) FROM \(table)
        WHERE \(row(id, user)) AND version > \(version) ORDER BY version LIMIT \(count + 1)
        """
    }

    /// The changes in rows that ``query(after:atMost:of:by:)`` gave, each with the record as it left it.
    /// - Parameters:
    ///   - present: The record as it is, read in the same snapshot of the database.
    ///   - count: As in the query.
    /// - Returns: Nil when a state between them is no longer kept.
    package func changes(
        _ rows: [Row],
        of present: Record,
        atMost count: Int,
        with key: DataKey? = nil
    ) throws -> [(Record, Revision)]? {
        // A change leaves what the next one finds, and the latest one leaves the present.
        let states = try rows.dropFirst().map { try state(before: $0, with: key) }
        let left = rows.count > count ? states : states + [present]
        var changes: [(Record, Revision)] = []
        for (state, row) in zip(left, rows) {
            guard let state else { return nil }
            changes.append((state, try revision(row, with: key)))
        }
        return changes
    }

    private var columns: Statement {
        """
        user_id, \(record) AS record_id, version, made_at, undoes, undone_by, \(automatic) AS is_automatic,
            \(storage.changes)
        """
    }

    private func row(_ id: UUID, _ user: UUID) -> Statement { "user_id = \(user) AND \(record) = \(id)" }

    private func state(before row: Row, with key: DataKey?) throws -> Record? {
        try storage.before(in: row, at: RevisionPlace(row), with: key).map(Record.init(snapshot:))
    }

    private func revision(_ row: Row, with key: DataKey?) throws -> Revision {
        Revision(
            version: try row["version"],
            madeAt: try row["made_at"],
            changes: try storage.changes(in: row, at: RevisionPlace(row), with: key),
            undoes: try row["undoes"],
            undoneBy: try row["undone_by"],
            isAutomatic: try row["is_automatic"]
        )
    }
}

extension StatusReason {
    /// The record has no change that can be undone.
    package static let nothingToUndo: StatusReason = "NOTHING_TO_UNDO"
}
