import Foundation
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPCTestSupport
import Testing

@testable import ServiceKit

extension OutboxRelayTests {
    @Test("goes on after the outbox could not be read")
    func unreadable() async throws {
        try await withOutbox { pool in
            try await write(pool, key: "k", 1)
            try await pool.execute("ALTER TABLE outbox RENAME TO gone")
            let (clock, delivered) = (ManualWallClock(), Recorder<[UInt8]>())
            try await whileRunning(relay(pool, clock: clock) { delivered.record($0.payload) }) {
                try await until("it pauses for a second") { clock.dueTimes == [clock.now + 1] }
                try await pool.execute("ALTER TABLE gone RENAME TO outbox")
                clock.advance(by: 1)
                try await delivered.wait(forCount: 1)
            }
        }
    }

    @Test("is woken for all receivers by a notification that names none, as former versions send them")
    func formerVersion() async throws {
        try await withOutbox { pool in
            let (clock, delivered) = (ManualWallClock(), Recorder<UInt8>())
            try await whileRunning(relay(pool, clock: clock) { delivered.record($0.payload[0]) }) {
                for (number, receiver) in ["budget", "ocr"].enumerated() {
                    try await write(pool, to: receiver, key: "k", UInt8(number))
                }
                try await delivered.wait(forCount: 2)
                // The relay itself, and the worker of each receiver.
                try await until("all wait") { try await count(pool) == 0 && clock.sleeperCount == 3 }
                try await pool.execute(
                    """
                    INSERT INTO outbox (id, topic, key, payload)
                    SELECT gen_random_uuid(), topic, 'k', '\\x07' FROM unnest(ARRAY['budget', 'ocr', 'auth']) AS topic
                    """
                )
                try await until("all are delivered") {
                    try await pool.execute("SELECT pg_notify('outbox_public', '')")
                    return delivered.values.filter { $0 == 7 }.count == 3
                }
            }
        }
    }

    @Test("reports why a delivery failed in words for operators")
    func reasons() {
        let failures: [DeliveryFailure] = [.rejected("a"), .unavailable("b"), .failed("c")]
        #expect(failures.map(\.reason) == ["a", "b", "c"])
    }
}
