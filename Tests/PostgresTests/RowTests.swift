import Postgres
import PostgresTestSupport
import Testing

@Suite("A row", .timeLimit(.minutes(5)))
struct RowTests {
    @Test("names its columns in order, and the first of two with one name counts")
    func columns() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            let row = try await pool.query("SELECT 1 AS b, 2 AS a, 3 AS b")[0]
            #expect(row.columnNames == ["b", "a", "b"])
            #expect(try row["b"] as Int == 1)
            #expect(try row.decode(at: 2) as Int == 3)
        }
    }

    @Test("rejects a column number that it has not", arguments: [-1, 2])
    func outside(column: Int) async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            let row = try await pool.query("SELECT 1 AS a, 2 AS b")[0]
            let error = #expect(throws: PostgresError.self) { try row.decode(at: column) as Int }
            #expect(error?.code == .decoding)
            #expect(error?.message == "the result has no column \(column); it has 2")
        }
    }

    @Test("can be read after its connection and pool are gone")
    func lifetime() async throws {
        let row = try await TestDatabase.withPool(size: 1) { pool in
            let row = try await pool.query("SELECT repeat('x', 100000) AS text")[0]
            await pool.close()
            return row
        }
        #expect(try (row["text"] as String).utf8.count == 100_000)
    }

    @Test("can be read by many tasks at once")
    func concurrentReads() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            let rows = try await pool.query("SELECT n, 'text ' || n AS text FROM generate_series(1, 500) AS n")
            try await withThrowingTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask { try rows.allSatisfy { try $0["text"] as String == "text \(try $0["n"] as Int)" } }
                }
                for try await isRight in group { #expect(isRight) }
            }
        }
    }

    @Test("without columns, and no rows, are results too")
    func empty() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            #expect(try await pool.query("SELECT 1 AS a WHERE false").isEmpty)
            let row = try await pool.query("SELECT FROM generate_series(1, 2)")
            #expect(row.count == 2)
            #expect(row[0].columnNames.isEmpty)
            #expect(try await pool.query("").isEmpty)
            #expect(try await pool.pipeline([]).isEmpty)
        }
    }

    @Test("counts are those of the rows that a statement changed")
    func counts() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            let made = try await pool.execute("CREATE TABLE t (a int)")
            #expect(made == 0)
            #expect(try await pool.execute("INSERT INTO t SELECT generate_series(1, 7)") == 7)
            #expect(try await pool.execute("UPDATE t SET a = 0 WHERE a > 5") == 2)
            #expect(try await pool.execute("DELETE FROM t WHERE a > 5") == 0)
            #expect(try await pool.execute("SELECT a FROM t") == 7)
        }
    }
}
