import ConcurrencyTestSupport
import Postgres
import PostgresTestSupport
import Testing

@Suite("A transaction that fails", .timeLimit(.minutes(5)))
struct TransactionFailureTests {
    private func withCounter(_ body: (PostgresPool) async throws -> Void) async throws {
        try await TestDatabase.withPool { pool in
            try await pool.execute("CREATE TABLE counter (id int PRIMARY KEY, value int NOT NULL)")
            try await pool.execute("INSERT INTO counter VALUES (1, 0), (2, 0)")
            try await body(pool)
        }
    }

    private func sum(_ pool: PostgresPool) async throws -> Int {
        try await pool.query("SELECT sum(value) AS sum FROM counter")[0]["sum"]
    }

    /// Two transactions that wait for each other, each of which adds 1 to both rows.
    private func deadlock(in pool: PostgresPool, retrying isRetrying: Bool) async -> [Result<Void, any Error>] {
        let locked = [Gate(), Gate()]
        func change(_ own: Int, then other: Int) -> Task<Void, any Error> {
            Task {
                try await pool.transaction(retrying: isRetrying) { connection in
                    try await connection.execute("SET LOCAL deadlock_timeout = '10ms'")
                    try await connection.execute("UPDATE counter SET value = value + 1 WHERE id = \(Int32(own))")
                    locked[own - 1].open()
                    try await locked[other - 1].wait()
                    try await connection.execute("UPDATE counter SET value = value + 1 WHERE id = \(Int32(other))")
                }
            }
        }
        let tasks = [change(1, then: 2), change(2, then: 1)]
        return [await tasks[0].result, await tasks[1].result]
    }

    @Test("in a deadlock leaves the other one to succeed")
    func deadlockVictim() async throws {
        try await withCounter { pool in
            var codes: [PostgresError.Code] = []
            for outcome in await deadlock(in: pool, retrying: false) {
                guard case .failure(let error) = outcome else { continue }
                codes.append(try #require(error as? PostgresError).code)
            }
            #expect(codes == [.deadlock])
            #expect(try await sum(pool) == 2)
        }
    }

    @Test("in a deadlock is run again where that is allowed, and nobody notices")
    func retriedDeadlock() async throws {
        try await withCounter { pool in
            for outcome in await deadlock(in: pool, retrying: true) { try outcome.get() }
            #expect(try await sum(pool) == 4)
        }
    }

    @Test("over and over is given up after four attempts")
    func attempts() async throws {
        try await withCounter { pool in
            let attempts = Recorder<Int>()
            let error = await #expect(throws: PostgresError.self) {
                try await pool.transaction(retrying: true) { connection in
                    attempts.record(attempts.count)
                    try await connection.execute("UPDATE counter SET value = value + 1")
                    throw PostgresError(.serializationFailure, "always")
                }
            }
            #expect(error?.message == "always")
            #expect(attempts.count == 4)
            let left = try await sum(pool)
            #expect(left == 0)
        }
    }

