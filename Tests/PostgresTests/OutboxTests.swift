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
            try await Outbox.write(OutboxEvent(receiver: "t", key: key, payload: [payload]), in: connection)
        }
    }

    private func count(_ pool: PostgresPool, where condition: String = "true") async throws -> Int {
        try await pool.query("SELECT count(*) AS count FROM outbox WHERE \(unsafe: condition)")[0]["count"]
    }

    @Test("holds no event whose transaction was rolled back, and takes none outside of a transaction")
    func transactional() async throws {
        try await withOutbox { pool in
            await #expect(throws: Offline.self) {
                try await pool.transaction { connection in
                    try await Outbox.write(OutboxEvent(receiver: "t", key: "k", payload: []), in: connection)
                    throw Offline()
                }
            }
            let kept = try await count(pool)
            #expect(kept == 0)
            await #expect(throws: PostgresError.self) {
                try await pool.withConnection {
                    try await Outbox.write(OutboxEvent(receiver: "t", key: "k", payload: []), in: $0)
                }
            }
        }
    }

    @Test("numbers events of a key in the order in which their transactions commit")
    func commitOrder() async throws {
        try await withOutbox { pool in
            let (isWritten, mayCommit) = (Gate(), Gate())
            let slow = Task {
                try await pool.transaction { connection in
                    try await Outbox.write(OutboxEvent(receiver: "t", key: "k", payload: [1]), in: connection)
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

    @Test("names each receiver that events wait for once, and none whose events are all given up")
    func receivers() async throws {
        try await withOutbox { pool in
            #expect(try await Outbox.receivers(in: pool) == [])
            try await pool.transaction { connection in
                for number in 0..<12 {
                    let receiver = ["ocr", "catalog", "notifications"][number % 3]
                    let event = OutboxEvent(receiver: receiver, key: "k\(number)", payload: [])
                    try await Outbox.write(event, in: connection)
                }
            }
            #expect(try await Outbox.receivers(in: pool) == ["catalog", "notifications", "ocr"])
            try await pool.execute("UPDATE outbox SET parked_at = now() WHERE topic = 'notifications'")
            try await pool.execute("DELETE FROM outbox WHERE topic = 'ocr' AND key <> 'k0'")
            #expect(try await Outbox.receivers(in: pool) == ["catalog", "ocr"])
            let queue = Outbox.queue(in: pool)
            #expect(try await queue.backlog(limit: 100).parked == 4)
            #expect(try await queue.backlog(limit: 100, where: QueuedEvent.isFor("ocr")).waiting == 1)
        }
    }

    @Test("gives the events of one receiver and key one at a time, and those of others beside them")
    func queue() async throws {
        try await withOutbox { pool in
            for number in UInt8(0)..<3 { try await write(pool, key: "a", number) }
            try await write(pool, key: "b", 9)
            let queue = Outbox.queue(in: pool)
            let leases = try await queue.claim(atMost: 10, where: QueuedEvent.isFor("t"))
            #expect(Set(leases.map(\.event.payload)) == [[0], [9]])
            #expect(try await queue.claim(atMost: 10).isEmpty)
            for lease in leases {
                let isHeld = try await queue.finish(lease)
                #expect(isHeld)
            }
            #expect(try await queue.claim(atMost: 10).map(\.event.payload) == [[1]])
        }
    }

    @Test("tells its relays of all instances, by the receiver where it is known")
    func notifications() async throws {
        try await withOutbox { pool in
            var events = pool.listen(Outbox.channel(schema: "public")).makeAsyncIterator()
            guard case .listening = await events.next() else { throw Offline() }
            try await write(pool, key: "k", 1)
            guard case .notification(let written) = await events.next() else { throw Offline() }
            #expect(written.payload == "t")
            try await Outbox.wakeRelays(in: pool)
            guard case .notification(let woken) = await events.next() else { throw Offline() }
            #expect(woken.payload.isEmpty)
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
