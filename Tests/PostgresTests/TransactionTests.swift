import ConcurrencyTestSupport
import Postgres
import PostgresTestSupport
import Testing

private struct Refusal: Error {}

@Suite("A transaction", .timeLimit(.minutes(5)))
struct TransactionTests {
    private func withCounter(_ body: (PostgresPool) async throws -> Void) async throws {
        try await TestDatabase.withPool { pool in
            try await pool.execute("CREATE TABLE counter (id int PRIMARY KEY, value int NOT NULL)")
            try await pool.execute("INSERT INTO counter VALUES (1, 0), (2, 0)")
            try await body(pool)
        }
    }

    private func value(_ pool: PostgresPool) async throws -> Int {
        try await pool.query("SELECT value FROM counter WHERE id = 1")[0]["value"]
    }

    @Test("takes effect when its body returns")
    func commit() async throws {
        try await withCounter { pool in
            let changed = try await pool.transaction { try await $0.execute("UPDATE counter SET value = 1") }
            #expect(changed == 2)
            #expect(try await value(pool) == 1)
        }
    }

    @Test("leaves nothing when its body throws")
    func rollback() async throws {
        try await withCounter { pool in
            await #expect(throws: Refusal.self) {
                try await pool.transaction { connection in
                    try await connection.execute("UPDATE counter SET value = 1")
                    throw Refusal()
                }
            }
            let left = try await value(pool)
            #expect(left == 0)
        }
    }

    @Test("fails when its body swallowed the failure of a statement")
    func swallowed() async throws {
        try await withCounter { pool in
            let error = await #expect(throws: PostgresError.self) {
                try await pool.transaction { connection in
                    try await connection.execute("UPDATE counter SET value = 1")
                    _ = try? await connection.execute("SELECT 1 / 0")
                }
            }
            #expect(error?.code == .transactionAborted)
            let left = try await value(pool)
            #expect(left == 0)
        }
    }

    @Test("leaves nothing when its task is cancelled, and the connection goes on")
    func cancelled() async throws {
        try await withCounter { pool in
            let updated = Gate()
            let task = Task {
                try await pool.transaction { connection in
                    try await connection.execute("UPDATE counter SET value = 1")
                    updated.open()
                    try await connection.execute("SELECT pg_sleep(60)")
                }
            }
            try await updated.wait()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            let left = try await value(pool)
            #expect(left == 0)
        }
    }

    @Test("is run again after a serialization failure only when the caller says so", arguments: [true, false])
    func serialization(isRetrying: Bool) async throws {
        try await withCounter { pool in
            let attempts = Recorder<Int>()
            let result = await Task {
                try await pool.transaction(isolation: .serializable, retrying: isRetrying) { connection in
                    let value: Int = try await connection.query("SELECT value FROM counter WHERE id = 1")[0]["value"]
                    attempts.record(value)
                    // Somebody else commits in between, during the first attempt.
                    if attempts.values.count == 1 { try await pool.execute("UPDATE counter SET value = 10") }
                    try await connection.execute("UPDATE counter SET value = \(Int32(value + 1)) WHERE id = 1")
                }
            }.result
            if isRetrying {
                try result.get()
                #expect(attempts.values == [0, 10])
                #expect(try await value(pool) == 11)
            } else {
                let error = #expect(throws: PostgresError.self) { try result.get() }
                #expect(error?.code == .serializationFailure)
                #expect(try await value(pool) == 10)
            }
        }
    }

    @Test("that a caller left open by hand is rolled back before the connection is lent again")
    func leftOpen() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            try await pool.execute("CREATE TABLE t (a int)")
            try await pool.withConnection { connection in
                try await connection.execute("BEGIN")
                try await connection.execute("INSERT INTO t VALUES (1)")
            }
            #expect(try await pool.query("SELECT a FROM t").isEmpty)
        }
    }

    @Test("can't be opened inside of another one")
    func nested() async throws {
        try await TestDatabase.withPool { pool in
            let error = await #expect(throws: PostgresError.self) {
                try await pool.transaction { outer in try await outer.transaction { _ in } }
            }
            #expect(error?.sqlState == "25001")
        }
    }
}
