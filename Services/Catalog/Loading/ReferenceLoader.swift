import Foundation
import Logging
import Postgres

/// Updates the reference data in the schema when the files have changed.
struct ReferenceLoader: Sendable {
    /// The outcome of a run.
    enum Outcome: Sendable {
        case unchanged
        case loaded
    }

    /// The notification channel for changed reference data.
    static let channel = "larder_catalog_reference"
    // "LARDERRD" in ASCII. Advisory locks are per database, so collisions with other users are unlikely.
    private static let lockKey: Int64 = 0x4c41_5244_4552_5244

    let files: ReferenceFiles
    let pool: PostgresPool
    let log: Logger

    /// Loads changes in one transaction. Of several programs that start at once, one loads and the others wait.
    @discardableResult
    func run() async throws -> Outcome {
        if try await loadedChecksums() == files.checksums { return .unchanged }
        var statements: [Statement] = []
        let data = try files.parsed()
        for table in ReferenceTable.all(of: data) { statements += try table.statements() }
        statements += data.securityStatements(at: Date())
        statements += records
        let outcome = try await load(statements)
        if outcome == .loaded { log.notice("reference data loaded") }
        return outcome
    }

    private func loadedChecksums() async throws -> [String: [UInt8]] {
        try await pool.withConnection { try await ReferenceLoader.checksums($0) }
    }

    private func load(_ statements: [Statement]) async throws -> Outcome {
        let wanted = files.checksums
        return try await pool.transaction { connection -> Outcome in
            try await Self.lock(connection)
            let present = try await ReferenceLoader.checksums(connection)
            guard present != wanted else { return .unchanged }
            try await connection.pipeline(statements)
            return .loaded
        }
    }

    /// Has other changes of reference data wait for the end of the transaction.
    static func lock(_ connection: PostgresConnection) async throws {
        try await connection.execute("SELECT pg_advisory_xact_lock(\(lockKey))")
    }

    /// The checksums of the files loaded last, by name.
    static func checksums(_ connection: PostgresConnection) async throws -> [String: [UInt8]] {
        let rows = try await connection.query("SELECT name, sha256 FROM reference_files")
        return try Dictionary(uniqueKeysWithValues: rows.map { (try $0["name"], try $0["sha256"]) })
    }

    /// What the reference data in the schema are: the files loaded last, and what operators changed since then.
    struct Version: Equatable, Sendable {
        var checksums: [String: [UInt8]] = [:]
        /// The number of an operator's latest act in a table that instances hold in memory; 0 before the first.
        var act: Int64 = 0
    }

    /// The version of the reference data in the schema.
    static func version(_ connection: PostgresConnection) async throws -> Version {
        let rows = try await connection.query(
            """
            SELECT coalesce(max(number), 0) AS act FROM reference_acts
            WHERE table_name IN ('stores', 'eateries', 'tax_rates')
            """
        )
        return Version(checksums: try await checksums(connection), act: try rows[0]["act"])
    }

    private var records: [Statement] {
        let names = files.checksums.keys.sorted()
        let record = names.map { name -> Statement in
            """
            INSERT INTO reference_files (name, sha256) VALUES (\(name), \(files.checksums[name] ?? []))
            ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256, loaded_at = now()
            """
        }
        return ["DELETE FROM reference_files WHERE name <> ALL(\(names))"] + record
            + ["SELECT pg_notify(\(Self.channel), '')"]
    }
}
