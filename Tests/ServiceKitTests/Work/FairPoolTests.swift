import Dispatch
import NIOCore
import PostgresTestSupport
import RPC
import RPCTestSupport
import Testing

@testable import ServiceKit

@Suite("A pool that holders share", .timeLimit(.minutes(5)))
struct FairPoolTests {
    private static let rejection = Status(.resourceExhausted, "Too many people are signing in.", reason: "BUSY")

    @Test("shows what waits and what it rejects in its metrics, and keeps places for others")
    func metrics() async throws {
        let registry = PrometheusRegistry()
        let pool = FairPool<String>(
            "test",
            threads: 1,
            queueLimit: 5,
            rejection: FairPoolTests.rejection,
            metrics: registry
        )
        let gate = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 { group.addTask { try await pool.run(for: "greedy") { gate.wait() } } }
            try await until("half of the places are taken") { pool.load == 3 }
            let rejection = await failure { try await pool.run(for: "greedy") {} }
            #expect(rejection == FairPoolTests.rejection)
            group.addTask { try await pool.run(for: "newcomer") { gate.wait() } }
            try await until("a newcomer waits") { pool.load == 4 }
            let metrics = String(buffer: registry.text())
            #expect(metrics.contains("larder_blocking_pool_load{pool=\"test\"} 4"))
            #expect(metrics.contains("larder_blocking_pool_rejections_total{pool=\"test\"} 1"))
            for _ in 0..<4 { gate.signal() }
            try await group.waitForAll()
        }
        #expect(pool.load == 0)
        #expect(String(buffer: registry.text()).contains("larder_blocking_pool_load{pool=\"test\"} 0"))
    }
}
