import Foundation
import NIOCore
import Postgres
import PostgresTestSupport
import RPCTestSupport
import Testing

@testable import ServiceKit

@Suite("Metrics of a queue", .timeLimit(.minutes(5)))
struct QueueMetricsTests {
    private func value(_ registry: PrometheusRegistry, _ name: String) throws -> Double? {
        try Exposition(String(buffer: registry.text())).value("larder_queue_\(name)", ["queue": "kept"])
    }

    @Test("are what waits, what was parked and the age of the oldest that waits")
    func backlog() async throws {
        try await TestSchema.with { pool in
            for _ in 0..<3 {
                let event = KeptEvent(id: UUID(), kind: 900, sender: "budget", event: [], trace: nil)
                try await pool.withConnection { try await event.keep(in: $0) }
            }
            try await pool.execute("UPDATE kept_events SET received_at = now() - interval '2 hours'")
            // What is parked doesn't wait, however old it is.
            try await pool.execute(
                """
                UPDATE kept_events SET parked_at = now(), received_at = now() - interval '9 hours'
                WHERE sequence = (SELECT min(sequence) FROM kept_events)
                """
            )
            let runtime = try await makeRuntime()
            let work = QueueMetrics.watch(KeptEvent.queue(in: pool), as: "kept", runtime)
            let running = Task { await runtime.work.run(work) }
            try await until("the queue was measured") { try value(runtime.metrics, "waiting") == 2 }
            #expect(try value(runtime.metrics, "parked") == 1)
            let age = try #require(try value(runtime.metrics, "oldest_age_seconds"))
            #expect((7_200..<32_000).contains(age))
            running.cancel()
            await running.outcome
            await runtime.close()
        }
    }

    @Test("have no age once nothing waits")
    func empty() throws {
        let registry = PrometheusRegistry()
        let gauges = QueueGauges("larder.queue", dimensions: [("queue", "kept")], factory: registry)
        gauges.set(QueueBacklog(waiting: 1, parked: 2, oldestAge: .milliseconds(1_500)))
        #expect(try value(registry, "oldest_age_seconds") == 1.5)
        gauges.set(QueueBacklog(waiting: 0, parked: 2, oldestAge: nil))
        #expect(try value(registry, "oldest_age_seconds") == 0)
        #expect(try value(registry, "parked") == 2)
    }
}
