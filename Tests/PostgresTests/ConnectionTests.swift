import Postgres
import PostgresTestSupport
import Testing

@Suite("A connection", .timeLimit(.minutes(5)))
struct ConnectionTests {
    private func preparedCount(_ connection: PostgresConnection) async throws -> Int {
        try await connection.query("SELECT count(*) AS count FROM pg_prepared_statements")[0]["count"]
    }

    @Test("prepares a statement once and uses it again")
    func reuse() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            try await pool.withConnection { connection in
                let before = try await preparedCount(connection)
                for number in 1...5 { try await connection.execute("SELECT \(number) + 1 AS sum") }
                #expect(try await preparedCount(connection) == before + 1)
            }
        }
    }

    @Test("keeps the same text with other types apart")
    func types() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            let row = try await pool.query("SELECT \(Int32(1)) AS value")[0]
            #expect(try row["value"] as Int32 == 1)
            #expect(try await pool.query("SELECT \(Int64.max) AS value")[0]["value"] as Int64 == .max)
        }
    }

    @Test("forgets the statement that wasn't used for longest when it has too many")
    func limit() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            try await pool.withConnection { connection in
                for number in 1...300 {
                    let row = try await connection.query("SELECT 1 AS \(identifier: "c\(number)")")[0]
                    #expect(try row["c\(number)"] as Int == 1)
                }
                #expect(try await preparedCount(connection) == 256)
                #expect(try await connection.query("SELECT 1 AS c1")[0]["c1"] as Int == 1)
            }
        }
    }

    @Test("prepares anew when a table changed under a statement")
    func stalePlan() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            try await pool.execute("CREATE TABLE t (a int)")
            try await pool.execute("INSERT INTO t VALUES (7)")
            #expect(try await pool.query("SELECT * FROM t")[0]["a"] as Int == 7)
            try await pool.execute("ALTER TABLE t ALTER a TYPE text")
            #expect(try await pool.query("SELECT * FROM t")[0]["a"] as String == "7")
            try await pool.execute("DEALLOCATE ALL")
            #expect(try await pool.query("SELECT * FROM t")[0]["a"] as String == "7")
        }
    }

    @Test("runs a batch in one transaction and returns the rows of each statement")
    func pipeline() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            try await pool.execute("CREATE TABLE t (a bigint PRIMARY KEY)")
            var batch: [Statement] = (1...1000).map { "INSERT INTO t VALUES (\($0))" }
            batch.append("SELECT count(*) AS count FROM t")
            let results = try await pool.pipeline(batch)
            #expect(results.count == 1001)
            #expect(try results.last?.first?.decode("count") == 1000)
        }
    }

    @Test("leaves nothing of a batch in which one statement failed")
    func failedPipeline() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            try await pool.execute("CREATE TABLE t (a bigint PRIMARY KEY)")
            let error = await #expect(throws: PostgresError.self) {
                try await pool.pipeline([
                    "INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (1)", "SELECT 'never prepared'",
                ])
            }
            #expect(error?.code == .uniqueViolation)
            #expect(try await pool.query("SELECT a FROM t").isEmpty)
            #expect(try await pool.query("SELECT 'never prepared'").count == 1)
        }
    }

    @Test("sends and receives more than the socket holds at a time")
    func largePipeline() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            let text = String(repeating: "larder ", count: 100_000)
            let batch: [Statement] = (0..<20).map { _ in "SELECT \(text)::text AS text" }
            for rows in try await pool.pipeline(batch) { #expect(try rows[0]["text"] as String == text) }
        }
    }

    @Test("serves tasks that use it at the same time one after the other")
    func sharedByTasks() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            try await pool.withConnection { connection in
                try await withThrowingTaskGroup { group in
                    for number in 0..<50 {
                        group.addTask { try await connection.query("SELECT \(number) AS n")[0]["n"] as Int == number }
                    }
                    for try await isRight in group { #expect(isRight) }
                }
            }
        }
    }
}

@Suite("Cancelling a task", .timeLimit(.minutes(5)))
struct CancellationTests {
    private func waitUntilSleeping(_ pool: PostgresPool, count: Int = 1) async throws {
        try await until("a statement sleeps") {
            let rows = try await pool.query(
                """
                SELECT count(*) AS count FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event = 'PgSleep'
                """
            )
            return try rows[0]["count"] as Int == count
        }
    }

    @Test("ends its statement in the server, and the connection is used again")
    func running() async throws {
        try await TestDatabase.withDatabase { database in
            let (pool, observer) = (database.pool(size: 1), database.pool(size: 1))
            let before: Int = try await pool.query("SELECT pg_backend_pid() AS pid")[0]["pid"]
            let task = Task { try await pool.query("SELECT pg_sleep(600)") }
            try await waitUntilSleeping(observer)
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            try await waitUntilSleeping(observer, count: 0)
            let after: Int = try await pool.query("SELECT pg_backend_pid() AS pid")[0]["pid"]
            #expect(before == after)
        }
    }

    @Test("at any moment doesn't harm the next statement of the connection")
    func races() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            for round in 0..<100 {
                let task = Task { try await pool.query("SELECT pg_sleep(\(Double(round % 5) / 1000))") }
                for _ in 0..<round { await Task.yield() }
                task.cancel()
                _ = await task.result
                let answer: Int = try await pool.query("SELECT \(round) AS round")[0]["round"]
                #expect(answer == round)
            }
        }
    }

    @Test("that waits for a connection gives up its place")
    func waiting() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            let task = try await pool.withConnection { _ in
                let task = Task { try await pool.query("SELECT 1") }
                try await until("the task waits") { pool.waiterCount == 1 }
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
                return task
            }
            #expect(task.isCancelled)
            #expect(pool.waiterCount == 0)
            #expect(try await pool.query("SELECT 1").count == 1)
        }
    }

    @Test("is told apart from somebody else's cancelling")
    func foreign() async throws {
        try await TestDatabase.withDatabase { database in
            let (pool, observer) = (database.pool(size: 1), database.pool(size: 1))
            let task = Task { try await pool.query("SELECT pg_sleep(600)") }
            try await waitUntilSleeping(observer)
            try await observer.execute(
                """
                SELECT pg_cancel_backend(pid) FROM pg_stat_activity
                WHERE wait_event = 'PgSleep' AND datname = current_database()
                """
            )
            let error = await #expect(throws: PostgresError.self) { try await task.value }
            #expect(error?.code == .cancelled)
        }
    }
}
