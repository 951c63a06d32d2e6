import ConcurrencyTestSupport
import FoundationEssentials
import Foundations
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import Testing

private struct Offline: Error {}

@Suite("The outbox", .timeLimit(.minutes(5)))
struct OutboxTests {
    private func withOutbox(_ body: (PostgresPool) async throws -> Void) async throws {
        try await TestDatabase.withPool(size: 8) { pool in
            try await pool.withConnection { try await $0.executeScript(Outbox.migrationSQL) }
            try await body(pool)
        }
    }

    private func write(_ pool: PostgresPool, key: String, _ payload: UInt8) async throws {
        try await pool.transaction { connection in
            try await Outbox.write(OutboxEvent(topic: "t", key: key, payload: [payload]), in: connection)
        }
    }

    private func count(_ pool: PostgresPool, where condition: String = "true") async throws -> Int {
        try await pool.query("SELECT count(*) AS count FROM outbox WHERE \(unsafe: condition)")[0]["count"]
    }

    private func relay(
        _ pool: PostgresPool,
        clock: ManualWallClock = ManualWallClock(),
        adjust: (inout OutboxRelay.Configuration) -> Void = { _ in },
        deliver: @escaping @Sendable (OutboxEvent) async throws -> Void
    ) -> OutboxRelay {
        var configuration = OutboxRelay.Configuration()
        adjust(&configuration)
        return OutboxRelay(
            pool: pool,
            configuration: configuration,
            clock: clock,
            logger: TestDatabase.quietLogger,
            deliver: deliver
        )
    }

    private func drain(_ relay: OutboxRelay) async throws {
        while try await relay.deliverBatch() > 0 {}
    }

