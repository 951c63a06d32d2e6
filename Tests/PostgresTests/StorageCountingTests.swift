import Foundation
import Foundations
import Postgres
import PostgresTestSupport
import Testing

@Suite("Counting of what users store", .timeLimit(.minutes(5)))
struct StorageCountingTests {
    private static let tables = """
        CREATE TABLE notes (
            user_id uuid, id int NOT NULL, title text, photo bytea, UNIQUE (user_id, id)
        );
        CREATE TABLE lines (
            user_id uuid NOT NULL, note int NOT NULL, text text NOT NULL,
            FOREIGN KEY (user_id, note) REFERENCES notes (user_id, id) ON DELETE CASCADE
        );
        CREATE TABLE rates (day date, rate text);
        """

    /// Runs `body` with a migrated schema, and what migrates it again.
    private func withSchema(
        _ body: (
            _ pool: PostgresPool, _ owner: PostgresPool, _ migrateAgain: () async throws -> Void
        ) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/larder-migrations-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(Self.tables.utf8).write(to: URL(filePath: folder + "/0002_notes.sql"))
        try await TestDatabase.withService("shop", migrations: folder) { pool, owner in
            let schema = try #require(owner.configuration.schema)
            try await body(pool, owner) {
                try await ServiceSchema.migrate(
                    schema,
                    folder: folder,
                    with: owner,
                    logger: TestDatabase.quietLogger
                )
            }
        }
    }

    private func used(by user: UUID, in pool: PostgresPool) async throws -> Int64? {
        try await pool.query("SELECT bytes FROM storage_use WHERE user_id = \(user)").first.map { try $0["bytes"] }
    }

    @Test("follows rows that are added, changed, removed, and removed with others, for each user")
    func changes() async throws {
        try await withSchema { pool, _, _ in
            let (ada, bob) = (UUID(), UUID())
            let photo = [UInt8](repeating: 7, count: 100_000)
            try await pool.execute(
                """
                INSERT INTO notes VALUES (\(ada), 1, 'four', \(photo)), (\(ada), 2, NULL, NULL), (\(bob), 1, 'é', NULL),
                    (NULL, 9, 'nobody''s', NULL)
                """
            )
            #expect(try await used(by: ada, in: pool) == 100_204)
            #expect(try await used(by: bob, in: pool) == 102)
            try await pool.execute("INSERT INTO lines VALUES (\(ada), 1, 'ab'), (\(ada), 1, 'c'), (\(bob), 1, 'd')")
            #expect(try await used(by: ada, in: pool) == 100_407)
            try await pool.execute("UPDATE notes SET title = 'fourteen'")
            #expect(try await used(by: ada, in: pool) == 100_419)
            #expect(try await used(by: bob, in: pool) == 209)
            try await pool.execute("UPDATE notes SET user_id = \(bob), id = 3 WHERE user_id = \(ada) AND id = 2")
            #expect(try await used(by: bob, in: pool) == 317)
            try await pool.execute("DELETE FROM notes WHERE user_id = \(ada)")
            #expect(try await used(by: ada, in: pool) == 0)
            #expect(try await pool.query("SELECT FROM storage_use").count == 2)
        }
    }

    @Test("holds together with what it counts: a transaction that is rolled back counts nothing")
    func rollback() async throws {
        struct Failure: Error {}
        try await withSchema { pool, _, _ in
            let user = UUID()
            await #expect(throws: Failure.self) {
                try await pool.transaction { connection in
                    try await connection.execute("INSERT INTO notes VALUES (\(user), 1, 'four', NULL)")
                    throw Failure()
                }
            }
            let counted = try await used(by: user, in: pool)
            #expect(counted == nil)
        }
    }

    @Test("begins with what is there, and begins anew when a table gets another text")
    func present() async throws {
        try await withSchema { pool, owner, migrateAgain in
            let user = UUID()
            try await owner.execute("ALTER TABLE notes DISABLE TRIGGER USER")
            try await owner.execute("ALTER TABLE notes ADD COLUMN body text")
            try await owner.execute("INSERT INTO notes VALUES (\(user), 1, 'four', NULL, 'ninety')")
            let counted = try await used(by: user, in: pool)
            #expect(counted == nil)
            try await owner.execute("ALTER TABLE notes ENABLE TRIGGER USER")
            try await migrateAgain()
            #expect(try await used(by: user, in: pool) == 110)
            try await pool.execute("UPDATE notes SET body = 'one' WHERE user_id = \(user)")
            try await migrateAgain()
            #expect(try await used(by: user, in: pool) == 107)
        }
    }
}
