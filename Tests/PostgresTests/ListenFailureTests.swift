import ConcurrencyTestSupport
import Postgres
import PostgresTestSupport
import Testing

@Suite("A listener that loses its server", .timeLimit(.minutes(5)))
struct ListenFailureTests {
    private func payload(_ event: ListenEvent?) -> String? {
        guard case .notification(let notification)? = event else { return nil }
        return notification.payload
    }

    @Test("listens again once the server is back, and says so")
    func restart() async throws {
        let server = try await TestServer()
        let pool = PostgresPool(configuration: try server.configuration(), logger: TestDatabase.quietLogger)
        var events = pool.listen("news").makeAsyncIterator()
        #expect(await events.next() == .listening(isReconnected: false))
        try await server.stop()
        try await server.start()
        #expect(await events.next() == .listening(isReconnected: true))
        try await pool.execute("SELECT pg_notify('news', 'after the restart')")
        #expect(payload(await events.next()) == "after the restart")
        await pool.close()
        #expect(await events.next() == nil)
        try await server.stop()
    }

    @Test("starts before its server does")
    func earlyListener() async throws {
        let server = try await TestServer()
        let configuration = try server.configuration()
        try await server.stop()
        let pool = PostgresPool(configuration: configuration, logger: TestDatabase.quietLogger)
        var events = pool.listen("news").makeAsyncIterator()
        try await server.start()
        #expect(await events.next() == .listening(isReconnected: false))
        await pool.close()
        try await server.stop()
    }

    @Test("ends with its pool while there is no server")
    func endWithoutServer() async throws {
        let configuration = PostgresConfiguration(host: "/nowhere", user: "u", database: "d")
        let pool = PostgresPool(configuration: configuration, logger: TestDatabase.quietLogger)
        let task = Task { for await _ in pool.listen("news") {} }
        await pool.close()
        await task.value
    }

    @Test("of a pool that is closed already ends at once")
    func closedPool() async throws {
        try await TestDatabase.withPool { pool in
            await pool.close()
            for await event in pool.listen("news") { Issue.record("unexpected \(event)") }
        }
    }
}

@Suite("A notification", .timeLimit(.minutes(5)))
struct NotificationTests {
    /// Runs `body` with a pool and the payloads that `channel` receives, as soon as it is listened to.
    private func withListener(
        to channel: String,
        _ body: (PostgresPool, Recorder<String>) async throws -> Void
    ) async throws {
        try await TestDatabase.withPool { pool in
            let (started, payloads) = (Gate(), Recorder<String>())
            let task = Task {
                for await event in pool.listen(channel) {
                    switch event {
                    case .listening: started.open()
                    case .notification(let notification): payloads.record(notification.payload)
                    }
                }
            }
            try await started.wait()
            try await body(pool, payloads)
            await pool.close()
            await task.value
        }
    }

    @Test("of many arrives in the order in which they were sent")
    func order() async throws {
        try await withListener(to: "n") { pool, payloads in
            try await pool.execute("SELECT pg_notify('n', number::text) FROM generate_series(1, 1000) AS number")
            #expect(try await payloads.wait(forCount: 1000) == (1...1000).map(String.init))
        }
    }

    @Test("of a transaction arrives after its commit, and never after its roll-back")
    func transactions() async throws {
        struct Refusal: Error {}
        try await withListener(to: "n") { pool, payloads in
            await #expect(throws: Refusal.self) {
                try await pool.transaction { connection in
                    try await connection.execute("SELECT pg_notify('n', 'rolled back')")
                    throw Refusal()
                }
            }
            _ = try await pool.transaction { try await $0.execute("SELECT pg_notify('n', 'committed')") }
            #expect(try await payloads.wait(forCount: 1) == ["committed"])
        }
    }

    @Test("comes whole when it is as large as the server allows, and in any script")
    func payloads() async throws {
        try await withListener(to: "n") { pool, payloads in
            let large = String(repeating: "ü", count: 3_999)
            for payload in ["", large, "日本 'quoted' \\"] { try await pool.execute("SELECT pg_notify('n', \(payload))") }
            #expect(try await payloads.wait(forCount: 3) == ["", large, "日本 'quoted' \\"])
            let error = await #expect(throws: PostgresError.self) {
                try await pool.execute("SELECT pg_notify('n', \(large + "üü"))")
            }
            #expect(error?.sqlState == "22023")
        }
    }

    @Test("reaches the listeners of its channel alone, names told apart by their letters' case")
    func channels() async throws {
        try await withListener(to: #"Odd "channel""#) { pool, payloads in
            try await pool.execute("SELECT pg_notify('odd \"channel\"', 'other')")
            try await pool.execute(#"SELECT pg_notify('Odd "channel"', 'own')"#)
            #expect(try await payloads.wait(forCount: 1) == ["own"])
        }
    }

    @Test("reaches every listener")
    func listeners() async throws {
        try await withListener(to: "n") { pool, first in
            let (started, second) = (Gate(), Recorder<String>())
            let task = Task {
                for await event in pool.listen("n") {
                    switch event {
                    case .listening: started.open()
                    case .notification(let notification): second.record(notification.payload)
                    }
                }
            }
            try await started.wait()
            try await pool.execute("NOTIFY n, 'both'")
            #expect(try await first.wait(forCount: 1) == ["both"])
            #expect(try await second.wait(forCount: 1) == ["both"])
            task.cancel()
            await task.value
        }
    }
}
