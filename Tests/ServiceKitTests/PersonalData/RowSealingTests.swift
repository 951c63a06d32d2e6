import Foundation
import Foundations
import Postgres
import PostgresTestSupport
import Testing

@testable import ServiceKit

@Suite("Encrypting the rows of a table", .timeLimit(.minutes(5)))
struct RowSealingTests {
    private static let tables = """
        CREATE TABLE words (user_id uuid, id bigint, word text CHECK (word <> 'forbidden'), PRIMARY KEY (user_id, id));
        CREATE TABLE former_words (user_id uuid, id bigint, word text, PRIMARY KEY (user_id, id));
        """

    private struct Unreadable: Error {}

    private struct Setting {
        let pool: PostgresPool
        let keys: PersonKeys

        init(_ pool: PostgresPool) throws {
            self.pool = pool
            keys = PersonKeys(in: pool, masterKeys: try masterKeys(1))
        }

        func add(_ word: String, _ ids: ClosedRange<Int>, of user: UUID) async throws {
            try await pool.execute(
                """
                INSERT INTO words
                SELECT \(user), id, \(word) FROM generate_series(\(Int64(ids.lowerBound)), \(Int64(ids.upperBound))) AS id
                """
            )
        }

        /// Writes capitals in place of encrypted words; "broken" can't be read, and the database rejects "rejected".
        func rows(_ batchSize: Int) -> RowSealing {
            RowSealing("words", keys: keys, in: pool, batchSize: batchSize) { last, limit in
                let after: Statement =
                    try last.map { "AND (user_id, id) > (\(try $0["person_id"] as UUID), \(try $0["id"] as Int64))" }
                    ?? ""
                return """
                    SELECT user_id AS person_id, id, word FROM words WHERE word <> upper(word) \(after)
                    ORDER BY user_id, id LIMIT \(limit) FOR UPDATE SKIP LOCKED
                    """
            } changes: { row, _ in
                let (user, id, word): (UUID, Int64, String) = (try row["person_id"], try row["id"], try row["word"])
                if word == "broken" { throw Unreadable() }
                if word == "finished" { return [] }
                let new = word == "rejected" ? "forbidden" : word.uppercased()
                return ["UPDATE words SET word = \(new) WHERE user_id = \(user) AND id = \(id)"]
            }
        }

        func count(of word: String) async throws -> Int {
            try await pool.query("SELECT count(*) AS count FROM words WHERE word = \(word)")[0]["count"]
        }
    }

    @Test("leaves out those that can't be, wherever they are, and counts them", arguments: [1, 2, 7, 200])
    func failures(batchSize: Int) async throws {
        try await TestSchema.with(Self.tables) { pool in
            let setting = try Setting(pool)
            let user = UUID()
            try await setting.add("broken", 1...1, of: user)
            try await setting.add("plain", 2...9, of: user)
            try await setting.add("rejected", 10...11, of: user)
            try await setting.add("plain", 12...20, of: user)
            try await setting.add("finished", 21...22, of: user)
            try await setting.add("rejected", 23...23, of: user)
            let count = try await setting.rows(batchSize).run()
            #expect(count.changed == 17)
            #expect(count.failed == ["words": 4])
            let failure = #expect(throws: SealingFailure.self) { try count.finish() }
            #expect(failure?.description == "rows can't be encrypted: 4 of words")
            #expect(try await setting.count(of: "PLAIN") == 17)
            #expect(try await setting.count(of: "rejected") == 3)
        }
    }

    @Test("takes a batch in one transaction, and goes on behind it")
    func batches() async throws {
        try await TestSchema.with(Self.tables) { pool in
            let setting = try Setting(pool)
            for user in [UUID(), UUID()] { try await setting.add("plain", 1...5, of: user) }
            let rows = setting.rows(4)
            let first = try await rows.next(after: nil)
            #expect(first.count.changed == 4 && first.last != nil)
            #expect(try await setting.count(of: "PLAIN") == 4)
            let second = try await rows.next(after: first.last)
            let third = try await rows.next(after: second.last)
            #expect(second.count.changed == 4 && third.count.changed == 2 && third.last == nil)
            #expect(try await pool.query("SELECT 1 FROM person_keys").count == 2)
        }
    }

    @Test("waits for nobody who has locked a row, and makes no key for them")
    func locked() async throws {
        try await TestSchema.with(Self.tables) { pool in
            let setting = try Setting(pool)
            let (ada, grace) = (UUID(), UUID())
            for user in [ada, grace] { try await setting.add("plain", 1...3, of: user) }
            try await pool.transaction { connection in
                try await connection.execute("DELETE FROM words WHERE user_id = \(ada)")
                #expect(try await setting.rows(2).run().changed == 3)
            }
            let people = try await pool.query("SELECT user_id FROM person_keys").map { try $0["user_id"] as UUID }
            #expect(people == [grace])
        }
    }

    @Test("fails as a whole where the database does, and then counts nothing as unreadable")
    func outage() async throws {
        try await TestSchema.with(Self.tables) { pool, owner in
            let setting = try Setting(pool)
            try await setting.add("plain", 1...3, of: UUID())
            try await owner.execute("ALTER TABLE person_keys RENAME TO hidden_keys")
            await #expect(throws: PostgresError.self) { try await setting.rows(2).run() }
            #expect(try await setting.count(of: "plain") == 3)
        }
    }

    // MARK: The end of former versions' values

    @Test("is recorded once nothing is left in any of the columns, for each of them, and once")
    func ends() async throws {
        try await TestSchema.with(Self.tables) { pool in
            let setting = try Setting(pool)
            let columns = ["words", "former_words"].map { FormerValues($0, "word", where: "word = 'plain'") }
            try await setting.add("plain", 1...1, of: UUID())
            try await FormerValues.recordEnd(of: columns, in: pool)
            #expect(try await FormerValues.open(columns, in: pool).count == 2)
            // One that moves between the tables is in one of them.
            try await pool.execute(
                "WITH gone AS (DELETE FROM words RETURNING *) INSERT INTO former_words SELECT * FROM gone"
            )
            try await FormerValues.recordEnd(of: columns, in: pool)
            #expect(try await FormerValues.open(columns, in: pool).count == 2)
            try await pool.execute("UPDATE former_words SET word = 'PLAIN'")
            for _ in 1...2 { try await FormerValues.recordEnd(of: columns, in: pool) }
            #expect(try await FormerValues.open(columns, in: pool).isEmpty)
            let other = FormerValues("words", "other", where: "true")
            #expect(try await FormerValues.open(columns + [other], in: pool).map(\.column) == ["other"])
        }
    }

    @Test("leaves empty texts readable where a column keeps them, and nothing else")
    func empty() async throws {
        try await TestSchema.with("CREATE TABLE notes (user_id uuid, text text, text_sealed bytea);") { pool in
            let column = SealedColumn("notes", "text", key: ["user_id"], keepsEmpty: true)
            let former = try #require(column.former)
            for text in ["", "Forged"] {
                try await pool.execute("INSERT INTO notes (user_id, text) VALUES (\(UUID()), \(text))")
            }
            func texts() async throws -> [String?] {
                try await pool.query("SELECT \(column.selection(of: "n")) FROM notes AS n ORDER BY n.text").map {
                    try column.text(in: $0, row: [], with: nil)
                }
            }
            #expect(try await texts() == ["", "Forged"])
            try await FormerValues.recordEnd(of: [former], in: pool)
            #expect(try await texts() == ["", "Forged"])
            try await pool.execute("INSERT INTO sealed_columns VALUES ('notes', 'text')")
            #expect(try await texts() == ["", nil])
        }
    }
}