    @Test("holds no event whose transaction was rolled back, and takes none outside of a transaction")
    func transactional() async throws {
        try await withOutbox { pool in
            await #expect(throws: Offline.self) {
                try await pool.transaction { connection in
                    try await Outbox.write(OutboxEvent(topic: "t", key: "k", payload: []), in: connection)
                    throw Offline()
                }
            }
            let kept = try await count(pool)
            #expect(kept == 0)
            await #expect(throws: PostgresError.self) {
                try await pool.withConnection {
                    try await Outbox.write(OutboxEvent(topic: "t", key: "k", payload: []), in: $0)
                }
            }
        }
    }

    @Test("delivers an event whole and forgets it")
    func delivery() async throws {
        try await withOutbox { pool in
            let event = OutboxEvent(topic: "receipt.read", key: "user", payload: [0, 1, 255], trace: "00-ab-cd-01")
            try await pool.transaction { try await Outbox.write(event, in: $0) }
            let delivered = Recorder<OutboxEvent>()
            try await drain(relay(pool) { delivered.record($0) })
            #expect(delivered.values == [event])
            #expect(try await count(pool) == 0)
        }
    }

    @Test("wakes its relay when an event is written, without waiting for the next look")
    func wake() async throws {
        try await withOutbox { pool in
            let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
            // This clock never moves, so only the notification can wake the relay.
            let clock = ManualWallClock()
            let running = relay(pool, clock: clock) { continuation.yield($0.payload) }
            let task = Task { await running.run() }
            var deliveries = stream.makeAsyncIterator()
            for number in UInt8(1)...3 {
                try await until("the relay sleeps") { clock.sleeperCount > 0 }
                try await write(pool, key: "k", number)
                #expect(await deliveries.next() == [number])
            }
            task.cancel()
            await task.value
        }
    }

    @Test("keeps the order of events with the same key, also past a failure")
    func order() async throws {
        try await withOutbox { pool in
            for number in UInt8(0)..<10 {
                try await write(pool, key: "a", number)
                try await write(pool, key: "b", number)
            }
            let (delivered, failed) = (Recorder<OutboxEvent>(), Recorder<Int>())
            let clock = ManualWallClock()
            let relay = relay(pool, clock: clock) { event in
                if event.key == "a", event.payload == [3], failed.values.isEmpty {
                    failed.record(1)
                    throw Offline()
                }
                delivered.record(event)
            }
            try await drain(relay)
            #expect(delivered.values.filter { $0.key == "a" }.map(\.payload) == [[0], [1], [2]])
            #expect(delivered.values.filter { $0.key == "b" }.count == 10)
            clock.advance(by: 10)
            try await drain(relay)
            for key in ["a", "b"] {
                let payloads = delivered.values.filter { $0.key == key }.map(\.payload)
                #expect(payloads == (UInt8(0)..<10).map { [$0] })
            }
        }
    }

    @Test("pauses longer after each failure")
    func backoff() async throws {
        try await withOutbox { pool in
            try await write(pool, key: "k", 1)
            let (clock, attempts) = (ManualWallClock(), Recorder<Date>())
            let relay = relay(
                pool,
                clock: clock,
                adjust: { $0.backoff = .doubling(from: .seconds(8), to: .seconds(20)) }
            ) { _ in
                attempts.record(clock.now)
                throw Offline()
            }
            // The pause is between half of the exponential value and the whole of it.
            for (failures, longest) in [(1, 8.0), (2, 16), (3, 20), (4, 20)] {
                try await drain(relay)
                #expect(attempts.values.count == failures)
                clock.advance(by: longest / 2 - 0.01)
                try await drain(relay)
                #expect(attempts.values.count == failures)
                clock.advance(by: longest / 2 + 0.02)
            }
            let reason: String = try await pool.query("SELECT last_error FROM outbox")[0]["last_error"]
            #expect(reason == "Offline")
        }
    }

    @Test("parks an event that fails too often or for good, and goes on with the next one of its key")
    func parking() async throws {
        try await withOutbox { pool in
            for number in UInt8(1)...3 { try await write(pool, key: "k", number) }
            let (clock, delivered) = (ManualWallClock(), Recorder<[UInt8]>())
            let relay = relay(pool, clock: clock, adjust: { $0.attemptLimit = 3 }) { event in
                delivered.record(event.payload)
                if event.payload == [1] { throw OutboxDeliveryError.permanent("the receiver refuses it") }
                if event.payload == [2] { throw Offline() }
            }
            for _ in 0..<4 {
                try await drain(relay)
                clock.advance(by: 3600)
            }
            #expect(delivered.values == [[1], [2], [2], [2], [3]])
            #expect(try await count(pool, where: "parked_at IS NOT NULL") == 2)
            let parked = try await pool.query("SELECT id, last_error FROM outbox ORDER BY sequence")
            #expect(try parked[0]["last_error"] as String == "the receiver refuses it")
            #expect(try await Outbox.unpark(try parked[0]["id"], in: pool))
            #expect(try await !Outbox.unpark(UUID(), in: pool))
            #expect(try await count(pool, where: "parked_at IS NULL") == 1)
        }
    }

    @Test("is shared by relays, each event going to one of them")
    func sharing() async throws {
        try await withOutbox { pool in
            for number in UInt8(0)..<60 { try await write(pool, key: "k\(number % 7)", number) }
            let delivered = Recorder<OutboxEvent>()
            let relays = (0..<2).map { _ in relay(pool, adjust: { $0.concurrency = 3 }) { delivered.record($0) } }
            try await withThrowingTaskGroup { group in
                for relay in relays {
                    group.addTask { while try await count(pool) > 0 { _ = try await relay.deliverBatch() } }
                }
                try await group.waitForAll()
            }
            #expect(delivered.values.count == 60)
            for key in 0..<7 {
                let payloads = delivered.values.filter { $0.key == "k\(key)" }.map { $0.payload[0] }
                #expect(payloads == payloads.sorted())
            }
        }
    }

    @Test("delivers again what a relay that vanished had claimed")
    func lease() async throws {
        try await withOutbox { pool in
            try await write(pool, key: "k", 1)
            let vanished = UUID()
            let clock = ManualWallClock()
            try await pool.execute(
                "UPDATE outbox SET claimed_by = \(vanished), claimed_until = \(clock.now + 60), attempts = 1"
            )
            let delivered = Recorder<[UInt8]>()
            let relay = relay(pool, clock: clock) { delivered.record($0.payload) }
            try await drain(relay)
            #expect(delivered.values.isEmpty)
            clock.advance(by: 61)
            try await drain(relay)
            #expect(delivered.values == [[1]])
        }
    }

    @Test("cancels a delivery that takes too long, and leaves it to others when its relay stops")
    func slowDelivery() async throws {
        try await withOutbox { pool in
            try await write(pool, key: "k", 1)
            let clock = ManualWallClock()
            let relay = relay(pool, clock: clock, adjust: { $0.deliveryTimeout = .seconds(5) }) { _ in
                try await clock.sleep(for: .seconds(1_000_000))
            }
            let late = Task { try await relay.deliverBatch() }
            try await until("the delivery runs") { clock.sleeperCount == 2 }
            clock.advance(by: 5)
            #expect(try await late.value == 1)
            let reason: String = try await pool.query("SELECT last_error FROM outbox")[0]["last_error"]
            #expect(reason.contains("longer than 5"))

            clock.advance(by: 100)
            let stopped = Task { try await relay.deliverBatch() }
            try await until("the delivery runs") { clock.sleeperCount == 2 }
            stopped.cancel()
            _ = await stopped.result
            #expect(try await count(pool, where: "claimed_by IS NULL AND attempts = 1") == 1)
        }
    }

    @Test("numbers events of a key in the order in which their transactions commit")
    func commitOrder() async throws {
        try await withOutbox { pool in
            let (isWritten, mayCommit) = (Gate(), Gate())
            let slow = Task {
                try await pool.transaction { connection in
                    try await Outbox.write(OutboxEvent(topic: "t", key: "k", payload: [1]), in: connection)
                    isWritten.open()
                    try await mayCommit.wait()
                }
            }
            try await isWritten.wait()
            let quick = Task { try await write(pool, key: "k", 2) }
            try await until("the second writer waits") {
                try await pool.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted").count == 1
            }
            mayCommit.open()
            try await slow.value
            try await quick.value
            let payloads = try await pool.query("SELECT payload FROM outbox ORDER BY sequence")
            #expect(try payloads.map { try $0["payload"] as [UInt8] } == [[1], [2]])
        }
    }
}

@Suite("The inbox", .timeLimit(.minutes(5)))
struct InboxTests {
    @Test("takes an event once, and again when its effect was rolled back")
    func once() async throws {
        try await TestDatabase.withPool { pool in
            try await pool.withConnection { try await $0.executeScript(Outbox.migrationSQL) }
            let id = UUID()
            await #expect(throws: Offline.self) {
                try await pool.transaction { connection in
                    #expect(try await Inbox.claim(eventID: id, in: connection))
                    throw Offline()
                }
            }
            #expect(try await pool.transaction { try await Inbox.claim(eventID: id, in: $0) })
            #expect(try await pool.transaction { try await !Inbox.claim(eventID: id, in: $0) })
            #expect(try await Inbox.forget(before: Date() + 60, in: pool) == 1)
            #expect(try await pool.transaction { try await Inbox.claim(eventID: id, in: $0) })
        }
    }
}
