import Foundation
import Foundations
import FoundationsTestSupport
import Logging
import Postgres
import PostgresTestSupport
import RPCTestSupport
import Synchronization
import Testing

@testable import ServiceKit

private struct Broken: Error {}

@Suite("A worker of a queue", .timeLimit(.minutes(5)))
struct LeaseWorkerTests {
    struct Job: QueuedWork {
        let id: Int64

        static let columns: Statement = "work.id"

        init(_ row: Row) throws { id = try row["id"] }

        var identity: Statement { "id = \(id)" }
    }

    let clock = ManualWallClock()
    let signal = WorkSignal()

    func withJobs(_ count: Int, _ body: (PostgresPool) async throws -> Void) async throws {
        try await TestDatabase.withPool(size: 8) { pool in
            try await pool.withConnection { connection in
                try await connection.executeScript(
                    """
                    CREATE TABLE jobs (
                        id bigint PRIMARY KEY, since timestamptz NOT NULL DEFAULT now(), due_at timestamptz,
                        attempts integer NOT NULL DEFAULT 0, claim uuid, claimed_until timestamptz,
                        parked_at timestamptz, last_error text
                    )
                    """
                )
            }
            try await add(pool, 0..<count)
            try await body(pool)
        }
    }

    func add(_ pool: PostgresPool, _ ids: Range<Int>) async throws {
        for id in ids { try await pool.execute("INSERT INTO jobs (id) VALUES (\(Int64(id)))") }
    }

    func count(_ pool: PostgresPool, where condition: String = "true") async throws -> Int {
        try await pool.query("SELECT count(*) AS count FROM jobs WHERE \(unsafe: condition)")[0]["count"]
    }

    func isThere(_ pool: PostgresPool, _ table: String) async throws -> Bool {
        try await pool.query("SELECT to_regclass(\(table)::text) IS NOT NULL AS there")[0]["there"]
    }

    func queue(_ pool: PostgresPool) -> LeaseQueue<Job> {
        let table = LeaseTable(name: "jobs", key: ["id"], since: "since", deadLetters: .init(), order: "work.id")
        return LeaseQueue(pool: pool, table: table, time: .clock(clock))
    }

    func worker(
        _ pool: PostgresPool,
        adjust: (inout LeaseWorker<Job>.Configuration) -> Void = { _ in },
        wokenBy wakeUp: WakeUp? = nil,
        log: Logger = TestDatabase.quietLogger,
        judge: @escaping LeaseWorker<Job>.Judge = { _, _ in nil },
        perform: @escaping LeaseWorker<Job>.Perform
    ) -> LeaseWorker<Job> {
        var configuration = LeaseWorker<Job>.Configuration()
        adjust(&configuration)
        return LeaseWorker(
            "jobs",
            queue: queue(pool),
            configuration: configuration,
            wokenBy: wakeUp,
            signal: signal,
            clock: clock,
            log: log,
            judge: judge,
            perform: perform
        )
    }

    func whileRunning(_ worker: LeaseWorker<Job>, _ body: () async throws -> Void) async throws {
        let task = Task { await worker.run() }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        task.cancel()
        await task.value
        try outcome.get()
    }

    // MARK: Failing

    @Test("takes work over whose worker was killed, once its lease has ended")
    func killed() async throws {
        try await withJobs(1) { pool in
            _ = try await queue(pool).claim(atMost: 1)
            let done = Recorder<Int>()
            try await whileRunning(
                worker(pool) { lease in
                    done.record(lease.attempt)
                    return .finished
                }
            ) {
                try await until("the worker sleeps") { clock.sleeperCount == 1 }
                #expect(done.count == 0)
                clock.advance(by: 31)
                try await done.wait(forCount: 1)
                try await until("it is removed") { try await count(pool) == 0 }
            }
            #expect(done.values == [2])
        }
    }

