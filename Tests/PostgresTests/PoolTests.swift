import ConcurrencyTestSupport
import Postgres
import PostgresTestSupport
import Testing

@Suite("A pool", .timeLimit(.minutes(5)))
struct PoolTests {
    @Test("opens no more connections than it may and lends them all")
    func concurrency() async throws {
        try await TestDatabase.withPool(size: 3) { pool in
            try await withThrowingTaskGroup { group in
                for number in 0..<100 {
                    group.addTask { try await pool.query("SELECT \(number) AS n")[0]["n"] as Int == number }
                }
                for try await isRight in group { #expect(isRight) }
            }
            #expect((1...3).contains(pool.openConnectionCount))
        }
    }

    @Test("serves callers in the order in which they came")
    func order() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            let order = Recorder<Int>()
            try await withThrowingTaskGroup { group in
                try await pool.withConnection { _ in
                    for number in 0..<10 {
                        group.addTask { try await pool.withConnection { _ in order.record(number) } }
                        try await until("the caller waits") { pool.waiterCount == number + 1 }
                    }
                }
                try await group.waitForAll()
            }
            #expect(order.values == Array(0..<10))
        }
    }

    private enum Waiting { @TaskLocal static var user: String? }

    @Test("serves users one after the other, however many calls of one wait")
    func users() async throws {
        try await TestDatabase.withDatabase { database in
            let pool = PostgresPool(
                configuration: database.pool(size: 1).configuration,
                logger: TestDatabase.quietLogger,
                user: { Waiting.user }
            )
            let order = Recorder<String>()
            try await withThrowingTaskGroup { group in
                try await pool.withConnection { _ in
                    for (place, user) in ["ada", "ada", "ada", "bob"].enumerated() {
                        Waiting.$user.withValue(user) {
                            group.addTask { try await pool.withConnection { _ in order.record(user) } }
                        }
                        try await until("the caller waits") { pool.waiterCount == place + 1 }
                    }
                }
                try await group.waitForAll()
            }
            #expect(order.values == ["ada", "bob", "ada", "ada"])
            await pool.close()
        }
    }

    @Test("rejects a caller when the queue is full, and one who waited too long")
    func exhaustion() async throws {
        try await TestDatabase.withDatabase { database in
            let pool = database.pool(size: 1) {
                $0.queueLimit = 1
                // Long enough that the first caller still waits when the second comes.
                $0.queueTimeout = .seconds(2)
            }
            try await pool.withConnection { _ in
                let waiting = Task { try await pool.query("SELECT 1") }
                try await until("the caller waits") { pool.waiterCount == 1 }
                let refused = await #expect(throws: PostgresError.self) { try await pool.query("SELECT 1") }
                #expect(refused?.code == .poolExhausted)
                let late = await #expect(throws: PostgresError.self) { try await waiting.value }
                #expect(late?.code == .poolExhausted)
            }
            #expect(try await pool.query("SELECT 1").count == 1)
        }
    }

    @Test("replaces a connection that the server ended while nobody used it")
    func terminated() async throws {
        try await TestDatabase.withDatabase { database in
            let (pool, observer) = (database.pool(size: 1), database.pool(size: 1))
            let before: Int = try await pool.query("SELECT pg_backend_pid() AS pid")[0]["pid"]
            try await observer.execute("SELECT pg_terminate_backend(\(Int32(before)), 10000)")
            let after: Int = try await pool.query("SELECT pg_backend_pid() AS pid")[0]["pid"]
            #expect(before != after)
        }
    }

    @Test("says that the connection broke when the server ends it during a statement")
    func terminatedWhileRunning() async throws {
        try await TestDatabase.withDatabase { database in
            let (pool, observer) = (database.pool(size: 1), database.pool(size: 1))
            let pid: Int32 = try await pool.query("SELECT pg_backend_pid() AS pid")[0]["pid"]
            let task = Task { try await pool.query("SELECT pg_sleep(600)") }
            try await until("the statement sleeps") {
                try await observer.query("SELECT 1 FROM pg_stat_activity WHERE pid = \(pid) AND wait_event = 'PgSleep'")
                    .count == 1
            }
            try await observer.execute("SELECT pg_terminate_backend(\(pid))")
            let error = await #expect(throws: PostgresError.self) { try await task.value }
            #expect(error?.code == .unavailable)
            #expect(error?.sqlState == "57P01")
            #expect(try await pool.query("SELECT 1").count == 1)
        }
    }

    @Test("says at once that there is no server")
    func noServer() async throws {
        let configuration = PostgresConfiguration(host: "/nowhere", user: "u", database: "d")
        let pool = PostgresPool(configuration: configuration, logger: TestDatabase.quietLogger)
        for _ in 0..<3 {
            let error = await #expect(throws: PostgresError.self) { try await pool.query("SELECT 1") }
            #expect(error?.code == .unavailable)
        }
        #expect(await !pool.isHealthy())
        #expect(pool.openConnectionCount == 0)
    }

    @Test("says that a host name has no address")
    func unknownHost() async throws {
        let configuration = PostgresConfiguration(host: "no-such-host.invalid", user: "u", database: "d")
        let pool = PostgresPool(configuration: configuration, logger: TestDatabase.quietLogger)
        let error = await #expect(throws: PostgresError.self) { try await pool.query("SELECT 1") }
        #expect(error?.code == .unavailable)
    }

    @Test("tells rejected credentials from a missing server")
    func wrongPassword() async throws {
        try await TestDatabase.withDatabase { database in
            let pool = database.pool {
                $0.user = "nobody_knows_me"
                $0.password = "wrong"
            }
            let error = await #expect(throws: PostgresError.self) { try await pool.query("SELECT 1") }
            #expect(error?.code == .authenticationFailed)
        }
    }

    @Test("works again by itself after the server was gone")
    func outage() async throws {
        let server = try await TestServer()
        let pool = PostgresPool(configuration: try server.configuration(), logger: TestDatabase.quietLogger)
        #expect(await pool.isHealthy())
        try await server.stop()
        let error = await #expect(throws: PostgresError.self) { try await pool.query("SELECT 1") }
        #expect(error?.code == .unavailable)
        #expect(await !pool.isHealthy())
        try await server.start()
        #expect(try await pool.query("SELECT 1").count == 1)
        #expect(await pool.isHealthy())
        await pool.close()
        try await server.stop()
    }

    @Test("counts as healthy when it is merely busy")
    func busy() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            try await pool.withConnection { _ in #expect(await pool.isHealthy(within: .milliseconds(20))) }
        }
    }

    @Test("closes after the last caller, rejecting new ones")
    func close() async throws {
        try await TestDatabase.withPool(size: 2) { pool in
            let (isLent, mayEnd) = (Gate(), Gate())
            let caller = Task {
                try await pool.withConnection { connection in
                    isLent.open()
                    try await mayEnd.wait()
                    return try await connection.query("SELECT 1").count
                }
            }
            try await isLent.wait()
            let closing = Task { await pool.close() }
            try await until("the pool refuses callers") {
                do {
                    try await pool.execute("SELECT 1")
                    return false
                } catch let error as PostgresError {
                    return error.code == .closed
                }
            }
            mayEnd.open()
            #expect(try await caller.value == 1)
            await closing.value
            #expect(pool.openConnectionCount == 0)
        }
    }
}

