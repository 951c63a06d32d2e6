import Foundation
import Foundations
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPCTestSupport
import Testing

@testable import ServiceKit

extension ScheduledJobsTests {
    // MARK: Stopping

    @Test("that are stopped are left to other instances at once, and neither failed nor late")
    func stopped() async throws {
        try await withFixture { fixture in
            let begun = Recorder<ScheduledJob.Run>()
            let job = ScheduledJob("tidy", .every(.seconds(3_600))) { run in
                begun.record(run)
                if begun.count == 1 { try await Gate().wait() }
            }
            let instance = try await fixture.instance(job)
            let running = Task { try await instance.runDue() }
            try await begun.wait(forCount: 1)
            running.cancel()
            _ = await running.result
            #expect(try await fixture.outcomes() == ["abandoned"])
            #expect(fixture.supervisor.degradation == nil)
            #expect(try await fixture.instance(job).runDue() == 1)
            #expect(begun.values.map(\.failures) == [0, 0])
            #expect(Set(begun.values.map(\.dueAt)).count == 1)
        }
    }

    @Test("that end while they are stopped are done")
    func doneWhileStopping() async throws {
        try await withFixture { fixture in
            let (begun, gate) = (Recorder<Void>(), Gate())
            let job = ScheduledJob("tidy", .every(.seconds(3_600))) { _ in
                begun.record(())
                await gate.waitThroughCancellation()
            }
            let instance = try await fixture.instance(job)
            let running = Task { try await instance.runDue() }
            try await begun.wait(forCount: 1)
            try await until("its time is measured and its lease kept") { fixture.clock.sleeperCount == 2 }
            running.cancel()
            // What measures the time and keeps the lease ends at once; the job does not.
            try await until("nothing sleeps") { fixture.clock.sleeperCount == 0 }
            gate.open()
            _ = await running.result
            #expect(try await fixture.outcomes() == ["succeeded"])
            #expect(try await fixture.instance(job).runDue() == 0)
        }
    }

    // MARK: A database that fails

    @Test("go on when their lease could not be extended for a moment")
    func renewalFails() async throws {
        try await withFixture { fixture in
            let (begun, gate) = (Recorder<Void>(), Gate())
            let job = ScheduledJob("tidy", .every(.seconds(3_600))) { _ in
                begun.record(())
                try await gate.wait()
            }
            let lines = Recorder<String>()
            let instance = try await fixture.instance(job, log: RecordingLogHandler.logger(lines))
            let running = Task { try await instance.runDue() }
            try await begun.wait(forCount: 1)
            try await until("it waits to extend the lease") { fixture.clock.sleeperCount == 2 }
            try await fixture.owner.execute("ALTER TABLE scheduled_jobs RENAME TO gone")
            fixture.clock.advance(by: 20)
            try await lines.wait { $0.contains { $0.hasPrefix("debug the lease of a job could not be extended") } }
            try await fixture.owner.execute("ALTER TABLE gone RENAME TO scheduled_jobs")
            gate.open()
            #expect(try await running.outcome == 1)
            #expect(try await fixture.outcomes() == ["succeeded"])
        }
    }

    @Test("whose outcome can't be recorded are run again once the lease has ended")
    func unrecorded() async throws {
        try await withFixture { fixture in
            let runs = Recorder<Void>()
            let job = ScheduledJob("tidy", .every(.seconds(3_600))) { [owner = fixture.owner] _ in
                runs.record(())
                if runs.count == 1 { try await owner.execute("ALTER TABLE scheduled_jobs RENAME TO gone") }
            }
            let instance = try await fixture.instance(job)
            #expect(try await instance.runDue() == 1)
            try await fixture.owner.execute("ALTER TABLE gone RENAME TO scheduled_jobs")
            fixture.clock.advance(by: 59)
            #expect(try await instance.runDue() == 0)
            fixture.clock.advance(by: 1)
            #expect(try await instance.runDue() == 1)
            #expect(runs.count == 2)
            #expect(try await fixture.outcomes() == ["abandoned", "succeeded"])
        }
    }

    // MARK: The table

    @Test("are claimed from the very moment on at which they are due, tried again, or free")
    func boundaries() async throws {
        try await withFixture { fixture in
            let table = JobTable(pool: fixture.pool)
            let start = fixture.clock.now
            let job = ScheduledJob("tidy", .every(.seconds(60))) { _ in }
            try await table.register([job], now: start)
            func claim(_ seconds: TimeInterval) async throws -> ScheduledJob.Run? {
                try await table.claim(job, now: start + seconds, lease: 30)
            }
            #expect(try await claim(-0.001) == nil)
            let first = try #require(try await claim(0))
            #expect(try await claim(29.999) == nil)
            let second = try #require(try await claim(30))
            #expect(second.id != first.id && second.dueAt == first.dueAt)
            try await table.fail(second, of: "tidy", retryAt: start + 40, error: "Offline", now: start + 31)
            #expect(try await claim(39.999) == nil)
            let third = try #require(try await claim(40))
            #expect(third.failures == 1)
            try await table.succeed(third, of: "tidy", next: start + 60, now: start + 41)
            #expect(try await claim(59.999) == nil)
            #expect(try await claim(60)?.failures == 0)
        }
    }

    @Test("begin at the latest of due time, pause and lease")
    func nextStart() {
        let due = Date(timeIntervalSince1970: 1_000)
        func start(retry: TimeInterval? = nil, lease: TimeInterval? = nil) -> TimeInterval {
            JobTable.State(
                name: "tidy",
                dueAt: due,
                retryAt: retry.map { due + $0 },
                failures: 0,
                claimedUntil: lease.map { due + $0 }
            ).nextStart.timeIntervalSince(due)
        }
        #expect(start() == 0)
        #expect(start(retry: 30) == 30)
        #expect(start(retry: 30, lease: 60) == 60)
        #expect(start(retry: -10, lease: -20) == 0)
    }

    @Test("of the toolkit delete the ids of events after ninety days")
    func inbox() async throws {
        try await withFixture { fixture in
            for days in [89, 91] {
                try await fixture.pool.execute(
                    """
                    INSERT INTO inbox (event_id, received_at)
                    VALUES (gen_random_uuid(), now() - make_interval(days => \(Int32(days))))
                    """
                )
            }
            let jobs = ScheduledJob.retention(in: fixture.pool)
            #expect(Set(jobs.map(\.name)).count == jobs.count)
            for job in jobs { #expect(try await fixture.instance(job).runDue() == 1) }
            let left = try await fixture.pool.query(
                "SELECT now() - received_at < interval '90 days' AS young FROM inbox"
            )
            #expect(try left.map { try $0["young"] as Bool } == [true])
        }
    }
}
