import ConcurrencyTestSupport
import Logging
import Postgres
import PostgresTestSupport
import Testing

/// Keeps the levels and messages of what a pool logs.
private struct MessageLog: LogHandler {
    let messages: Recorder<String>
    var logLevel = Logger.Level.debug
    var metadata: Logger.Metadata = [:]

    static func logger(_ messages: Recorder<String>) -> Logger {
        Logger(label: "test") { _ in MessageLog(messages: messages) }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { messages.record("\(event.level) \(event.message)") }
}

private struct Refusal: Error {}

@Suite("A pool whose callers or server fail", .timeLimit(.minutes(5)))
struct PoolFailureTests {
    private func backend(_ pool: PostgresPool) async throws -> Int {
        try await pool.query("SELECT pg_backend_pid() AS pid")[0]["pid"]
    }

    @Test("gets the connection back when its caller throws")
    func throwingCaller() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            let before = try await backend(pool)
            await #expect(throws: Refusal.self) { try await pool.withConnection { _ in throw Refusal() } }
            #expect(pool.idleConnectionCount == 1)
            let after = try await backend(pool)
            #expect(before == after)
        }
    }

    @Test("gets a connection back whose transaction has failed, in order")
    func failedTransaction() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            let before = try await backend(pool)
            try await pool.withConnection { connection in
                try await connection.execute("BEGIN")
                await #expect(throws: PostgresError.self) { try await connection.execute("SELECT 1 / 0") }
                let error = await #expect(throws: PostgresError.self) { try await connection.execute("SELECT 1") }
                #expect(error?.code == .transactionAborted)
            }
            let after = try await backend(pool)
            #expect(before == after)
        }
    }

    @Test("drops a connection that is still busy when it comes back")
    func busyReturn() async throws {
        try await TestDatabase.withDatabase { database in
            let (pool, observer) = (database.pool(size: 1), database.pool(size: 1))
            let (before, task) = try await pool.withConnection { connection in
                let pid: Int32 = try await connection.query("SELECT pg_backend_pid() AS pid")[0]["pid"]
                let task = Task { try await connection.query("SELECT pg_sleep(600)") }
                try await until("the statement sleeps") {
                    let sleeping: Statement =
                        "SELECT 1 FROM pg_stat_activity WHERE pid = \(pid) AND wait_event = 'PgSleep'"
                    return try await observer.query(sleeping).count == 1
                }
                return (Int(pid), task)
            }
            let after = try await backend(pool)
            #expect(before != after)
            #expect(pool.openConnectionCount == 1)
            task.cancel()
            _ = await task.result
        }
    }

    @Test("lends no connection to a task that is cancelled already")
    func cancelledBefore() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            let gate = Gate()
            let task = Task {
                await gate.waitThroughCancellation()
                try await pool.execute("CREATE TABLE never (a int)")
            }
            task.cancel()
            gate.open()
            await #expect(throws: CancellationError.self) { try await task.value }
            let row = try await pool.query("SELECT to_regclass('never') IS NULL AS none")[0]
            #expect(try row["none"] as Bool)
        }
    }

    @Test("exhausts itself in a caller that holds its only connection and asks for another")
    func selfExhaustion() async throws {
        try await TestDatabase.withDatabase { database in
            let pool = database.pool(size: 1) { $0.queueTimeout = .milliseconds(30) }
            let error = await #expect(throws: PostgresError.self) {
                try await pool.transaction { _ in _ = try await pool.query("SELECT 1") }
            }
            #expect(error?.code == .poolExhausted)
            #expect(error?.message.contains("No database connection became free within") == true)
            let rows = try await pool.query("SELECT 1")
            #expect(rows.count == 1)
        }
    }

    @Test("logs the beginning and the end of an outage, each once")
    func loggedOutage() async throws {
        let server = try await TestServer()
        let messages = Recorder<String>()
        let pool = PostgresPool(configuration: try server.configuration(), logger: MessageLog.logger(messages))
        #expect(await pool.isHealthy())
        try await server.stop()
        for _ in 0..<5 { await #expect(throws: PostgresError.self) { try await pool.query("SELECT 1") } }
        try await server.start()
        try await until("a query succeeds") { (try? await pool.query("SELECT 1")) != nil }
        #expect(
            messages.values == ["warning The database can't be reached", "info The database can be reached again"]
        )
        await pool.close()
        try await server.stop()
    }

    @Test("says that a database does not exist")
    func missingDatabase() async throws {
        try await TestDatabase.withDatabase { database in
            let pool = database.pool { $0.database = "no_such_database" }
            let error = await #expect(throws: PostgresError.self) { try await pool.query("SELECT 1") }
            #expect(error?.code == .unavailable)
            #expect(error?.message.contains("no_such_database") == true)
        }
    }

    @Test("says that a role may not use a database")
    func forbiddenDatabase() async throws {
        try await TestDatabase.withDatabase { database in
            let administrator = database.pool(size: 1)
            let role = "guest_" + String(UInt64.random(in: .min ... .max), radix: 36)
            try await administrator.execute("CREATE ROLE \(identifier: role) LOGIN PASSWORD 'guest'")
            let name = SQLText.identifier(database.configuration.database)
            try await administrator.execute("REVOKE CONNECT ON DATABASE \(unsafe: name) FROM PUBLIC")
            let pool = database.pool {
                $0.user = role
                $0.password = "guest"
            }
            let error = await #expect(throws: PostgresError.self) { try await pool.query("SELECT 1") }
            #expect(error?.code == .permissionDenied)
            try await administrator.execute("DROP ROLE \(identifier: role)")
        }
    }

    @Test("gives up on a server that accepts connections and never answers")
    func silentServer() async throws {
        let port = try SilentListener()
        defer { port.close() }
        var configuration = PostgresConfiguration(host: "127.0.0.1", port: port.port, user: "u", database: "d")
        configuration.connectTimeout = .milliseconds(100)
        let pool = PostgresPool(configuration: configuration, logger: TestDatabase.quietLogger)
        let error = await #expect(throws: PostgresError.self) { try await pool.query("SELECT 1") }
        #expect(error?.code == .unavailable)
        #expect(error?.message == "PostgreSQL at 127.0.0.1 didn't answer in time")
        #expect(pool.openConnectionCount == 0)
    }

    @Test("stops opening a connection when its task is cancelled, and has its slot back")
    func cancelledOpening() async throws {
        let port = try SilentListener()
        defer { port.close() }
        var configuration = PostgresConfiguration(host: "127.0.0.1", port: port.port, user: "u", database: "d")
        configuration.connectTimeout = .seconds(600)
        let pool = PostgresPool(configuration: configuration, logger: TestDatabase.quietLogger)
        let task = Task { try await pool.query("SELECT 1") }
        try await until("a connection is being opened") { pool.openConnectionCount == 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(pool.openConnectionCount == 0)
    }

    @Test("may be closed twice, and never opened a connection that nobody needed")
    func closedTwice() async throws {
        try await TestDatabase.withPool(size: 2) { pool in
            #expect(pool.openConnectionCount == 0)
            await pool.close()
            await pool.close()
            let error = await #expect(throws: PostgresError.self) { try await pool.query("SELECT 1") }
            #expect(error?.code == .closed)
            #expect(await !pool.isHealthy())
        }
    }

    @Test("fails those who wait when it is closed")
    func closedWhileWaiting() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            let closing = try await pool.withConnection { _ in
                let waiting = Task { try await pool.query("SELECT 1") }
                try await until("the caller waits") { pool.waiterCount == 1 }
                let closing = Task { await pool.close() }
                let error = await #expect(throws: PostgresError.self) { try await waiting.value }
                #expect(error?.code == .closed)
                return closing
            }
            await closing.value
            #expect(pool.openConnectionCount == 0)
        }
    }

    @Test("ends its sessions in the server when it is closed")
    func sessions() async throws {
        try await TestDatabase.withDatabase { database in
            let observer = database.pool(size: 1)
            let pool = database.pool(size: 3) { $0.applicationName = "to be closed" }
            try await withThrowingTaskGroup { group in
                for _ in 0..<3 { group.addTask { try await pool.query("SELECT pg_sleep(0.01)") } }
                try await group.waitForAll()
            }
            await pool.close()
            let sessions: Statement = """
                SELECT 1 FROM pg_stat_activity
                WHERE datname = current_database() AND application_name = 'to be closed'
                """
            try await until("the sessions end") { try await observer.query(sessions).isEmpty }
        }
    }
}
