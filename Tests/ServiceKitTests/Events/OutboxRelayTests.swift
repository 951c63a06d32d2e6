import Foundation
import Foundations
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPCTestSupport
import Synchronization
import Testing

@testable import ServiceKit

private struct Offline: Error {}

@Suite("A relay", .timeLimit(.minutes(5)))
struct OutboxRelayTests {
    func withOutbox(_ body: (PostgresPool) async throws -> Void) async throws {
        try await TestDatabase.withPool(size: 8) { pool in
            try await pool.withConnection { try await $0.executeScript(Outbox.migrationSQL) }
            try await body(pool)
        }
    }

    func write(_ pool: PostgresPool, to receiver: String = "t", key: String, _ payload: UInt8) async throws {
        try await pool.transaction { connection in
            try await Outbox.write(OutboxEvent(receiver: receiver, key: key, payload: [payload]), in: connection)
        }
    }

    func count(_ pool: PostgresPool, where condition: String = "true") async throws -> Int {
        try await pool.query("SELECT count(*) AS count FROM outbox WHERE \(unsafe: condition)")[0]["count"]
    }

    func relay(
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
            time: .clock(clock),
            log: TestDatabase.quietLogger,
            deliver: deliver
        )
    }

    func drain(_ relay: OutboxRelay) async throws {
        while try await relay.deliverBatch() > 0 {}
    }

    /// Runs `body` while a relay works.
    func whileRunning(_ relay: OutboxRelay, _ body: () async throws -> Void) async throws {
        let task = Task { await relay.run() }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        task.cancel()
        await task.value
        try outcome.get()
    }

    @Test("delivers an event whole and forgets it")
    func delivery() async throws {
        try await withOutbox { pool in
            let event = OutboxEvent(receiver: "receipt.read", key: "user", payload: [0, 1, 255], trace: "00-ab-cd-01")
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

    @Test("parks only what the receiver rejects, and goes on with the next one of its key")
    func parking() async throws {
        try await withOutbox { pool in
            for number in UInt8(1)...3 { try await write(pool, key: "k", number) }
            let (clock, delivered) = (ManualWallClock(), Recorder<[UInt8]>())
            let relay = relay(pool, clock: clock) { event in
                delivered.record(event.payload)
                if event.payload == [1] { throw DeliveryFailure.rejected("the receiver rejects it") }
                if event.payload == [2], delivered.count < 5 { throw DeliveryFailure.failed("it is busy") }
            }
            for _ in 0..<4 {
                try await drain(relay)
                clock.advance(by: 3600)
            }
            #expect(delivered.values == [[1], [2], [2], [2], [2], [3]])
            let parked = try await pool.query("SELECT id, last_error FROM outbox WHERE parked_at IS NOT NULL")
            #expect(try parked.map { try $0["last_error"] as String } == ["the receiver rejects it"])
            #expect(try await count(pool) == 1)
        }
    }

    @Test("delivers everything, in order, to a receiver that was down for days")
    func downForDays() async throws {
        try await withOutbox { pool in
            for number in UInt8(0)..<12 { try await write(pool, key: "k\(number % 3)", number) }
            let (clock, delivered, attempts) = (ManualWallClock(), Recorder<OutboxEvent>(), Recorder<Date>())
            let start = clock.now
            let relay = relay(pool, clock: clock) { event in
                attempts.record(clock.now)
                if clock.now < start + 4 * 86_400 { throw DeliveryFailure.unavailable("connection refused") }
                delivered.record(event)
            }
            for _ in 0..<(4 * 24) {
                _ = try await relay.deliverBatch()
                clock.advance(by: 3_600)
            }
            #expect(attempts.count >= 3 * 4 * 24)
            #expect(delivered.values.isEmpty)
            #expect(try await count(pool, where: "parked_at IS NULL") == 12)
            try await drain(relay)
            for key in 0..<3 {
                let payloads = delivered.values.filter { $0.key == "k\(key)" }.map { $0.payload[0] }
                #expect(payloads == payloads.sorted() && payloads.count == 4)
            }
            #expect(try await count(pool) == 0)
        }
    }

    @Test("delivers within half a minute what waited for a receiver that was away for long")
    func afterOutage() async throws {
        try await withOutbox { pool in
            try await write(pool, key: "k", 1)
            let clock = ManualWallClock()
            let isUp = Atomic(false)
            let relay = relay(pool, clock: clock) { _ in
                if !isUp.load(ordering: .relaxed) { throw DeliveryFailure.unavailable("connection refused") }
            }
            for _ in 0..<20 {
                #expect(try await relay.deliverBatch() == 1)
                clock.advance(by: 30)
            }
            isUp.store(true, ordering: .relaxed)
            #expect(try await relay.deliverBatch() == 1)
            #expect(try await count(pool) == 0)
        }
    }

    @Test("asks a receiver that is unavailable with one event at a time, after pauses, and resumes at once")
    func outage() async throws {
        try await withOutbox { pool in
            for number in UInt8(0)..<5 { try await write(pool, key: "k\(number)", number) }
            let (clock, attempts) = (ManualWallClock(), Recorder<Void>())
            let isUp = Atomic(false)
            let relay = relay(
                pool,
                clock: clock,
                adjust: {
                    $0.backoff = .doubling(from: .milliseconds(1), to: .milliseconds(1))
                    $0.outageBackoff = Backoff(
                        initial: .seconds(20),
                        multiplier: 1,
                        maximum: .seconds(20),
                        jitter: 1...1
                    )
                    $0.pollInterval = .seconds(1_000_000)
                }
            ) { _ in
                attempts.record(())
                if !isUp.load(ordering: .relaxed) { throw DeliveryFailure.unavailable("connection refused") }
            }
            try await whileRunning(relay) {
                for count in 5...8 {
                    try await attempts.wait(forCount: count)
                    // During a delivery, what keeps its lease would be due earlier.
                    try await until("deliveries pause") { clock.dueTimes.first == clock.now + 20 }
                    #expect(attempts.count == count)
                    if count == 8 { isUp.store(true, ordering: .relaxed) }
                    clock.advance(by: 20)
                }
                // The clock doesn't move any more: whatever paused would never be delivered.
                try await until("all are delivered") { try await count(pool) == 0 }
            }
        }
    }

    @Test("lets no receiver wait for one that hangs, which gets its share of deliveries and no more")
    func hangingReceiver() async throws {
        try await withOutbox { pool in
            for number in UInt8(0)..<20 {
                try await write(pool, to: "hanging", key: "k\(number)", number)
                try await write(pool, to: "quick", key: "k\(number)", number)
            }
            let (begun, delivered, gate) = (Recorder<Void>(), Recorder<UInt8>(), Gate())
            let relay = relay(pool, adjust: { $0.concurrency = 4 }) { event in
                guard event.receiver == "hanging" else { return delivered.record(event.payload[0]) }
                begun.record(())
                try await gate.wait()
            }
            try await whileRunning(relay) {
                try await begun.wait(forCount: 4)
                try await delivered.wait(forCount: 20)
                try await write(pool, to: "late", key: "k", 99)
                try await delivered.wait(forCount: 21)
                #expect(begun.count == 4)
                gate.open()
                try await until("the outbox is empty") { try await count(pool) == 0 }
            }
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
            try await until("the delivery runs") { clock.sleeperCount == 3 }
            clock.advance(by: 5)
            #expect(try await late.value == 1)
            let reason: String = try await pool.query("SELECT last_error FROM outbox")[0]["last_error"]
            #expect(reason.contains("longer than 5"))

            clock.advance(by: 100)
            let stopped = Task { try await relay.deliverBatch() }
            try await until("the delivery runs") { clock.sleeperCount == 3 }
            stopped.cancel()
            _ = await stopped.result
            #expect(try await count(pool, where: "claimed_by IS NULL AND attempts = 1") == 1)
        }
    }
}