@Suite("Listening to a channel", .timeLimit(.minutes(5)))
struct ListenTests {
    @Test("yields what is sent, and begins anew after its connection broke")
    func reconnection() async throws {
        try await TestDatabase.withPool { pool in
            var events = pool.listen("My channel").makeAsyncIterator()
            #expect(await events.next() == .listening(isReconnected: false))
            try await pool.execute("SELECT pg_notify('My channel', 'first')")
            #expect(await events.next()?.payload == "first")

            let killed = try await pool.query(
                """
                SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
                WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()
                """
            )
            #expect(killed.count == 1)
            #expect(await events.next() == .listening(isReconnected: true))
            try await pool.execute("SELECT pg_notify('My channel', 'second')")
            #expect(await events.next()?.payload == "second")
        }
    }

    @Test("ends with the pool, and leaves no connection when nobody listens any more")
    func ending() async throws {
        try await TestDatabase.withPool { pool in
            let task = Task { for await _ in pool.listen("one") {} }
            var events: AsyncStream<ListenEvent>? = pool.listen("two")
            for await _ in events ?? pool.listen("two") { break }
            events = nil
            let listening: Statement = """
                SELECT count(*) AS count FROM pg_stat_activity
                WHERE datname = current_database() AND query LIKE 'LISTEN "two"%'
                """
            try await until("the second listener is gone") { try await pool.query(listening)[0]["count"] as Int == 0 }
            await pool.close()
            await task.value
        }
    }
}

extension ListenEvent {
    fileprivate var payload: String? {
        guard case .notification(let notification) = self else { return nil }
        return notification.payload
    }
}