    @Test("stops work whose lease another has taken, and changes nothing")
    func lostLease() async throws {
        try await withJobs(1) { pool in
            let (begun, ended) = (Recorder<Void>(), Recorder<String>())
            let other = UUID()
            let worker = worker(pool) { _ in
                begun.record(())
                do {
                    try await Gate().wait()
                } catch {
                    ended.record("\(type(of: error))")
                    throw error
                }
                return .finished
            }
            let running = Task { try await worker.runOnce() }
            try await begun.wait(forCount: 1)
            try await until("the lease is kept") { clock.sleeperCount == 1 }
            try await pool.execute("UPDATE jobs SET claim = \(other), attempts = 2")
            clock.advance(by: 10)
            #expect(try await running.value == 1)
            #expect(ended.values == ["CancellationError"])
            #expect(try await count(pool, where: "attempts = 2 AND claim IS NOT NULL AND parked_at IS NULL") == 1)
        }
    }

    @Test("postpones what fails by growing pauses, and parks it at the limit of attempts with its reason")
    func poison() async throws {
        try await withJobs(2) { pool in
            let attempts = Recorder<Int64>()
            let worker = worker(
                pool,
                adjust: {
                    $0.attemptLimit = 3
                    $0.concurrency = 2
                    $0.backoff = .doubling(from: .seconds(10), to: .seconds(100))
                }
            ) { lease in
                attempts.record(lease.id)
                if lease.id == 0 { throw Broken() }
                return .finished
            }
            for (count, pause) in [(2, 10.0), (3, 20), (4, 40)] {
                while try await worker.runOnce() > 0 {}
                #expect(attempts.count == count)
                clock.advance(by: pause / 2 - 0.01)
                #expect(try await worker.runOnce() == 0)
                clock.advance(by: pause / 2 + 0.02)
            }
            #expect(try await worker.runOnce() == 0)
            #expect(try await count(pool, where: "parked_at IS NOT NULL AND last_error = 'Broken'") == 1)
            #expect(try await count(pool) == 1)
            #expect(try await queue(pool).retry(where: "work.id = 0") == 1)
            #expect(try await worker.runOnce() == 1)
        }
    }

    @Test("counts no attempt for which the database was gone, and repeats what can't be recorded")
    func databaseFailure() async throws {
        try await withJobs(1) { pool in
            let attempts = Recorder<Int>()
            let worker = worker(pool, adjust: { $0.attemptLimit = 1 }) { lease in
                attempts.record(lease.attempt)
                if attempts.count == 1 { throw PostgresError(.unavailable, "the server is gone") }
                try await pool.execute("ALTER TABLE jobs RENAME TO gone")
                return .finished
            }
            #expect(try await worker.runOnce() == 1)
            #expect(try await count(pool, where: "attempts = 0 AND parked_at IS NULL") == 1)
            clock.advance(by: 1)
            let running = Task { try await worker.runOnce() }
            try await attempts.wait(forCount: 2)
            try await until("it can't be recorded") { try await isThere(pool, "gone") }
            try await pool.execute("ALTER TABLE gone RENAME TO jobs")
            try await until("it is recorded") {
                clock.advance(by: 0.1)
                return try await count(pool) == 0
            }
            #expect(try await running.value == 1)
            #expect(try await count(pool) == 0)
            #expect(attempts.values == [1, 1])
        }
    }

    @Test("leaves an outcome that can't be recorded to the end of the lease")
    func unrecorded() async throws {
        try await withJobs(1) { pool in
            let worker = worker(pool) { _ in
                try await pool.execute("ALTER TABLE jobs RENAME TO gone")
                return .finished
            }
            let running = Task { try await worker.runOnce() }
            let ended = Recorder<Void>()
            let watching = Task {
                let count = try await running.value
                ended.record(())
                return count
            }
            try await until("it is left to the end of the lease") {
                clock.advance(by: 1)
                return ended.count == 1
            }
            #expect(try await watching.value == 1)
            try await pool.execute("ALTER TABLE gone RENAME TO jobs")
            #expect(try await queue(pool).claim(atMost: 1).map(\.attempt) == [2])
        }
    }

