import Foundation
import Postgres
import PostgresTestSupport
import Testing

@Suite("Migrating a schema", .timeLimit(.minutes(5)))
struct MigratorTests {
    private let first = ("0001_stores.sql", "CREATE TABLE shop.stores (id int); INSERT INTO shop.stores VALUES (1);")
    private let second = ("0002_items.sql", "CREATE TABLE shop.items (id int);")

    private func withSchema(_ body: (PostgresPool) async throws -> Void) async throws {
        try await TestDatabase.withPool { pool in
            try await pool.execute("CREATE SCHEMA shop")
            try await body(pool)
        }
    }

    @discardableResult
    private func migrate(_ pool: PostgresPool, _ files: [(String, String)]) async throws -> Migrator.Outcome {
        let migrations = try files.map { try Migration(name: $0.0, sql: $0.1) }
        let logger = TestDatabase.quietLogger
        return try await Migrator(pool: pool, schema: "shop", migrations: migrations, logger: logger).run()
    }

    @Test("applies what is new, in order, and nothing twice")
    func fresh() async throws {
        try await withSchema { pool in
            #expect(try await migrate(pool, [first]).applied == ["0001_stores"])
            #expect(try await migrate(pool, [second, first]).applied == ["0002_items"])
            #expect(try await migrate(pool, [first, second]).applied.isEmpty)
            #expect(try await pool.query("SELECT id FROM shop.stores").count == 1)
            let records = try await pool.query("SELECT name, checksum FROM shop.schema_migrations ORDER BY version")
            #expect(try records.map { try $0["name"] as String } == ["0001_stores", "0002_items"])
            #expect(try (records[0]["checksum"] as String).count == 64)
        }
    }

    @Test("names what is pending, and changes nothing")
    func pending() async throws {
        try await withSchema { pool in
            func pending() async throws -> [String] {
                let migrations = try [first, second].map { try Migration(name: $0.0, sql: $0.1) }
                let logger = TestDatabase.quietLogger
                return try await Migrator(pool: pool, schema: "shop", migrations: migrations, logger: logger).pending()
            }
            #expect(try await pending() == ["0001_stores", "0002_items"])
            #expect(try await pending() == ["0001_stores", "0002_items"])
            try await migrate(pool, [first])
            #expect(try await pending() == ["0002_items"])
            try await migrate(pool, [first, second])
            #expect(try await pending() == [])
            try await pool.execute("UPDATE shop.schema_migrations SET checksum = 'x' WHERE version = 1")
            let error = await #expect(throws: PostgresError.self) { try await pending() }
            #expect(error?.code == .migration)
        }
    }

    @Test("rejects a migration that was changed after it had been applied")
    func changed() async throws {
        try await withSchema { pool in
            try await migrate(pool, [first])
            let error = await #expect(throws: PostgresError.self) {
                try await migrate(pool, [(first.0, first.1 + " "), second])
            }
            #expect(error?.code == .migration)
            #expect(error?.message.contains("0001_stores") == true)
            #expect(try await pool.query("SELECT to_regclass('shop.items') IS NULL AS none")[0]["none"] as Bool)
        }
    }

    @Test(
        "rejects numbers that are missing, repeated or unreadable",
        arguments: [
            (["0001_a.sql", "0003_c.sql"], "Migration 2 is missing: 0003_c comes next"),
            (["0002_b.sql"], "Migration 1 is missing: 0002_b comes next"),
            (["0001_a.sql", "0001_b.sql"], "The migrations 0001_a and 0001_b have the same number"),
            (["first.sql"], "The migration first.sql must be named like 0001_what_it_does.sql"),
        ]
    )
    func numbers(names: [String], message: String) async throws {
        let configuration = PostgresConfiguration(host: "/nowhere", user: "u", database: "d")
        let pool = PostgresPool(configuration: configuration, logger: TestDatabase.quietLogger)
        let error = await #expect(throws: PostgresError.self) { try await migrate(pool, names.map { ($0, "") }) }
        #expect(error?.code == .migration)
        #expect(error?.message == message)
    }

    @Test("leaves nothing of a migration that fails, and keeps those before it")
    func failing() async throws {
        try await withSchema { pool in
            let bad = ("0002_bad.sql", "CREATE TABLE shop.half (id int); SELECT * FROM nowhere;")
            let error = await #expect(throws: PostgresError.self) { try await migrate(pool, [first, bad]) }
            #expect(error?.message.contains("0002_bad") == true)
            let row = try await pool.query("SELECT to_regclass('shop.half') IS NULL AS none")[0]
            #expect(try row["none"] as Bool)
            #expect(try await migrate(pool, [first, second]).applied == ["0002_items"])
        }
    }

    @Test("rejects a migration that ends its transaction")
    func committing() async throws {
        try await withSchema { pool in
            let error = await #expect(throws: PostgresError.self) {
                try await migrate(pool, [("0001_commit.sql", "SELECT 1; COMMIT;")])
            }
            #expect(error?.code == .migration)
        }
    }

    @Test("goes on when the database is ahead of the program")
    func ahead() async throws {
        try await withSchema { pool in
            try await migrate(pool, [first, second])
            let outcome = try await migrate(pool, [first])
            #expect(outcome.applied.isEmpty)
            #expect(outcome.unknown == ["0002_items"])
        }
    }

    @Test("by two programs at once happens once")
    func concurrent() async throws {
        try await withSchema { pool in
            let slow = (first.0, "SELECT pg_sleep(0.2); " + first.1)
            async let one = migrate(pool, [slow, second])
            async let other = migrate(pool, [slow, second])
            let applied = try await [one.applied, other.applied]
            #expect(applied.contains([]))
            #expect(applied.contains(["0001_stores", "0002_items"]))
            #expect(try await pool.query("SELECT id FROM shop.stores").count == 1)
        }
    }

    @Test("reads the files of a directory")
    func directory() async throws {
        let path = FileManager.default.temporaryDirectory.path + "/larder-migrations-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        for (name, sql) in [second, first, ("README.md", "")] {
            try sql.write(toFile: path + "/" + name, atomically: true, encoding: .utf8)
        }
        #expect(try Migration.load(directory: path).map(\.name) == ["0001_stores", "0002_items"])
        let error = #expect(throws: PostgresError.self) { try Migration.load(directory: path + "/none") }
        #expect(error?.code == .migration)
    }
}
