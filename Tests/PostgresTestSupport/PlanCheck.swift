package import Foundation
package import Postgres

/// Checks that what a service does for one user reads the rows of that user alone, however many others there are.
///
/// There are ``others``, each with a copy of every row that one person has. A call then must neither read a table with rows of
/// users, or an index of one, from end to end, nor as many rows as only others have.
package final class PlanCheck {
    /// How many others there are.
    package static let others = 10_000
    /// So many rows of a table are not the caller's alone.
    private static let foreignRows = 1_000

    /// What is wrong.
    package private(set) var problems: [String] = []
    private var calls: Set<String> = []
    private let administrator: PostgresPool
    private let tables: [String]

    private init(_ administrator: PostgresPool, _ tables: [String]) {
        self.administrator = administrator
        self.tables = tables
    }

    /// Runs `body` with a check of calls in the schema of `pool`.
    ///
    /// Tables that a copied person has no row in are problems: with them, a call that reads all would not be noticed.
    /// - Parameters:
    ///   - pool: Connects to the service's schema. Its connections end before and after each call.
    ///   - owners: The tables whose rows belong to users, with the column that says to whom. Those with a column `user_id`
    ///     need not be named.
    ///   - person: Whose rows are copied.
    /// - Returns: What is wrong.
    package static func problems(
        in pool: PostgresPool,
        owners: [String: String] = [:],
        othersLike person: UUID,
        _ body: (PlanCheck) async throws -> Void
    ) async throws -> [String] {
        let others = try await OtherPeople(in: pool, owners: owners, like: person)
        let outcome = await Result<[String], any Error>.of {
            let check = PlanCheck(others.administrator, others.tables)
            check.problems = try await others.add(PlanCheck.others).map { "there are no rows of others in \($0)" }
            try await others.setScans(areAllowed: false)
            // Else what copying has read shows later, as if a call had read it.
            try await others.administrator.execute("SELECT pg_stat_force_next_flush()")
            try await body(check)
            return check.problems
        }
        try await others.setScans(areAllowed: true)
        await others.administrator.close()
        return try outcome.get()
    }

    /// Makes a call and notes what is wrong with what it reads.
    /// - Parameter name: The method's name, and what makes the call another one than those before.
    @discardableResult
    package func call<Answer>(_ name: String, _ body: () async throws -> Answer) async throws -> Answer {
        calls.insert(String(name.prefix(while: \.isLetter)))
        let before = try await ReadCounters(of: tables, administrator)
        let answer = try await body()
        let after = try await ReadCounters(of: tables, administrator)
        let read = after.since(before)
        problems += read.scannedTables.map { "\(name) reads \($0) from end to end" }
        problems += read.scannedIndexes.map { "\(name) reads the index \($0) from end to end" }
        problems += read.tables.filter { $0.value.rows >= Self.foreignRows }.keys.sorted()
            .map { "\(name) reads rows of others in \($0)" }
        return answer
    }

    /// The methods of which there was no call.
    package func uncalled(of methods: Set<String>) -> [String] { methods.subtracting(calls).sorted() }
}

/// What was read of tables, and of their indexes.
private struct ReadCounters {
    struct Table {
        /// How often it was read from end to end.
        var scans = 0
        /// How many rows were read.
        var rows = 0
        /// How many rows were written into indexes.
        var writes = 0
    }

    struct Index {
        var table: String
        var scans = 0
        /// How many of its pages were read; one that was read twice counts twice.
        var reads = 0
        /// How many pages it has.
        var pages = 0
    }

    var tables: [String: Table] = [:]
    var indexes: [String: Index] = [:]

    /// What was counted until now.
    init(of names: [String], _ administrator: PostgresPool) async throws {
        // What a connection has counted shows at its end, at the latest.
        try await administrator.execute(
            """
            SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """
        )
        let counted = try await administrator.pipeline([
            """
            SELECT relname::text AS name, seq_scan AS scans, seq_tup_read + coalesce(idx_tup_fetch, 0) AS rows,
                n_tup_ins + n_tup_upd - n_tup_hot_upd AS writes
            FROM pg_stat_user_tables WHERE schemaname = current_schema() AND relname = ANY(\(names))
            """,
            """
            SELECT relname::text AS table, indexrelname::text AS name, idx_scan AS scans,
                idx_blks_read + idx_blks_hit AS reads,
                pg_relation_size(indexrelid) / current_setting('block_size')::bigint AS pages
            FROM pg_stat_user_indexes JOIN pg_statio_user_indexes USING (relid, indexrelid, schemaname, relname, indexrelname)
            WHERE schemaname = current_schema() AND relname = ANY(\(names))
            """,
        ])
        for row in counted[0] {
            tables[try row["name"]] = Table(
                scans: try row["scans"],
                rows: try row["rows"],
                writes: try row["writes"]
            )
        }
        for row in counted[1] {
            indexes[try row["name"]] = Index(
                table: try row["table"],
                scans: try row["scans"],
                reads: try row["reads"],
                pages: try row["pages"]
            )
        }
    }

    /// What was read in between; the sizes of indexes stay.
    func since(_ before: ReadCounters) -> ReadCounters {
        var since = self
        for (name, table) in before.tables {
            since.tables[name]?.scans -= table.scans
            since.tables[name]?.rows -= table.rows
            since.tables[name]?.writes -= table.writes
        }
        for (name, index) in before.indexes {
            since.indexes[name]?.scans -= index.scans
            since.indexes[name]?.reads -= index.reads
        }
        return since
    }

    /// The tables that were read from end to end.
    var scannedTables: [String] { tables.filter { $0.value.scans > 0 }.keys.sorted() }

    /// The indexes that were read from end to end, as for a condition that leaves out their first column. Each scan for some rows, and
    /// each row that is written, reads a few pages; those of a small index are too few to tell.
    var scannedIndexes: [String] {
        indexes.filter { _, index in
            let usual = 4 * index.scans + 6 * (tables[index.table]?.writes ?? 0)
            return index.pages >= 40 && index.reads - usual >= index.pages / 2
        }.keys.sorted()
    }
}
