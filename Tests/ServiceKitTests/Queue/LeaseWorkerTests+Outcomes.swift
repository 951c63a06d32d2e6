import Foundation
import Foundations
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPC
import RPCTestSupport
import Testing

@testable import ServiceKit

private struct Broken: Error {}

extension LeaseWorkerTests {
    // MARK: Leases

    @Test("keeps work whose lease could not be renewed for a moment")
    func renewalFails() async throws {
        try await withJobs(1) { pool in
            let (begun, gate, lines) = (Recorder<Void>(), Gate(), Recorder<String>())
            let worker = worker(pool, log: RecordingLogHandler.logger(lines)) { _ in
                begun.record(())
                try await gate.wait()
                return .finished
            }
            let running = Task { try await worker.runOnce() }
            try await begun.wait(forCount: 1)
            try await until("the lease is kept") { clock.sleeperCount == 1 }
            try await pool.execute("ALTER TABLE jobs RENAME TO gone")
            clock.advance(by: 10)
            try await lines.wait { $0.contains { $0.hasPrefix("debug a lease could not be renewed") } }
            try await pool.execute("ALTER TABLE gone RENAME TO jobs")
            gate.open()
            #expect(try await running.outcome == 1)
            #expect(try await count(pool) == 0)
        }
    }

    @Test("changes nothing of work that another took just before it ended, and logs that")
    func takenAtTheEnd() async throws {
        try await withJobs(3) { pool in
            let lines = Recorder<String>()
            let outcomes: [WorkOutcome] = [
                .finished, .postponed(.seconds(5), reason: "busy"), .parked(reason: "broken"),
            ]
            let worker = worker(pool, adjust: { $0.concurrency = 3 }, log: RecordingLogHandler.logger(lines)) { lease in
                try await pool.execute("UPDATE jobs SET claim = gen_random_uuid() WHERE id = \(lease.id)")
                return outcomes[Int(lease.id)]
            }
            let claimed = try await worker.runOnce()
            #expect(claimed == 3)
            let untouched = "claim IS NOT NULL AND parked_at IS NULL AND last_error IS NULL AND due_at IS NULL"
            let count = try await count(pool, where: untouched)
            #expect(count == 3)
            #expect(lines.values.filter { $0 == "info another worker has taken the work over work=jobs" }.count == 3)
        }
    }

    @Test("records what its work has done although it is stopped meanwhile")
    func finishedWhileStopping() async throws {
        try await withJobs(2) { pool in
            let (begun, gate) = (Recorder<Void>(), Gate())
            let worker = worker(pool, adjust: { $0.concurrency = 2 }) { lease in
                begun.record(())
                await gate.waitThroughCancellation()
                return lease.id == 0 ? .finished : .parked(reason: "broken")
            }
            let running = Task { await worker.run() }
            try await begun.wait(forCount: 2)
            // Both leases are kept, and the worker waits for one of the two to end.
            try await until("all wait") { clock.sleeperCount == 3 }
            running.cancel()
            // What keeps the leases ends at once; the work does not.
            try await until("no lease is kept") { clock.sleeperCount == 0 }
            gate.open()
            await running.outcome
            let rows = try await pool.query("SELECT id, last_error, claim, attempts FROM jobs")
            #expect(try rows.map { try $0["id"] as Int64 } == [1])
            #expect(try rows.map { try $0["last_error"] as String? } == ["broken"])
            #expect(try rows.map { try $0["claim"] as UUID? } == [nil])
        }
    }

    // MARK: Failures

    @Test("asks a judge again that fails itself")
    func failingJudge() async throws {
        try await withJobs(1) { pool in
            let asked = Recorder<Void>()
            let judge: LeaseWorker<Job>.Judge = { _, _ in
                asked.record(())
                if asked.count < 3 { throw Broken() }
                return .parked(reason: "it is broken")
            }
            let worker = worker(pool, judge: judge) { _ in throw Status(.unavailable, "not now") }
            let running = Task { try await worker.runOnce() }
            try await until("it is parked") {
                if clock.sleeperCount == 1 { clock.advance(by: 0.1) }
                return try await count(pool, where: "last_error = 'it is broken'") == 1
            }
            #expect(try await running.outcome == 1)
            #expect(asked.count == 3)
        }
    }