    @Test("for another reason is not run again")
    func otherFailure() async throws {
        try await withCounter { pool in
            let attempts = Recorder<Int>()
            let error = await #expect(throws: PostgresError.self) {
                try await pool.transaction(retrying: true) { connection in
                    attempts.record(1)
                    try await connection.execute("INSERT INTO counter VALUES (1, 0)")
                }
            }
            #expect(error?.code == .uniqueViolation)
            #expect(attempts.count == 1)
        }
    }

    @Test("is not run again once its task is cancelled")
    func cancelledBetweenAttempts() async throws {
        try await withCounter { pool in
            let attempts = Recorder<Int>()
            let task = Task {
                try await pool.transaction(retrying: true) { _ in
                    attempts.record(1)
                    withUnsafeCurrentTask { $0?.cancel() }
                    throw PostgresError(.deadlock, "victim")
                }
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(attempts.count == 1)
        }
    }

    @Test("at its commit leaves nothing, and says which constraint was violated")
    func deferredConstraint() async throws {
        try await withCounter { pool in
            try await pool.execute("UPDATE counter SET value = id")
            try await pool.execute(
                "ALTER TABLE counter ADD CONSTRAINT one_value UNIQUE (value) DEFERRABLE INITIALLY DEFERRED"
            )
            let before = try await sum(pool)
            let error = await #expect(throws: PostgresError.self) {
                try await pool.transaction { try await $0.execute("UPDATE counter SET value = 9") }
            }
            #expect(error?.code == .uniqueViolation)
            #expect(error?.constraint == "one_value")
            #expect(try await sum(pool) == before)
        }
    }

    @Test("because the server ends its session leaves nothing, and the pool goes on")
    func endedSession() async throws {
        try await withCounter { pool in
            let error = await #expect(throws: PostgresError.self) {
                try await pool.transaction { connection in
                    try await connection.execute("UPDATE counter SET value = 1")
                    let pid: Int32 = try await connection.query("SELECT pg_backend_pid() AS pid")[0]["pid"]
                    try await pool.execute("SELECT pg_terminate_backend(\(pid), 10000)")
                    try await connection.execute("UPDATE counter SET value = 2")
                }
            }
            #expect(error?.code == .unavailable)
            let left = try await sum(pool)
            #expect(left == 0)
        }
    }

    @Test("because it was idle for too long says that the connection broke")
    func idleInTransaction() async throws {
        try await withCounter { pool in
            let error = await #expect(throws: PostgresError.self) {
                try await pool.transaction { connection in
                    try await connection.execute("SET LOCAL idle_in_transaction_session_timeout = 10")
                    let pid: Int32 = try await connection.query("SELECT pg_backend_pid() AS pid")[0]["pid"]
                    try await until("the server ends the session") {
                        try await pool.query("SELECT 1 FROM pg_stat_activity WHERE pid = \(pid)").isEmpty
                    }
                    try await connection.execute("UPDATE counter SET value = 2")
                }
            }
            #expect(error?.code == .unavailable)
        }
    }

    @Test("for want of a lock says that it took too long")
    func lockTimeout() async throws {
        try await withCounter { pool in
            try await pool.transaction { holder in
                try await holder.execute("UPDATE counter SET value = 1 WHERE id = 1")
                let error = await #expect(throws: PostgresError.self) {
                    try await pool.transaction { connection in
                        try await connection.execute("SET LOCAL lock_timeout = 10")
                        try await connection.execute("UPDATE counter SET value = 2 WHERE id = 1")
                    }
                }
                #expect(error?.code == .timeout)
                #expect(error?.sqlState == "55P03")
            }
            #expect(try await sum(pool) == 1)
        }
    }
}

@Suite("What a transaction sees", .timeLimit(.minutes(5)))
struct IsolationTests {
    @Test(
        "is what its level of isolation says",
        arguments: [
            (IsolationLevel.readCommitted, "read committed", 2), (.repeatableRead, "repeatable read", 1),
            (.serializable, "serializable", 1),
        ]
    )
    func levels(level: IsolationLevel, name: String, seen: Int) async throws {
        try await TestDatabase.withPool { pool in
            try await pool.execute("CREATE TABLE t (a int)")
            try await pool.execute("INSERT INTO t VALUES (1)")
            try await pool.transaction(isolation: level) { connection in
                let row = try await connection.query("SHOW transaction_isolation")[0]
                #expect(try row["transaction_isolation"] as String == name)
                #expect(try await connection.query("SELECT a FROM t")[0]["a"] as Int == 1)
                try await pool.execute("UPDATE t SET a = 2")
                #expect(try await connection.query("SELECT a FROM t")[0]["a"] as Int == seen)
            }
        }
    }

    @Test("is undone for the connection's next user, level included")
    func reset() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            _ = try await pool.transaction(isolation: .serializable) {
                try await $0.execute("SET LOCAL lock_timeout = 65")
            }
            let row = try await pool.query("SELECT current_setting('transaction_isolation') AS level")[0]
            #expect(try row["level"] as String == "read committed")
        }
    }
}
