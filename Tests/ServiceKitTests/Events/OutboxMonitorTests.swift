import Foundation
import Foundations
import FoundationsTestSupport
import NIOCore
import Postgres
import PostgresTestSupport
import RPCTestSupport
import Testing

@testable import ServiceKit

@Suite("Measuring an outbox", .timeLimit(.minutes(5)))
struct OutboxMonitorTests {
    private func withMonitor(
        log lines: Recorder<String> = Recorder(),
        _ body: (PostgresPool, ManualWallClock, PrometheusRegistry, OutboxMonitor) async throws -> Void
    ) async throws {
        try await TestSchema.with { pool in
            let (clock, registry) = (ManualWallClock(now: Date()), PrometheusRegistry())
            let monitor = OutboxMonitor(
                pool,
                time: .clock(clock),
                limit: .seconds(900),
                factory: registry,
                log: RecordingLogHandler.logger(lines)
            )
            try await body(pool, clock, registry, monitor)
        }
    }

    private func write(_ pool: PostgresPool, to receiver: String) async throws {
        try await pool.transaction { connection in
            try await Outbox.write(OutboxEvent(receiver: receiver, key: "k", payload: []), in: connection)
        }
    }

    @Test("reports receivers whose oldest event waits too long, and that they are served again")
    func late() async throws {
        let lines = Recorder<String>()
        try await withMonitor(log: lines) { pool, clock, registry, monitor in
            func measure() async throws -> String? {
                try await monitor.measureReceivers()
                return await monitor.degradation()
            }
            func age(of receiver: String) throws -> Double? {
                try Exposition(String(buffer: registry.text()))
                    .value("larder_outbox_receiver_oldest_age_seconds", ["receiver": receiver])
            }
            #expect(try await measure() == nil)
            for receiver in ["catalog", "notifications"] { try await write(pool, to: receiver) }
            clock.advance(by: 800)
            #expect(try await measure() == nil)
            try await pool.execute("DELETE FROM outbox WHERE topic = 'notifications'")
            clock.advance(by: 200)
            let sentence = try #require(try await measure())
            #expect(sentence.contains("catalog (16 min)") && !sentence.contains("notifications"))
            #expect(try age(of: "catalog").map { (990...1_100).contains($0) } == true)
            #expect(try age(of: "notifications") == 0)
            _ = try await measure()
            #expect(lines.values.filter { $0.contains("wait too long") }.count == 1)
            try await pool.execute("DELETE FROM outbox")
            #expect(try await measure() == nil)
            #expect(lines.values.contains { $0.contains("delivered to their receiver again") })
        }
    }

    @Test(
        "writes ages in minutes up to two hours, in hours up to two days, then in days",
        arguments: [
            (119.5, "119 min"), (120.5, "2 h"), (2_850, "47 h"), (2_910, "2 days"), (14_430, "10 days"),
        ] as [(Double, String)]
    )
    func ages(minutes: Double, text: String) async throws {
        try await withMonitor { pool, clock, _, monitor in
            try await write(pool, to: "catalog")
            clock.advance(by: minutes * 60)
            try await monitor.measureReceivers()
            #expect(
                await monitor.degradation()
                    == "events wait too long for catalog (\(text)); see larder operator events list"
            )
        }
    }

    @Test("reports received events that turned out to be invalid, once, until an operator has dropped them")
    func parkedOnReceipt() async throws {
        let lines = Recorder<String>()
        try await withMonitor(log: lines) { pool, _, _, monitor in
            for _ in 0..<2 {
                let kept = KeptEvent(id: UUID(), kind: 900, sender: "budget", event: [], trace: nil)
                try await pool.withConnection { try await kept.keep(in: $0) }
            }
            #expect(try await monitor.measureKept().parked == 0)
            #expect(await monitor.degradation() == nil)
            try await pool.execute("UPDATE kept_events SET parked_at = now()")
            for _ in 0..<2 { #expect(try await monitor.measureKept().parked == 2) }
            let sentence = "2 received events are invalid and set aside; see larder operator events list"
            #expect(await monitor.degradation() == sentence)
            #expect(lines.values.filter { $0.contains("set aside") }.count == 1)
            try await pool.execute("DELETE FROM kept_events")
            _ = try await monitor.measureKept()
            #expect(await monitor.degradation() == nil)
        }
    }

    @Test("shows what waits, what was parked and what was kept")
    func totals() async throws {
        try await withMonitor { pool, clock, registry, monitor in
            for receiver in ["catalog", "catalog", "ocr"] { try await write(pool, to: receiver) }
            try await pool.execute("UPDATE outbox SET parked_at = now() WHERE topic = 'ocr'")
            let kept = KeptEvent(id: UUID(), kind: 900, sender: "budget", event: [], trace: nil)
            try await pool.withConnection { try await kept.keep(in: $0) }
            clock.advance(by: 100)
            let supervisor = WorkSupervisor(log: TestDatabase.quietLogger, metrics: registry)
            let running = Task { await supervisor.run(monitor.work) }
            func value(_ name: String, _ labels: [String: String] = [:]) throws -> Double? {
                try Exposition(String(buffer: registry.text())).value(name, labels)
            }
            try await until("receivers were measured") {
                try value("larder_outbox_receiver_waiting", ["receiver": "catalog"]) == 2
            }
            #expect(try value("larder_outbox_events", ["state": "waiting"]) == 2)
            #expect(try value("larder_outbox_events", ["state": "parked"]) == 1)
            #expect(try value("larder_inbox_kept_events") == 1)
            #expect(try value("larder_inbox_parked_events") == 0)
            #expect(try #require(try value("larder_outbox_oldest_event_age_seconds")) >= 90)
            // Nothing waits for ocr, so it isn't measured.
            #expect(try value("larder_outbox_receiver_parked", ["receiver": "ocr"]) == nil)
            running.cancel()
            await running.outcome
        }
    }
}
