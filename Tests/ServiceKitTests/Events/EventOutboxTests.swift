import CommonMessages
import EventsMessages
import Foundation
import Foundations
import MessageCoding
import NIOCore
import Postgres
import PostgresTestSupport
import RPC
import RPCTestSupport
import Testing

@testable import ServiceKit

@Suite("Writing an event", .timeLimit(.minutes(5)))
struct EventOutboxTests {
    private struct Failure: Error {}

    private func write(_ connection: PostgresConnection) async throws {
        try await EventOutbox.write(
            .receiptFailed(.init(userID: "u-1", receiptID: "r")),
            key: "u-1",
            to: "notifications",
            occurredAt: Date(timeIntervalSince1970: 1_800_000_000.25),
            in: connection
        )
    }

    private func count(_ pool: PostgresPool) async throws -> Int {
        try await pool.query("SELECT count(*) AS count FROM outbox")[0]["count"]
    }

    @Test("that a user may hear of is for notifications, in the order of those about the user")
    func notify() async throws {
        try await TestSchema.with { pool in
            let users = [UUID(), UUID()]
            try await pool.transaction { connection in
                for user in users {
                    try await EventOutbox.notify(
                        user,
                        of: .receiptFailed(.init(userID: user.canonical, receiptID: "r")),
                        at: Date(timeIntervalSince1970: 1_800_000_000),
                        in: connection
                    )
                }
            }
            let rows = try await pool.query("SELECT topic, key FROM outbox ORDER BY sequence")
            #expect(try Set(rows.map { try $0["topic"] as String }) == ["notifications"])
            #expect(try Set(rows.map { try $0["key"] as String }) == Set(users.map(\.canonical)))
        }
    }

    @Test("needs the transaction of what it reports, and is undone with it")
    func transaction() async throws {
        try await TestSchema.with { pool in
            let error = await #expect(throws: PostgresError.self) {
                try await pool.withConnection { try await write($0) }
            }
            #expect(error?.sqlState == "25P01")
            await #expect(throws: Failure.self) {
                try await pool.transaction { connection in
                    try await write(connection)
                    throw Failure()
                }
            }
            let count = try await count(pool)
            #expect(count == 0)
        }
    }

    @Test("gives it an identifier, its time, its receiver and the trace of its cause")
    func content() async throws {
        try await TestSchema.with { pool in
            let trace = TraceContext()
            try await trace.during { try await pool.transaction { try await write($0) } }
            try await pool.transaction { try await write($0) }
            let rows = try await pool.query("SELECT id, topic, key, payload, trace FROM outbox ORDER BY sequence")
            let ids: [UUID] = try rows.map { try $0["id"] }
            #expect(Set(ids).count == 2)
            #expect(try rows.map { try $0["trace"] as String? } == [trace.traceparent, nil])
            #expect(try rows[0]["topic"] == "notifications")
            #expect(try rows[0]["key"] == "u-1")
            let event = try Events.Event(decoding: ByteBuffer(bytes: try rows[0]["payload"] as [UInt8]))
            #expect(event.id == ids[0].canonical)
            #expect(event.occurredAt == .init(seconds: 1_800_000_000, nanos: 250_000_000))
            #expect(event.payload == .receiptFailed(.init(userID: "u-1", receiptID: "r")))
        }
    }
}
