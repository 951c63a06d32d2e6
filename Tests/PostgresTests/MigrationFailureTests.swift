import Foundation
import PostgresTestSupport
import Testing

@testable import Postgres

@Suite("A migration that meets trouble", .timeLimit(.minutes(5)))
struct MigrationFailureTests {
    private let first = ("0001_stores", "CREATE TABLE stores (id int);")
    private let second = ("0002_items", "CREATE TABLE items (id int);")

    private func withSchema(
        _ name: String = "shop",
        _ body: (PostgresPool) async throws -> Void
    ) async throws {
        try await TestDatabase.withDatabase { database in
            let pool = database.pool { $0.schema = name }
            try await pool.execute("CREATE SCHEMA \(identifier: name)")
            try await body(pool)
            await pool.close()
        }
    }

    private func migrator(_ pool: PostgresPool, _ files: [(String, String)], schema: String = "shop") throws -> Migrator
    {
        let migrations = try files.map { try Migration(name: $0.0, sql: $0.1) }
        return try Migrator(pool: pool, schema: schema, migrations: migrations, logger: TestDatabase.quietLogger)
    }

    private func heldLocks(_ pool: PostgresPool) async throws -> Int {
        try await pool.query("SELECT count(*) AS count FROM pg_locks WHERE locktype = 'advisory'")[0]["count"]
    }

    @Test("finds a gap in the records and changes nothing")
    func gap() async throws {
        try await withSchema { pool in
            try await migrator(pool, [first, second]).run()
            try await pool.execute("DELETE FROM schema_migrations WHERE version = 1")
            let error = await #expect(throws: PostgresError.self) { try await migrator(pool, [first, second]).run() }
            #expect(error?.code == .migration)
            #expect(error?.message == "The migrations recorded in schema shop have a gap; restore its records")
        }
    }

    @Test("finds no schema to work in")
    func missingSchema() async throws {
        try await TestDatabase.withPool { pool in
            let error = await #expect(throws: PostgresError.self) { try await migrator(pool, [first]).run() }
            #expect(error?.sqlState == "3F000")
            let left = try await heldLocks(pool)
            #expect(left == 0)
        }
    }

    @Test("in the hands of a role that may not create tables says so")
    func missingRight() async throws {
        try await withSchema { pool in
            let role = "reader_" + String(UInt64.random(in: .min ... .max), radix: 36)
            try await pool.execute("CREATE ROLE \(identifier: role) LOGIN PASSWORD 'reader'")
            try await pool.execute("GRANT USAGE ON SCHEMA shop TO \(identifier: role)")
            var configuration = pool.configuration
            configuration.user = role
            configuration.password = "reader"
            let reader = PostgresPool(configuration: configuration, logger: TestDatabase.quietLogger)
            let error = await #expect(throws: PostgresError.self) { try await migrator(reader, [first]).run() }
            #expect(error?.code == .permissionDenied)
            await reader.close()
            try await pool.execute("DROP OWNED BY \(identifier: role)")
            try await pool.execute("DROP ROLE \(identifier: role)")
        }
    }

    @Test("leaves neither its lock nor its limit of time on the connection", arguments: [false, true])
    func cleanConnection(isFailing: Bool) async throws {
        try await TestDatabase.withDatabase { database in
            let pool = database.pool(size: 1) {
                $0.schema = "shop"
                $0.statementTimeout = .seconds(7)
            }
            try await pool.execute("CREATE SCHEMA shop")
            let last = isFailing ? ("0002_bad", "SELECT * FROM nowhere") : second
            if isFailing {
                await #expect(throws: PostgresError.self) { try await migrator(pool, [first, last]).run() }
            } else {
                try await migrator(pool, [first, last]).run()
            }
            #expect(try await heldLocks(pool) == 0)
            #expect(try await pool.query("SHOW statement_timeout")[0]["statement_timeout"] as String == "7s")
            await pool.close()
        }
    }

    @Test("gives up its lock when its task is cancelled, so that the next program goes on")
    func cancelled() async throws {
        try await withSchema { pool in
            let slow = ("0001_slow", "SELECT pg_sleep(600)")
            let migrator = try migrator(pool, [slow])
            let task = Task { try await migrator.run() }
            try await until("the migration sleeps") {
                let sleeping: Statement = """
                    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'
                    """
                return try await pool.query(sleeping).count == 1
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await self.migrator(pool, [first]).run().applied == ["0001_stores"])
        }
    }

    @Test("is not stopped by the limit of time that other statements have")
    func slowMigration() async throws {
        try await TestDatabase.withDatabase { database in
            let pool = database.pool(size: 1) {
                $0.schema = "shop"
                // Enough for the migrator's own statements on a busy machine.
                $0.statementTimeout = .seconds(2)
            }
            try await pool.execute("CREATE SCHEMA shop")
            let outcome = try await migrator(pool, [("0001_slow", "SELECT pg_sleep(3)")]).run()
            #expect(outcome.applied == ["0001_slow"])
            await pool.close()
        }
    }

    @Test("works in a schema whose name has to be quoted")
    func oddSchema() async throws {
        let name = #"Bob's "Ünits" \ shop"#
        try await withSchema(name) { pool in
            let outcome = try await migrator(pool, [first, second], schema: name).run()
            #expect(outcome.applied == ["0001_stores", "0002_items"])
            #expect(try await migrator(pool, [first, second], schema: name).run().applied.isEmpty)
            // Unqualified names in it refer to that schema.
            let row = try await pool.query(
                "SELECT current_schema()::text AS schema, to_regclass('items') IS NOT NULL AS made"
            )
            #expect(try row[0]["schema"] as String == name)
            #expect(try row[0]["made"] as Bool)
        }
    }

    @Test("of two schemas at once does not wait for the other")
    func lockKeys() {
        let names = ["", "a", "b", "ab", "ba", "auth", "budget", "catalog", "ocr", "orders", "notifications"]
        #expect(Set(names.map(Migrator.lockKey)).count == names.count)
        // Every version of the program takes the same lock.
        #expect(Migrator.lockKey("budget") == Migrator.lockKey("budget"))
    }

    @Test("list that is empty makes the record and nothing else")
    func nothing() async throws {
        try await withSchema { pool in
            #expect(try await migrator(pool, []).run() == Migrator.Outcome(applied: [], unknown: []))
            let tables = try await pool.query("SELECT tablename FROM pg_tables WHERE schemaname = 'shop'")
            #expect(try tables.map { try $0["tablename"] as String } == ["schema_migrations"])
        }
    }

    @Test("is read by its number, however it is padded", arguments: ["1_a", "01_a.sql", "0001_a_b.sql", "+1_a"])
    func names(name: String) throws {
        #expect(try Migration(name: name, sql: "").version == 1)
    }

    @Test(
        "without a number or a name is rejected",
        arguments: ["", "0001", "0001.sql", "0_a.sql", "-1_a", "a_1", "1a_b"]
    )
    func misnamed(name: String) {
        let error = #expect(throws: PostgresError.self) { try Migration(name: name, sql: "") }
        #expect(error?.code == .migration)
    }

    @Test("file that is no UTF-8 text is rejected, with its path")
    func unreadable() throws {
        let path = FileManager.default.temporaryDirectory.path + "/larder-migrations-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data([0xff, 0xfe]).write(to: URL(fileURLWithPath: path + "/0001_a.sql"))
        let error = #expect(throws: PostgresError.self) { try Migration.load(directory: path) }
        #expect(error?.message == "The migration \(path)/0001_a.sql can't be read as UTF-8 text")
    }
}
