import ConcurrencyTestSupport
import PostgresTestSupport
import Testing

@testable import Postgres

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

    @Test("begins with its first statement, in the same round trip")
    func begin() async throws {
        try await withCounter { pool in
            let states = try await pool.transaction(isolation: .serializable) { connection in
                let before = await connection.isInTransaction
                let level: String = try await connection.query("SHOW transaction_isolation")[0].decode(at: 0)
                return (before, level)
            }
            #expect(states == (true, "serializable"))
        }
    }

    @Test("without a statement leaves the connection as it was")
    func empty() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            let answer = try await pool.transaction { _ in 42 }
            #expect(answer == 42)
            await #expect(throws: Refusal.self) { try await pool.transaction { _ in throw Refusal() } }
            try await pool.withConnection { connection in
                let isInTransaction = await connection.isInTransaction
                #expect(!isInTransaction)
                try await connection.execute("CREATE TABLE kept (a int)")
            }
            #expect(try await pool.query("SELECT FROM kept").isEmpty)
        }
    }

    @Test("that was ended from within is not said to be committed")
    func endedFromWithin() async throws {
        try await withCounter { pool in
            let error = await #expect(throws: PostgresError.self) {
                try await pool.transaction { connection in
                    try await connection.executeScript("ROLLBACK")
                    try await connection.execute("SELECT 1")
                }
            }
            #expect(error?.code == .transactionAborted)
        }
    }

    @Test("that could not begin begins with the next statement; nothing runs outside of it")
    func failedBegin() async throws {
        try await withCounter { pool in
            try await pool.withConnection { connection in
                try await connection.begin("BEGIN ISOLATION LEVEL NONE")
                let failure = await #expect(throws: PostgresError.self) {
                    try await connection.execute("UPDATE counter SET value = 1")
                }
                #expect(failure?.sqlState == "42601")
                let isInTransaction = await connection.isInTransaction
                #expect(isInTransaction)
                // It can't begin this time either, so this isn't carried out.
                await #expect(throws: PostgresError.self) {
                    try await connection.execute("UPDATE counter SET value = 2")
                }
                await connection.rollBack()
            }
            let left = try await value(pool)
            #expect(left == 0)
        }
    }

    @Test("takes a script in as well")
    func script() async throws {
        try await withCounter { pool in
            await #expect(throws: Refusal.self) {
                try await pool.transaction { connection in
                    try await connection.executeScript("UPDATE counter SET value = 1; UPDATE counter SET value = 2")
                    throw Refusal()
                }
            }
            let left = try await value(pool)
            #expect(left == 0)
        }
    }

    @Test("whose first statement fails is rolled back, and the connection goes on")
    func failingStart() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            let error = await #expect(throws: PostgresError.self) {
                try await pool.transaction { try await $0.execute("SELECT 1 / 0") }
            }
            #expect(error?.sqlState == "22012")
            let rows = try await pool.query("SELECT 1")
            #expect(rows.count == 1)
            #expect(pool.openConnectionCount == 1)
        }
    }

    @Test("prepares a statement again whose table was changed before the transaction")
    func stalePlan() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            try await pool.execute("CREATE TABLE t (a int)")
            try await pool.execute("INSERT INTO t VALUES (1)")
            let read: Statement = "SELECT * FROM t"
            _ = try await pool.query(read)
            try await pool.execute("ALTER TABLE t ADD b int DEFAULT 2")
            _ = try await pool.transaction { try await $0.execute("INSERT INTO t VALUES (3, 4)") }
            let columns = try await pool.transaction { try await $0.query(read)[0].columnNames }
            #expect(columns == ["a", "b"])
            try await pool.execute("ALTER TABLE t ADD c int")
            let later = try await pool.snapshot([read])
            #expect(later[0][0].columnNames == ["a", "b", "c"])
            #expect(try await pool.query("SELECT FROM t").count == 2)
        }
    }

    @Test("can't be opened inside of another one")
    func nested() async throws {
        try await TestDatabase.withPool { pool in
            let error = await #expect(throws: PostgresError.self) {
                try await pool.transaction { outer in try await outer.transaction { _ in } }
            }
            #expect(error?.sqlState == "25001")
            let begun = await #expect(throws: PostgresError.self) {
                try await pool.transaction { outer in
                    try await outer.execute("SELECT 1")
                    try await outer.transaction { _ in }
                }
            }
            #expect(begun?.sqlState == "25001")
        }
    }
}

@Suite("A snapshot", .timeLimit(.minutes(5)))
struct SnapshotTests {
    @Test("returns the rows of each statement, and leaves no transaction open")
    func rows() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            let parts = try await pool.snapshot([
                "SELECT 1 AS a", "SELECT 2 AS b UNION SELECT 3", "SELECT 4 WHERE false",
            ])
            #expect(parts.map(\.count) == [1, 2, 0])
            let first: Int32 = try parts[0][0]["a"]
            #expect(first == 1)
            let isInTransaction = try await pool.withConnection { await $0.isInTransaction }
            #expect(!isInTransaction)
        }
    }

    @Test("sees one state in all statements, whatever others commit meanwhile")
    func oneState() async throws {
        try await TestDatabase.withPool(size: 2) { pool in
            try await pool.execute("CREATE TABLE t (a int)")
            let parts = try await pool.withConnection { holder in
                try await holder.execute("SELECT pg_advisory_lock(7)")
                async let parts = pool.snapshot([
                    "SELECT count(*) FROM t", "SELECT pg_advisory_lock(7)", "SELECT count(*) FROM t",
                    "SELECT pg_advisory_unlock(7)",
                ])
                let waiting: Statement = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
                try await until("the snapshot waits") { try await holder.query(waiting).count == 1 }
                try await holder.execute("INSERT INTO t VALUES (1)")
                try await holder.execute("SELECT pg_advisory_unlock(7)")
                return try await parts
            }
            let counts: [Int64] = [try parts[0][0].decode(at: 0), try parts[2][0].decode(at: 0)]
            #expect(counts == [0, 0])
            let now: Int64 = try await pool.query("SELECT count(*) FROM t")[0].decode(at: 0)
            #expect(now == 1)
        }
    }

    @Test("changes nothing: a statement that would is rejected, and the connection goes on")
    func readOnly() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            try await pool.execute("CREATE TABLE t (a int)")
            let error = await #expect(throws: PostgresError.self) {
                try await pool.snapshot(["SELECT 1", "INSERT INTO t VALUES (1)"])
            }
            #expect(error?.sqlState == "25006")
            #expect(try await pool.query("SELECT FROM t").isEmpty)
            #expect(pool.openConnectionCount == 1)
        }
    }

    @Test("can't be taken inside of a transaction")
    func nested() async throws {
        try await TestDatabase.withPool { pool in
            let error = await #expect(throws: PostgresError.self) {
                try await pool.transaction { _ = try await $0.snapshot(["SELECT 1"]) }
            }
            #expect(error?.sqlState == "25001")
        }
    }
}
