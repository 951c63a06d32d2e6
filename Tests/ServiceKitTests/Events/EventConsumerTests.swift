import CommonMessages
import EventsMessages
import Foundation
import Foundations
import FoundationsTestSupport
import MessageCoding
import NIOCore
import Postgres
import PostgresTestSupport
import RPC
import RPCTestSupport
import Testing

@testable import ServiceKit

@Suite("A consumer of events", .timeLimit(.minutes(5)))
struct EventConsumerTests {
    let clock = ManualWallClock()

    func withSchema(_ body: (PostgresPool) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await TestDatabase.withPool(size: 8) { pool in
            try await ServiceSchema.migrate(
                "public",
                folder: folder.path,
                with: pool,
                logger: TestDatabase.quietLogger
            )
            try await pool.execute("CREATE TABLE effects (event uuid NOT NULL, receipt text NOT NULL)")
            try await body(pool)
        }
    }

    /// A program that takes failed receipts, and settled purchases if it is a newer one.
    func consumer(
        _ pool: PostgresPool,
        isNewer: Bool = false,
        failure: @escaping @Sendable () throws -> Void = {}
    ) -> EventConsumer {
        EventConsumer(pool: pool, log: TestDatabase.quietLogger, clock: clock, time: .clock(clock)) { event in
            var validator = event.validator
            let receipt: String
            switch event.payload {
            case .receiptFailed(let failed): receipt = failed.receiptID
            case .purchaseSettled(let settled) where isNewer: receipt = settled.receiptID
            case .consentWithdrawn: return EventEffect.none
            default: return nil
            }
            _ = validator.text(receipt, "receipt_id", length: 1...10)
            try validator.finish()
            return .transaction { connection in
                try await connection.execute("INSERT INTO effects (event, receipt) VALUES (\(event.id), \(receipt))")
                try failure()
            }
        }
    }

    func event(_ payload: Events.Event.Payload?, id: UUID = UUID()) -> Events.Event {
        Events.Event(id: id.canonical, occurredAt: .init(seconds: 1), payload: payload)
    }

    func deliver(
        _ event: Events.Event,
        to consumer: EventConsumer,
        as sender: String? = nil,
        trace: TraceContext = TraceContext()
    ) async throws {
        var options = CallOptions()
        options.metadata.add(MetadataName.traceparent, trace.traceparent)
        _ = try await InProcessPeers.with(consumer.handlers, as: sender ?? event.payload?.sender ?? "budget") {
            try await Events.EventSinkClient(channel: $0).deliverEvent(event, options: options)
        }
    }

    func receipts(_ pool: PostgresPool) async throws -> [String] {
        try await pool.query("SELECT receipt FROM effects").map { try $0["receipt"] }
    }

    func count(_ pool: PostgresPool, _ table: String, where condition: String = "true") async throws -> Int {
        try await pool.query("SELECT 1 FROM \(unsafe: table) WHERE \(unsafe: condition)").count
    }

    // MARK: Failing

    @Test("answers an event that is wrong with everything that is, and the same id may come again")
    func wrong() async throws {
        try await withSchema { pool in
            let consumer = consumer(pool)
            var wrong = event(.receiptFailed(.init()))
            wrong.id = "1"
            let refusal = await failure { try await deliver(wrong, to: consumer) }
            #expect(refusal?.code == .invalidArgument)
            #expect(refusal?.fieldViolations.map(\.field) == ["id", "receipt_id"])
            let nameless = await failure { try await deliver(.init(), to: consumer) }
            #expect(nameless?.fieldViolations.map(\.field) == ["id"])
            #expect(try await count(pool, "inbox") == 0)
            let id = UUID()
            _ = await failure { try await deliver(event(.receiptFailed(.init()), id: id), to: consumer) }
            try await deliver(event(.receiptFailed(.init(receiptID: "r")), id: id), to: consumer)
            #expect(try await receipts(pool) == ["r"])
        }
    }

    @Test(
        "rejects an event of a kind that another service sends",
        arguments: [
            ("ocr", Events.Event.Payload.purchaseSettled(.init(receiptID: "r"))),
            ("budget", .receiptFailed(.init(receiptID: "r"))), ("catalog", .consentWithdrawn(.init())),
            ("orders", .purchaseRecorded(.init())), ("auth", .purchaseCorrected(.init())),
        ]
    )
    func foreign(sender: String, payload: Events.Event.Payload) async throws {
        try await withSchema { pool in
            let (foreign, newer) = (event(payload), consumer(pool, isNewer: true))
            let rejection = await failure { try await deliver(foreign, to: newer, as: sender) }
            #expect(rejection?.code == .permissionDenied)
            #expect(rejection?.reason == "FOREIGN_EVENT")
            let stored = try await count(pool, "inbox") + count(pool, "kept_events")
            #expect(stored == 0)
        }
    }

    @Test("notes no event whose effect failed")
    func failedEffect() async throws {
        try await withSchema { pool in
            let event = event(.receiptFailed(.init(receiptID: "r")))
            let failing = consumer(pool, failure: { throw Status(.unavailable, "not now") })
            #expect(await failure { try await deliver(event, to: failing) }?.code == .unavailable)
            #expect(try await count(pool, "inbox") == 0)
            #expect(try await receipts(pool).isEmpty)
            try await deliver(event, to: consumer(pool))
            #expect(try await receipts(pool) == ["r"])
        }
    }

