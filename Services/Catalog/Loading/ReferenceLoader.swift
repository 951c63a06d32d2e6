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
    private static let lock: Int64 = 0x4c41_5244_4552_5244

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
            try await connection.execute("SELECT pg_advisory_xact_lock(\(Self.lock))")
            let present = try await ReferenceLoader.checksums(connection)
            guard present != wanted else { return .unchanged }
            try await connection.pipeline(statements)
            return .loaded
        }
    }

    /// The checksums of the files loaded last, by name.
    static func checksums(_ connection: PostgresConnection) async throws -> [String: [UInt8]] {
        let rows = try await connection.query("SELECT name, sha256 FROM reference_files")
        return try Dictionary(uniqueKeysWithValues: rows.map { (try $0["name"], try $0["sha256"]) })
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
