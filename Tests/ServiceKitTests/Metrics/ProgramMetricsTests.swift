import Glibc
import NIOCore
import NIOPosix
import Postgres
import PostgresTestSupport
import Testing

@testable import ServiceKit

@Suite("What a program shows of itself", .timeLimit(.minutes(5)))
struct ProgramMetricsTests {
    private let registry = PrometheusRegistry()

    private func read() throws -> Exposition { try Exposition(String(buffer: registry.text())) }

    @Test("are the connections of its database, by what they do, and those who wait")
    func pool() async throws {
        try await TestDatabase.withPool(size: 2) { pool in
            DatabaseMetrics.register(pool, with: registry)
            #expect(try read().value("larder_database_connections", ["state": "idle"]) == 0)
            try await pool.withConnection { _ in
                let exposition = try read()
                #expect(exposition.value("larder_database_connections", ["state": "used"]) == 1)
                try await pool.withConnection { _ in
                    let waiting = Task { try await pool.query("SELECT 1") }
                    try await until("the caller waits") { pool.waiterCount == 1 }
                    #expect(try read().value("larder_database_waiting") == 1)
                    waiting.cancel()
                    _ = await waiting.result
                }
            }
            let exposition = try read()
            #expect(exposition.value("larder_database_connections", ["state": "idle"]) == 2)
            #expect(exposition.value("larder_database_connections", ["state": "used"]) == 0)
            #expect(exposition.value("larder_database_waiting") == 0)
        }
    }

    @Test("are no connections of a database that is gone")
    func goneDatabase() throws {
        do {
            let configuration = PostgresConfiguration(host: "/nowhere", user: "u", database: "d")
            DatabaseMetrics.register(
                PostgresPool(configuration: configuration, logger: TestDatabase.quietLogger),
                with: registry
            )
        }
        #expect(try read().value("larder_database_waiting") == nil)
    }

    @Test("is how late its event loops are")
    func lag() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        EventLoopLag.measure(group, with: registry)
        try await until("a loop was looked at") {
            try await group.next().scheduleTask(in: .milliseconds(20)) {}.futureResult.get()
            return try read().value("larder_event_loop_lag_seconds_count") ?? 0 >= 1
        }
        try await group.shutdownGracefully()
    }

    @Test("are its files, threads and age, as Prometheus' own libraries name them")
    func process() throws {
        ProcessMetrics.register(with: registry)
        let exposition = try read()
        #expect(try #require(exposition.value("process_threads")) >= 1)
        #expect(try #require(exposition.value("process_max_fds")) >= 16)
        let resident = try #require(exposition.value("process_resident_memory_bytes"))
        #expect(resident < (try #require(exposition.value("process_virtual_memory_bytes"))))
        // It started after 2020, and before now.
        let start = try #require(exposition.value("process_start_time_seconds"))
        #expect(start > 1_577_836_800)
        #expect(start <= Double(time(nil)))
    }
}
