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

extension EventConsumerTests {
    // MARK: Transactions

    @Test("takes back the effect of a kept event that another instance took over meanwhile")
    func takenOver() async throws {
        try await withSchema { pool in
            try await deliver(event(.purchaseSettled(.init(receiptID: "r"))), to: consumer(pool))
            let newer = EventConsumer(
                pool: pool,
                log: TestDatabase.quietLogger,
                clock: clock,
                time: .clock(clock)
            ) { event in
                .transaction { connection in
                    try await connection.execute("INSERT INTO effects (event, receipt) VALUES (\(event.id), 'r')")
                    try await pool.execute("UPDATE kept_events SET claim = gen_random_uuid()")
                }
            }
            #expect(try await newer.handOver().runOnce() == 1)
            #expect(try await receipts(pool).isEmpty)
            #expect(try await count(pool, "inbox") == 0)
            // The one who took it has it, and this one has changed nothing.
            #expect(try await count(pool, "kept_events", where: "claim IS NOT NULL AND last_error IS NULL") == 1)
        }
    }

    @Test("repeats the transaction of an effect that fell victim to another one, where that is asked for")
    func retrying() async throws {
        try await withSchema { pool in
            for (isRetrying, expected) in [(true, 3), (false, 1)] {
                let attempts = Recorder<Void>()
                let consumer = EventConsumer(pool: pool, log: TestDatabase.quietLogger) { event in
                    .transaction(retrying: isRetrying) { connection in
                        attempts.record(())
                        try await connection.execute("INSERT INTO effects (event, receipt) VALUES (\(event.id), 'r')")
                        if attempts.count < 3 { throw PostgresError(.serializationFailure, "in conflict") }
                    }
                }
                let isTaken = (try? await deliver(event(.receiptFailed(.init())), to: consumer)) != nil
                #expect(isTaken == isRetrying)
                #expect(attempts.count == expected)
                let receipts = try await receipts(pool)
                #expect(receipts == ["r"])
            }
        }
    }

    // MARK: What is known of an event

    @Test("hands a kept event over with its sender's trace, by which both programs' logs are found")
    func keptTrace() async throws {
        try await withSchema { pool in
            let traces = Recorder<String?>()
            let trace = TraceContext()
            try await deliver(event(.purchaseSettled(.init(receiptID: "r"))), to: consumer(pool), trace: trace)
            let newer = EventConsumer(
                pool: pool,
                log: TestDatabase.quietLogger,
                clock: clock,
                time: .clock(clock)
            ) { _ in
                traces.record(TraceContext.current?.traceID)
                return EventEffect.none
            }
            #expect(try await newer.handOver().runOnce() == 1)
            #expect(traces.values == [trace.traceID])
            #expect(try await count(pool, "kept_events") == 0)
        }
    }

    @Test("notes who sent an event that it keeps, and keeps the first of two deliveries")
    func keptSender() async throws {
        try await withSchema { pool in
            let (consumer, event) = (consumer(pool), event(.purchaseSettled(.init(receiptID: "r"))))
            for _ in 0..<2 { try await deliver(event, to: consumer, as: "budget") }
            let senders = try await pool.query("SELECT sender FROM kept_events").map { try $0["sender"] as String }
            #expect(senders == ["budget"])
        }
    }

    @Test("reads an event without a time, and none without a kind")
    func parts() throws {
        let id = UUID()
        let timeless = try #require(ConsumedEvent(Events.Event(id: id.canonical, payload: .consentWithdrawn(.init()))))
        #expect(timeless.id == id)
        #expect(timeless.occurredAt == nil)
        #expect(ConsumedEvent(event(.consentWithdrawn(.init())))?.occurredAt == Date(timeIntervalSince1970: 1))
        #expect(ConsumedEvent(event(nil)) == nil)
    }

    @Test("knows the number of each kind, also of one that it doesn't know and of none")
    func kinds() throws {
        func kind(_ event: Events.Event, _ more: [UInt8] = []) throws -> Int32 {
            let bytes = try Array(event.encoded().readableBytesView) + more
            return try PreservedMessage<Events.Event>(decoding: ByteBuffer(bytes: bytes)).kind
        }
        #expect(try kind(event(.purchaseRecorded(.init(userID: "u")))) == 10)
        #expect(try kind(event(.receiptFailed(.init()))) == 11)
        #expect(try kind(event(.purchaseSettled(.init()))) == 14)
        #expect(try kind(event(nil)) == 0)
        #expect(try kind(event(.accountSecured(.init()))) == 15)
        // Fields 900 and 31: the first one counts, and never beside a kind that is known.
        #expect(try kind(event(nil), [0xA2, 0x38, 2, 8, 1, 0xFA, 0x01, 0]) == 900)
        #expect(try kind(event(.receiptFailed(.init())), [0xA2, 0x38, 0]) == 11)
    }
}
