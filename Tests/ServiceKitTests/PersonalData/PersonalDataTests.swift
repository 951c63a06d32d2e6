import EventsMessages
import Foundation
import Foundations
import MessageCoding
import NIOCore
import Postgres
import PostgresTestSupport
import RPC
import RPCTestSupport
import RPCValues
import Testing

@testable import ServiceKit

@Suite("The erasure of a person's data", .timeLimit(.minutes(5)))
struct PersonalDataTests {
    private struct Failure: Error {}

    /// Writes a row of a user into each of the toolkit's tables that hold personal data.
    private func write(of user: UUID, in pool: PostgresPool) async throws {
        var metadata = Metadata()
        metadata.add(MetadataName.idempotencyKey, "key")
        let context = CallContext(method: "larder.test.v1.Test/Add", metadata: metadata, trace: TraceContext())
        let message = RPCMessages.EchoMessage(payload: Array("a".utf8))
        let request = try IdempotencyStore.Request(message, context)
        let payload = Events.Event.Payload.receiptFailed(.init(userID: user.canonical, explanation: "Too dark."))
        _ = try await IdempotencyStore.once(request, of: user, in: pool) { connection in
            for key in [user.canonical, "key"] {
                try await EventOutbox.write(payload, key: key, to: "ocr", occurredAt: .now, in: connection)
            }
            return message
        }
        let event = Array(try Events.Event(payload: payload).encoded().readableBytesView)
        let kept = KeptEvent(id: UUID(), kind: 11, sender: "ocr", event: event, trace: nil)
        try await pool.withConnection { try await kept.keep(in: $0) }
    }

    private func counts(_ pool: PostgresPool) async throws -> [Int] {
        try await StorageCounting.merge(in: pool)
        var counts: [Int] = []
        for table in ["answered_requests", "outbox", "kept_events", "storage_use"] {
            counts.append(try await pool.query("SELECT count(*) AS count FROM \(identifier: table)")[0]["count"])
        }
        return counts
    }

    @Test("leaves everything in place when the service's own part fails, except events that nobody has handled")
    func failing() async throws {
        try await TestSchema.with { pool in
            let user = UUID()
            try await write(of: user, in: pool)
            await #expect(throws: Failure.self) {
                try await PersonalData.erase(of: user, in: pool) { _ in throw Failure() }
            }
            #expect(try await counts(pool) == [1, 2, 0, 1])
        }
    }

    @Test("removes answers and events of the user, by key or by content, and those of nobody else")
    func erased() async throws {
        try await TestSchema.with { pool in
            let (user, other) = (UUID(), UUID())
            for each in [user, other] { try await write(of: each, in: pool) }
            #expect(try await counts(pool) == [2, 4, 2, 2])
            let result = try await PersonalData.erase(of: user, in: pool) { _ in "erased" }
            #expect(result == "erased")
            #expect(try await counts(pool) == [1, 2, 1, 1])
            let left: [UUID] = try await pool.query("SELECT user_id FROM answered_requests").map { try $0["user_id"] }
            #expect(left == [other])
            try await PersonalData.erase(of: user, in: pool) { _ in }
            #expect(try await counts(pool) == [1, 2, 1, 1])
            try await PersonalData.erase(of: other, in: pool) { _ in }
            #expect(try await counts(pool) == [0, 0, 0, 0])
        }
    }

    @Test("includes what the service's own part wrote, such as an event of a change that came before it")
    func late() async throws {
        try await TestSchema.with { pool in
            let user = UUID()
            try await PersonalData.erase(of: user, in: pool) { connection in
                let settled = Events.PurchaseSettled(userID: user.canonical)
                try await EventOutbox.write(
                    .purchaseSettled(settled),
                    key: user.canonical,
                    to: "ocr",
                    occurredAt: .now,
                    in: connection
                )
            }
            #expect(try await counts(pool) == [0, 0, 0, 0])
        }
    }
}
