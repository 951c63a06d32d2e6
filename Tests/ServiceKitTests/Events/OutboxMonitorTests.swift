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
    @Test("reports receivers whose oldest event waits too long, and that they are served again")
    func late() async throws {
        try await TestDatabase.withPool { pool in
            try await pool.withConnection { try await $0.executeScript(Outbox.migrationSQL) }
            let (clock, registry) = (ManualWallClock(now: Date()), PrometheusRegistry())
            let lines = Recorder<String>()
            let monitor = OutboxMonitor(
                pool,
                time: .clock(clock),
                limit: .seconds(900),
                factory: registry,
                log: RecordingLogHandler.logger(lines)
            )
            func measure() async throws -> String? {
                try await monitor.measureReceivers()
                return await monitor.degradation()
            }
            func age(of receiver: String) throws -> Double? {
                try Exposition(String(buffer: registry.text()))
                    .value("larder_outbox_receiver_oldest_age_seconds", ["receiver": receiver])
            }
            #expect(try await measure() == nil)
            for receiver in ["catalog", "notifications"] {
                try await pool.transaction { connection in
                    try await Outbox.write(OutboxEvent(topic: receiver, key: "k", payload: []), in: connection)
                }
            }
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
}