    @Test("leaves what it was doing to others at once when it is stopped, uncounted")
    func stopping() async throws {
        try await withJobs(3) { pool in
            let begun = Recorder<Void>()
            let worker = worker(pool, adjust: { $0.concurrency = 2 }) { _ in
                begun.record(())
                try await Gate().wait()
                return .finished
            }
            try await whileRunning(worker) { try await begun.wait(forCount: 2) }
            #expect(try await count(pool, where: "claim IS NULL AND attempts = 0 AND due_at IS NOT NULL") == 2)
            #expect(try await queue(pool).claim(atMost: 3).count == 3)
        }
    }

    @Test("goes on after the queue could not be read")
    func unreadable() async throws {
        try await withJobs(1) { pool in
            try await pool.execute("ALTER TABLE jobs RENAME TO gone")
            let done = Recorder<Void>()
            try await whileRunning(
                worker(pool) { _ in
                    done.record(())
                    return .finished
                }
            ) {
                try await until("it waits") { clock.sleeperCount == 1 }
                try await pool.execute("ALTER TABLE gone RENAME TO jobs")
                clock.advance(by: 10)
                try await done.wait(forCount: 1)
            }
        }
    }

    @Test("does what a judge says of failures, which may change the row itself")
    func judged() async throws {
        try await withJobs(3) { pool in
            let queue = queue(pool)
            let worker = worker(pool, adjust: { $0.concurrency = 3 }) { lease, error in
                guard error is Broken else { return nil }
                switch lease.id {
                case 0: return .parked(reason: "it is broken")
                case 1: return .postponed(.seconds(7), isCounted: false, reason: "later")
                default:
                    _ = try await queue.finish(lease)
                    return .settled
                }
            } perform: { _ in
                throw Broken()
            }
            #expect(try await worker.runOnce() == 3)
            let rows = try await pool.query("SELECT last_error, attempts FROM jobs ORDER BY id")
            #expect(try rows.map { try $0["last_error"] as String } == ["it is broken", "later"])
            #expect(try rows.map { try $0["attempts"] as Int } == [1, 0])
        }
    }

    // MARK: Working

    @Test("keeps the lease of work that takes long")
    func longWork() async throws {
        try await withJobs(1) { pool in
            let (begun, gate) = (Recorder<Void>(), Gate())
            let worker = worker(pool) { _ in
                begun.record(())
                try await gate.wait()
                return .finished
            }
            let running = Task { try await worker.runOnce() }
            try await begun.wait(forCount: 1)
            for _ in 0..<6 {
                try await until("the lease is kept") { clock.sleeperCount == 1 }
                let end: Date = try await pool.query("SELECT claimed_until FROM jobs")[0]["claimed_until"]
                clock.advance(by: 10)
                try await until("it is renewed") {
                    try await pool.query("SELECT claimed_until FROM jobs")[0]["claimed_until"] > end
                }
                #expect(try await queue(pool).claim(atMost: 1).isEmpty)
            }
            gate.open()
            #expect(try await running.value == 1)
            #expect(try await count(pool) == 0)
        }
    }

    @Test("does so much at a time and no more, and begins the next when one is done")
    func concurrency() async throws {
        try await withJobs(7) { pool in
            let running = Atomic(0)
            let (most, gate) = (Recorder<Int>(), Gate())
            let worker = worker(pool, adjust: { $0.concurrency = 3 }) { _ in
                most.record(running.add(1, ordering: .relaxed).newValue)
                try await gate.wait()
                running.subtract(1, ordering: .relaxed)
                return .finished
            }
            try await whileRunning(worker) {
                try await most.wait(forCount: 3)
                try await until("the worker sleeps") { clock.sleeperCount == 4 }
                #expect(most.count == 3)
                gate.open()
                try await until("all is done") { try await count(pool) == 0 }
            }
            #expect(most.values.max() == 3)
        }
    }

