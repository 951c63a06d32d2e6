package import CoreMetrics
package import Foundation
package import Postgres
package import RPC

/// The history of records of one kind: every change is a row with the state before it, so that it can be taken back exactly.
///
/// The service makes the table; its columns are `user_id`, one with the record's id, `version`, `made_at`, `changes`,
/// `before`, `undoes`, `undone_by` and one that marks the service's own changes. The latest ``limit`` changes can be taken
/// back; of older ones only the lines stay.
package struct Revisions<Record: RevisedRecord>: Sendable {
    private let table: Statement
    private let record: Statement
    private let automatic: Statement
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
    ///   - noun: What a record is called in sentences for its owner.
    ///   - limit: How many changes back a record can be taken.
    package init(
        _ table: String,
        record: String,
        automatic: String = "automatic",
        noun: LocalizedText,
        limit: Int64 = 200,
        metrics: any MetricsFactory = MetricsSystem.factory
    ) {
        self.table = "\(identifier: table)"
        self.record = "\(identifier: record)"
        self.automatic = "\(identifier: automatic)"
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
    package func recording(
        _ cause: RevisionCause,
        before: Record,
        version: Int64,
        changes: [String],
        at time: Date,
        of user: UUID
    ) throws -> [Statement] {
        let (undone, isAutomatic): (Int64?, Bool) =
            switch cause {
            case .owner: (nil, false)
            case .undo(let version): (version, false)
            case .automatic: (nil, true)
            }
        counters[isAutomatic ? "automatic" : undone == nil ? "owner" : "undo"]?.increment()
        var statements: [Statement] = [
            """
            INSERT INTO \(table) (user_id, \(record), version, made_at, changes, before, undoes, \(automatic))
            VALUES (
                \(user), \(before.id), \(version), \(time), \(changes), \(try before.snapshot()), \(undone),
                \(isAutomatic)
            )
            """
        ]
        if let undone {
            statements.append(
                "UPDATE \(table) SET undone_by = \(version) WHERE \(row(before.id, user)) AND version = \(undone)"
            )
        } else {
            statements.append(
                """
                UPDATE \(table) SET before = NULL
                WHERE \(row(before.id, user)) AND before IS NOT NULL AND version <= \(version - limit)
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
        in connection: PostgresConnection,
        _ change: (Record) throws -> Record
    ) async throws -> Record? {
        let rows = try await connection.query(
            "SELECT version, before FROM \(table) WHERE \(row(id, user)) AND before IS NOT NULL ORDER BY version"
        )
        var oldest: Record?
        var statements: [Statement] = []
        for each in rows {
            let former = try Record(snapshot: try each["before"])
            let changed = try change(former)
            oldest = oldest ?? changed
            guard changed != former else { continue }
            let version: Int64 = try each["version"]
            statements.append(
                """
                UPDATE \(table) SET before = \(try changed.snapshot())
                WHERE \(row(id, user)) AND version = \(version)
                """
            )
        }
        if !statements.isEmpty { try await connection.pipeline(statements) }
        return oldest
    }

    // MARK: Reading

    /// The latest change of a record's owner that stands, and the record before it.
    /// - Throws: FAILED_PRECONDITION when there is nothing to take back.
    package func latest(
        of id: UUID,
        by user: UUID,
        in connection: PostgresConnection
    ) async throws -> (Revision, before: Record) {
        let rows = try await connection.query(
            """
            SELECT \(columns), before FROM \(table)
            WHERE \(row(id, user)) AND undoes IS NULL AND undone_by IS NULL AND NOT \(automatic)
            ORDER BY version DESC LIMIT 1
            """
        )
        guard let found = rows.first else {
            throw Status(.failedPrecondition, .services.nothingToUndo(what: noun), reason: .nothingToUndo)
        }
        guard let snapshot: [UInt8] = try found["before"] else {
            throw Status(
                .failedPrecondition,
                .services.stepsTooOld(what: noun),
                reason: .nothingToUndo
            )
        }
        return (try Revision(found), try Record(snapshot: snapshot))
    }

    /// What asks for a page of a record's history, newest first; ``page(_:of:)`` reads its rows.
    package func query(_ page: Page<RevisionKey>, of id: UUID, by user: UUID) -> Statement {
        """
        SELECT \(columns) FROM \(table)
        WHERE \(row(id, user)) AND version < \(page.after?.number ?? .max)
        ORDER BY version DESC LIMIT \(page.rowLimit)
        """
    }

    /// The page in rows that ``query(_:of:by:)`` gave, and the token of the next one; nil at the end.
    package func page(_ rows: [Row], of page: Page<RevisionKey>) throws -> ([Revision], next: String?) {
        try page.entries(in: rows, key: { RevisionKey(try $0["version"]) }, Revision.init)
    }

    /// The changes after a version, the oldest first, each with the record as it left it.
    /// - Parameters:
    ///   - present: The record as it is, read in the same snapshot of the database.
    ///   - count: The most changes to read, at least 1; each has a state of the record with it. Fewer are the last ones.
    ///   - connection: In a repeatable read.
    /// - Returns: Nil when a state between them is no longer kept.
    package func changes(
        of present: Record,
        after version: Int64,
        atMost count: Int,
        by user: UUID,
        in connection: PostgresConnection
    ) async throws -> [(Record, Revision)]? {
        let rows = try await connection.query(
            """
            SELECT \(columns), before FROM \(table)
            WHERE \(row(present.id, user)) AND version > \(version) ORDER BY version LIMIT \(count + 1)
            """
        )
        // A change leaves what the next one finds, and the latest one leaves the present.
        let states = try rows.dropFirst().map { row in try (row["before"] as [UInt8]?).map(Record.init(snapshot:)) }
        let left = rows.count > count ? states : states + [present]
        var changes: [(Record, Revision)] = []
        for (state, row) in zip(left, rows) {
            guard let state else { return nil }
            changes.append((state, try Revision(row)))
        }
        return changes
    }

    private var columns: Statement {
        "version, made_at, changes, undoes, undone_by, \(automatic) AS is_automatic"
    }

    private func row(_ id: UUID, _ user: UUID) -> Statement { "user_id = \(user) AND \(record) = \(id)" }
}

extension Revision {
    fileprivate init(_ row: Row) throws {
        self.init(
            version: try row["version"],
            madeAt: try row["made_at"],
            changes: try row["changes"],
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