    @Test("returns work that gives up as if it were cancelled at once and uncounted, whatever the limit of attempts")
    func cancelledWork() async throws {
        try await withJobs(1) { pool in
            let worker = worker(pool, adjust: { $0.attemptLimit = 1 }) { _ in throw CancellationError() }
            for _ in 0..<3 {
                let claimed = try await worker.runOnce()
                let free = try await count(pool, where: "attempts = 0 AND parked_at IS NULL AND claim IS NULL")
                #expect(claimed == 1 && free == 1)
            }
        }
    }

    @Test(
        "does not count an attempt for which the database was not there, but one that the database rejects",
        arguments: [
            (.unavailable, 0), (.poolExhausted, 0), (.timeout, 0), (.deadlock, 0), (.checkViolation, 1), (.encoding, 1),
            (.server, 1),
        ] as [(PostgresError.Code, Int)]
    )
    func databaseErrors(code: PostgresError.Code, attempts: Int) async throws {
        try await withJobs(1) { pool in
            let worker = worker(pool, adjust: { $0.attemptLimit = 2 }) { _ in throw PostgresError(code, "no") }
            _ = try await worker.runOnce()
            let counted = try await count(pool, where: "attempts = \(Int32(attempts)) AND parked_at IS NULL")
            #expect(counted == 1)
            clock.advance(by: 600)
            _ = try await worker.runOnce()
            // The limit holds for what would fail for ever.
            let parked = try await count(pool, where: "parked_at IS NOT NULL")
            #expect(parked == attempts)
        }
    }

    @Test("parks nothing by itself when attempts have no limit")
    func unlimitedAttempts() async throws {
        try await withJobs(1) { pool in
            let worker = worker(pool) { _ in throw Broken() }
            for _ in 0..<20 {
                let claimed = try await worker.runOnce()
                #expect(claimed == 1)
                clock.advance(by: 15)
            }
            let waiting = try await count(pool, where: "attempts = 20 AND parked_at IS NULL")
            #expect(waiting == 1)
        }
    }

    @Test("logs as an error what it parks, with its reason and attempts")
    func parkedLine() async throws {
        try await withJobs(1) { pool in
            let lines = Recorder<String>()
            let worker = worker(pool, adjust: { $0.attemptLimit = 1 }, log: RecordingLogHandler.logger(lines)) { _ in
                throw Broken()
            }
            _ = try await worker.runOnce()
            #expect(lines.values.last == "error work is parked attempts=1 reason=Broken work=jobs")
        }
    }

    @Test("stores of an error only what can hold nobody's data")
    func reasons() {
        struct Telling: Error, CustomStringConvertible { let description = "alice@example.com" }
        func reason(_ error: any Error) -> String { LeaseWorker<Job>.reason(of: error) }
        #expect(reason(Telling()) == "Telling")
        #expect(reason(Status(.notFound, "no alice@example.com")) == "\(StatusCode.notFound)")
        #expect(reason(PostgresError(.server, "no", sqlState: "42P01")) == "server: no (SQLSTATE 42P01)")
        #expect(reason(PostgresError(.server, "a\0b")) == "server: ab")
        #expect(reason(PostgresError(.server, String(repeating: "ü", count: 600))).count == 500)
    }

    // MARK: Outages

    @Test("tries one piece of work at a time, after pauses, while what all of it needs is unavailable")
    func outage() async throws {
        try await withJobs(4) { pool in
            let (attempts, isUp) = (Recorder<Int64>(), Recorder<Void>())
            let worker = worker(
                pool,
                adjust: {
                    $0.concurrency = 4
                    $0.outageBackoff = Backoff(
                        initial: .seconds(20),
                        multiplier: 1,
                        maximum: .seconds(20),
                        jitter: 1...1
                    )
                }
            ) { lease in
                attempts.record(lease.id)
                return isUp.count == 0 ? .unavailable(.zero, reason: "away") : .finished
            }
            try await whileRunning(worker) {
                for count in 4...6 {
                    try await attempts.wait(forCount: count)
                    try await until("the worker pauses") { clock.dueTimes == [clock.now + 20] }
                    #expect(attempts.count == count)
                    clock.advance(by: 20)
                }
                try await attempts.wait(forCount: 7)
                try await until("the worker pauses") { clock.dueTimes == [clock.now + 20] }
                isUp.record(())
                clock.advance(by: 20)
                // No further pause: the first success ends the outage.
                try await until("all is done") { try await count(pool) == 0 }
            }
        }
    }
}