    @Test("shares work with others, each piece done once")
    func sharing() async throws {
        try await withJobs(40) { pool in
            let done = Recorder<Int64>()
            @Sendable func work(_ lease: Lease<Job>) -> WorkOutcome {
                done.record(lease.id)
                return .finished
            }
            let first = worker(pool, adjust: { $0.concurrency = 3 }) { work($0) }
            let second = worker(pool, adjust: { $0.concurrency = 3 }) { work($0) }
            try await whileRunning(first) {
                try await whileRunning(second) { try await done.wait(forCount: 40) }
            }
            #expect(Set(done.values).count == 40)
            #expect(done.count == 40)
        }
    }

    @Test("wakes at a signal, at a notification of the database, and when something becomes due")
    func waking() async throws {
        try await withJobs(0) { pool in
            let done = Recorder<Int64>()
            let worker = worker(pool, wokenBy: WakeUp("jobs")) { lease in
                done.record(lease.id)
                return .finished
            }
            let task = Task { await worker.run() }
            // This clock doesn't move by itself: only what is tried here can wake the worker.
            try await until("it sleeps") { clock.sleeperCount == 1 }
            try await add(pool, 0..<1)
            signal.notify()
            try await done.wait(forCount: 1)
            try await until("it sleeps") { try await count(pool) == 0 && clock.sleeperCount == 1 }
            try await add(pool, 1..<2)
            // Listening may begin after the first notification.
            try await until("it is done") {
                try await pool.execute("SELECT pg_notify('jobs_public', '')")
                return done.count == 2
            }
            try await until("it sleeps") { try await count(pool) == 0 && clock.sleeperCount == 1 }
            try await pool.execute("INSERT INTO jobs (id, due_at) VALUES (2, \(clock.now + 2))")
            signal.notify()
            // Due before the next poll, which would come after five seconds.
            try await until("it is done") {
                clock.advance(by: 0.01)
                return done.count == 3
            }
            task.cancel()
            await task.value
        }
    }

    @Test("wakes only at notifications about its work, and at none that was lost")
    func wakingSelectively() async throws {
        try await withJobs(0) { pool in
            let (done, seen) = (Recorder<Int64>(), Recorder<String>())
            let wakeUp = WakeUp("jobs") { payload in
                seen.record(payload)
                return payload == "mine"
            }
            let worker = worker(pool, wokenBy: wakeUp) { lease in
                done.record(lease.id)
                return .finished
            }
            let task = Task { await worker.run() }
            func announce(_ payload: String) async throws {
                try await pool.execute("SELECT pg_notify('jobs_public', \(payload))")
            }
            try await until("it listens") {
                try await announce("other")
                return seen.count > 0
            }
            try await until("it sleeps") { clock.sleeperCount == 1 }
            let signals = signal.count
            try await add(pool, 0..<1)
            let former = seen.count
            try await announce("other")
            try await seen.wait(forCount: former + 1)
            try await announce("mine")
            try await done.wait(forCount: 1)
            // The notification, and the work that has ended.
            try await until("it sleeps") { try await count(pool) == 0 && signal.count == signals + 2 }
            task.cancel()
            await task.value
        }
    }

    @Test("wakes after its connection for notifications broke")
    func wakingAfterLoss() async throws {
        try await withJobs(0) { pool in
            let seen = Recorder<Void>()
            let wakeUp = WakeUp("jobs") { _ in
                seen.record(())
                return false
            }
            let worker = worker(pool, wokenBy: wakeUp) { _ in .finished }
            let task = Task { await worker.run() }
            try await until("it listens") {
                try await pool.execute("SELECT pg_notify('jobs_public', '')")
                return seen.count > 0
            }
            // Nothing else signals: there is no work, and no notification is about any.
            let signals = signal.count
            try await pool.execute(
                """
                SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
                WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()
                """
            )
            try await until("it is woken") { signal.count > signals }
            task.cancel()
            await task.value
        }
    }
}
