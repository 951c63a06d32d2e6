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
        try await pool.query(
            """
            SELECT sum(bytes)::bigint AS bytes FROM (TABLE storage_use UNION ALL TABLE storage_changes) AS stored
            WHERE user_id = \(user)
            """
        )[0]["bytes"]
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
        }
    }

    @Test("lets nobody wait: two transactions change rows of one user at the same time")
    func concurrent() async throws {
        try await withSchema { pool, _, _ in
            let user = UUID()
            try await pool.transaction { connection in
                try await connection.execute("INSERT INTO notes VALUES (\(user), 1, 'four', NULL)")
                try await pool.transaction { other in
                    try await other.execute("SET LOCAL lock_timeout = '1s'")
                    try await other.execute("INSERT INTO notes VALUES (\(user), 2, 'two', NULL)")
                }
            }
            #expect(try await used(by: user, in: pool) == 207)
        }
    }

    @Test("adds up what has changed, which waits for nobody")
    func merged() async throws {
        try await withSchema { pool, _, _ in
            let (ada, bob) = (UUID(), UUID())
            for id in 1...3 as ClosedRange<Int32> {
                try await pool.execute("INSERT INTO notes VALUES (\(ada), \(id), 'four', NULL)")
            }
            try await pool.execute("INSERT INTO notes VALUES (\(bob), 1, 'four', NULL)")
            #expect(Set(try await StorageCounting.users(storing: 104, in: pool)) == [ada, bob])
            try await pool.transaction { connection in
                try await connection.execute("INSERT INTO notes VALUES (\(ada), 4, 'four', NULL)")
                try await StorageCounting.merge(in: pool)
                #expect(try await pool.query("SELECT FROM storage_changes").isEmpty)
                #expect(try await StorageCounting.users(storing: 312, in: pool) == [ada])
            }
            #expect(try await StorageCounting.users(storing: 416, in: pool) == [ada])
            try await StorageCounting.merge(in: pool)
            #expect(try await pool.query("SELECT FROM storage_use").count == 2)
            #expect(try await used(by: ada, in: pool) == 416)
            #expect(try await StorageCounting.users(storing: 417, in: pool).isEmpty)
        }
    }

    @Test("of an erased user is gone, also when changes would be added up meanwhile")
    func erased() async throws {
        try await withSchema { pool, _, _ in
            let user = UUID()
            try await pool.execute("INSERT INTO notes VALUES (\(user), 1, 'four', NULL)")
            try await StorageCounting.merge(in: pool)
            try await pool.execute("INSERT INTO notes VALUES (\(user), 2, 'four', NULL)")
            try await pool.transaction { connection in
                try await connection.execute("DELETE FROM notes WHERE user_id = \(user)")
                try await connection.pipeline(StorageCounting.erasure(of: user))
                try await StorageCounting.merge(in: pool)
            }
            try await StorageCounting.merge(in: pool)
            #expect(try await used(by: user, in: pool) == nil)
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

    @Test("goes on with the triggers of the former release, which count in the sum itself, and with these again")
    func formerTriggers() async throws {
        try await withSchema { pool, owner, migrateAgain in
            let user = UUID()
            try await pool.execute("INSERT INTO notes VALUES (\(user), 1, 'four', NULL)")
            try await owner.withConnection {
                try await $0.executeScript(
                    """
                    CREATE OR REPLACE FUNCTION count_storage_of_notes() RETURNS trigger LANGUAGE plpgsql
                        SET search_path FROM CURRENT AS $count$BEGIN
                            INSERT INTO storage_use AS used (user_id, bytes)
                                SELECT user_id, count(*) * 104 FROM new_rows GROUP BY user_id
                                ON CONFLICT (user_id) DO UPDATE SET bytes = used.bytes + EXCLUDED.bytes;
                            RETURN NULL;
                        END$count$;
                    """
                )
            }
            for id in 2...3 as ClosedRange<Int32> {
                try await pool.execute("INSERT INTO notes VALUES (\(user), \(id), 'four', NULL)")
            }
            #expect(try await used(by: user, in: pool) == 312)
            try await migrateAgain()
            try await pool.execute("INSERT INTO notes VALUES (\(user), 4, 'four', NULL)")
            #expect(try await used(by: user, in: pool) == 416)
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