    @Test("gives an event its effect once, however often and at once it comes")
    func once() async throws {
        try await withSchema { pool in
            let consumer = consumer(pool)
            let event = event(.receiptFailed(.init(receiptID: "r")))
            try await withThrowingTaskGroup { group in
                for _ in 0..<10 { group.addTask { try await deliver(event, to: consumer) } }
                try await group.waitForAll()
            }
            try await deliver(event, to: consumer)
            #expect(try await receipts(pool) == ["r"])
        }
    }

    @Test("follows an effect only once it is committed")
    func committed() async throws {
        try await withSchema { pool in
            let (seen, isFailing) = (Recorder<Int>(), Recorder<Void>())
            let consumer = EventConsumer(pool: pool, log: TestDatabase.quietLogger) { _ in
                .transaction { connection in
                    if isFailing.count == 0 { throw Status(.unavailable, "not now") }
                    return try await connection.query("SELECT 7 AS number")[0]["number"] as Int
                } committed: {
                    seen.record($0)
                }
            }
            let event = event(.consentWithdrawn(.init()))
            _ = await failure { try await deliver(event, to: consumer) }
            #expect(seen.values.isEmpty)
            isFailing.record(())
            for _ in 0..<2 { try await deliver(event, to: consumer) }
            #expect(seen.values == [7])
        }
    }

    @Test("takes an event without an effect")
    func withoutEffect() async throws {
        try await withSchema { pool in
            try await deliver(event(.consentWithdrawn(.init())), to: consumer(pool))
            #expect(try await count(pool, "kept_events") == 0)
        }
    }

    // MARK: Unknown kinds

    @Test("keeps an event of an unknown kind whole, with the fields that nobody knows, as it comes over the wire")
    func unknownKind() async throws {
        try await withSchema { pool in
            let id = UUID()
            // Field 5, which is no payload, and field 900, a payload that no version knows, with a message of two bytes.
            let unknown: [UInt8] = [0x28, 1, 0xA2, 0x38, 2, 8, 1]
            let bytes = try Array(event(nil, id: id).encoded().readableBytesView) + unknown
            let message = try PreservedMessage<Events.Event>(decoding: ByteBuffer(bytes: bytes))
            let peers = InProcessPeers(consumer(pool).handlers)
            for _ in 0..<2 {
                let _: Events.DeliverEventResponse = try await peers.channel.unary(
                    Events.EventSinkService.deliverEvent,
                    message,
                    options: CallOptions(timeout: .seconds(20))
                )
            }
            await peers.stop()
            let rows = try await pool.query("SELECT event_id, kind, event FROM kept_events")
            #expect(rows.count == 1)
            #expect(try rows[0]["event_id"] == id)
            #expect(try rows[0]["kind"] as Int32 == 900)
            #expect(try rows[0]["event"] == bytes)
            #expect(try await count(pool, "inbox") == 0)
        }
    }

    @Test("hands kept events over, in their order and once each, when a newer program starts")
    func handOver() async throws {
        try await withSchema { pool in
            let older = consumer(pool)
            let events = (0..<3).map { event(.purchaseSettled(.init(receiptID: "r\($0)"))) }
            for event in events { try await deliver(event, to: older) }
            try await deliver(event(.purchaseRecorded(.init())), to: older)
            // The older program leaves them where they are, also when it starts again.
            let again = consumer(pool).handOver()
            while try await again.runOnce() > 0 {}
            #expect(try await count(pool, "kept_events", where: "claim IS NULL AND attempts = 0") == 4)
            let newer = consumer(pool, isNewer: true)
            // Delivered again in the meantime, as its answer was lost.
            try await deliver(events[1], to: newer)
            let worker = newer.handOver()
            while try await worker.runOnce() > 0 {}
            #expect(try await receipts(pool) == ["r1", "r0", "r2"])
            #expect(try await pool.query("SELECT kind FROM kept_events").map { try $0["kind"] as Int32 } == [10])
            try await deliver(events[0], to: newer)
            #expect(try await receipts(pool).count == 3)
        }
    }

    @Test("leaves to a newer instance what an older one beside it doesn't know")
    func olderBesideNewer() async throws {
        try await withSchema { pool in
            let (older, newer) = (consumer(pool), consumer(pool, isNewer: true))
            try await deliver(event(.purchaseSettled(.init(receiptID: "r"))), to: older)
            let workers = [older.handOver(), newer.handOver()]
            let running = workers.map { worker in Task { await worker.run() } }
            try await until("it is handed over") {
                clock.advance(by: 60)
                return try await receipts(pool) == ["r"]
            }
            for task in running {
                task.cancel()
                await task.value
            }
            #expect(try await count(pool, "kept_events") == 0)
        }
    }

    @Test("parks a kept event that turns out to be wrong, and tries one that fails again")
    func failingHandOver() async throws {
        try await withSchema { pool in
            let older = consumer(pool)
            try await deliver(event(.purchaseSettled(.init())), to: older)
            try await deliver(event(.purchaseSettled(.init(receiptID: "r"))), to: older)
            let failures = Recorder<Void>()
            let newer = consumer(pool, isNewer: true) {
                failures.record(())
                if failures.count < 3 { throw Status(.unavailable, "not now") }
            }
            let worker = newer.handOver()
            for _ in 0..<3 {
                while try await worker.runOnce() > 0 {}
                clock.advance(by: 600)
            }
            #expect(failures.count == 3)
            #expect(try await receipts(pool) == ["r"])
            let rows = try await pool.query("SELECT parked_at IS NOT NULL AS parked, last_error FROM kept_events")
            #expect(try rows.map { try $0["parked"] as Bool } == [true])
            #expect(try (rows[0]["last_error"] as String).contains("receipt_id"))
        }
    }
}
