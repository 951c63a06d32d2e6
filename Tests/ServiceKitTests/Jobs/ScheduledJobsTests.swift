import Foundation
import Foundations
import FoundationsTestSupport
import Logging
import NIOCore
import Postgres
import PostgresTestSupport
import RPCTestSupport
import Testing

@testable import ServiceKit

@Suite("Scheduled jobs", .timeLimit(.minutes(5)))
struct ScheduledJobsTests {
    private struct Failure: Error {}

    /// The jobs' table in a database of its own, and a clock.
    struct Fixture {
        let pool: PostgresPool
        /// Connects as the schema's owner, who may change tables.
        let owner: PostgresPool
        let clock: ManualWallClock
        let registry = PrometheusRegistry()
        let supervisor: WorkSupervisor

        init(pool: PostgresPool, owner: PostgresPool) throws {
            self.pool = pool
            self.owner = owner
            clock = .init(now: try Date("2026-03-01T10:00:00Z", strategy: .iso8601))
            supervisor = WorkSupervisor(log: TestDatabase.quietLogger, metrics: registry)
        }

        /// Jobs as one instance runs them.
        func instance(
            _ jobs: ScheduledJob...,
            supervisor: WorkSupervisor? = nil,
            log: Logger = TestDatabase.quietLogger
        ) async throws -> ScheduledJobs {
            var configuration = ScheduledJobs.Configuration()
            configuration.backoff = Backoff.doubling(from: .seconds(60), to: .seconds(60))
            let instance = ScheduledJobs(
                jobs,
                pool: pool,
                supervisor: supervisor ?? self.supervisor,
                configuration: configuration,
                clock: clock,
                metrics: registry,
                log: log
            )
            try await instance.register()
            return instance
        }

        /// The outcomes of all runs, the oldest first.
        func outcomes() async throws -> [String?] {
            try await pool.query("SELECT outcome FROM scheduled_job_runs ORDER BY started_at, ended_at").map {
                try $0["outcome"]
            }
        }

        var metrics: String { String(buffer: registry.text()) }
    }

    func withFixture(_ body: (Fixture) async throws -> Void) async throws {
        try await TestSchema.with { pool, owner in try await body(try Fixture(pool: pool, owner: owner)) }
    }

    // MARK: Failures

    @Test("that fail are tried again after a pause until they succeed, and show meanwhile")
    func failing() async throws {
        try await withFixture { fixture in
            let runs = Recorder<ScheduledJob.Run>()
            let job = ScheduledJob("tidy", .every(.seconds(3_600))) { run in
                runs.record(run)
                if run.failures < 2 { throw Failure() }
            }
            let instance = try await fixture.instance(job)
            #expect(try await instance.runDue() == 1)
            #expect(fixture.supervisor.degradation == "the job tidy failed: Failure")
            #expect(fixture.metrics.contains("larder_background_work_failing{work=\"job tidy\"} 1"))
            #expect(fixture.metrics.contains("larder_scheduled_job_runs_total{job=\"tidy\",outcome=\"failed\"} 1"))
            fixture.clock.advance(by: 29)
            #expect(try await instance.runDue() == 0)
            fixture.clock.advance(by: 31)
            #expect(try await instance.runDue() == 1)
            fixture.clock.advance(by: 60)
            #expect(try await instance.runDue() == 1)
            #expect(fixture.supervisor.degradation == nil)
            #expect(fixture.metrics.contains("larder_background_work_failing{work=\"job tidy\"} 0"))
            #expect(runs.values.map(\.failures) == [0, 1, 2])
            #expect(Set(runs.values.map(\.dueAt)).count == 1)
            #expect(try await fixture.outcomes() == ["failed", "failed", "succeeded"])
            fixture.clock.advance(by: 3_600)
            #expect(try await instance.runDue() == 1)
        }
    }

    @Test("that fail say why only as far as it can hold nobody's data")
    func reasons() async throws {
        struct Telling: Error, CustomStringConvertible { let description = "alice@example.com" }
        try await withFixture { fixture in
            let own = ScheduledJob("own", .every(.seconds(60))) { _ in throw Telling() }
            let database = ScheduledJob("sql", .every(.seconds(60))) { [pool = fixture.pool] _ in
                try await pool.execute("SELECT FROM missing")
            }
            #expect(try await fixture.instance(own, database).runDue() == 2)
            let errors = try await fixture.pool.query("SELECT error FROM scheduled_job_runs ORDER BY job")
            #expect(try errors[0]["error"] == "Telling")
            #expect(try (errors[1]["error"] as String).contains("missing"))
        }
    }

    @Test("that take too long are cancelled and count as failed")
    func tooLong() async throws {
        try await withFixture { fixture in
            let begun = Recorder<Void>()
            let job = ScheduledJob("slow", .every(.seconds(3_600)), timeLimit: .seconds(5)) { _ in
                begun.record(())
                try await Gate().wait()
            }
            let instance = try await fixture.instance(job)
            async let count = instance.runDue()
            try await begun.wait(forCount: 1)
            try await until("its time is measured") { fixture.clock.sleeperCount == 2 }
            fixture.clock.advance(by: 5)
            #expect(try await count == 1)
            #expect(fixture.supervisor.degradation == "the job slow failed: it took longer than its time limit")
        }
    }

    @Test("whose instance dies are run by another one once the lease has ended")
    func deadInstance() async throws {
        try await withFixture { fixture in
            let runs = Recorder<ScheduledJob.Run>()
            let job = ScheduledJob("tidy", .every(.seconds(3_600))) { runs.record($0) }
            let instance = try await fixture.instance(job)
            let table = JobTable(pool: fixture.pool)
            let dead = try #require(try await table.claim(job, now: fixture.clock.now, lease: 60))
            fixture.clock.advance(by: 59)
            #expect(try await instance.runDue() == 0)
            fixture.clock.advance(by: 2)
            #expect(try await instance.runDue() == 1)
            #expect(runs.values.map(\.dueAt) == [dead.dueAt])
            // The dead one comes back too late to change anything.
            try await table.fail(dead, of: "tidy", retryAt: fixture.clock.now, error: "late", now: fixture.clock.now)
            #expect(try await table.renew(dead, of: "tidy", until: fixture.clock.now + 60) == false)
            #expect(try await fixture.outcomes() == ["abandoned", "succeeded"])
            #expect(try await instance.runDue() == 0)
        }
    }

    @Test("that run for long keep their lease, and end when it is lost")
    func lease() async throws {
        try await withFixture { fixture in
            let begun = Recorder<Void>()
            let job = ScheduledJob("long", .every(.seconds(3_600))) { _ in
                begun.record(())
                try await Gate().wait()
            }
            let instance = try await fixture.instance(job)
            let running = Task { try await instance.runDue() }
            try await begun.wait(forCount: 1)
            for count in 1...5 {
                try await until("it waits to extend the lease") { fixture.clock.sleeperCount == 2 }
                fixture.clock.advance(by: 20)
                // Before the next extension, which only a move of the clock begins, nothing changes the claim.
                try await until("the lease is extended for the \(count). time") {
                    try await fixture.pool.query("SELECT claimed_until FROM scheduled_jobs")[0]["claimed_until"]
                        == fixture.clock.now + 60
                }
            }
            let other = try await fixture.instance(job)
            #expect(try await other.runDue() == 0)
            try await fixture.pool.execute("UPDATE scheduled_jobs SET claim = gen_random_uuid()")
            try await until("it waits to extend the lease") { fixture.clock.sleeperCount == 2 }
            fixture.clock.advance(by: 20)
            #expect(try await running.outcome == 1)
            #expect(try await fixture.outcomes() == [nil])
        }
    }

    @Test("that are late show in every instance, also in one that doesn't run them")
    func late() async throws {
        try await withFixture { fixture in
            let other = WorkSupervisor(log: TestDatabase.quietLogger, metrics: PrometheusRegistry())
            let job = ScheduledJob("tidy", .daily(.init(12, 0), in: .gmt)) { _ in }
            let instance = try await fixture.instance(job)
            let watching = try await fixture.instance(job, supervisor: other)
            fixture.clock.advance(by: 2 * 3_600 + 900)
            try await watching.report()
            #expect(other.degradation == nil)
            fixture.clock.advance(by: 1)
            try await watching.report()
            #expect(other.degradation == "the job tidy is late")
            #expect(fixture.metrics.contains("larder_scheduled_job_lateness_seconds{job=\"tidy\"} 901"))
            #expect(try await instance.runDue() == 1)
            try await watching.report()
            #expect(other.degradation == nil)
        }
    }

    // MARK: Schedules

    @Test("run each occurrence once, however many instances there are")
    func once() async throws {
        try await withFixture { fixture in
            let runs = Recorder<ScheduledJob.Run>()
            let job = ScheduledJob("tidy", .every(.seconds(60))) { runs.record($0) }
            let instances = [
                try await fixture.instance(job), try await fixture.instance(job), try await fixture.instance(job),
            ]
            for _ in 0..<5 {
                try await withThrowingTaskGroup { group in
                    for instance in instances { group.addTask { _ = try await instance.runDue() } }
                    try await group.waitForAll()
                }
                fixture.clock.advance(by: 60)
            }
            #expect(runs.count == 5)
            #expect(Set(runs.values.map(\.dueAt)).count == 5)
        }
    }

    @Test("that were missed while nothing ran are caught up: once, or each of them")
    func catchUp() async throws {
        try await withFixture { fixture in
            let runs = Recorder<String>()
            let record: @Sendable (ScheduledJob.Run) -> Void = { runs.record($0.dueAt.formatted(.iso8601)) }
            let once = ScheduledJob("once", .daily(.init(3, 0), in: .gmt)) { record($0) }
            _ = try await fixture.instance(once)
            fixture.clock.advance(by: 3 * 86_400)
            #expect(try await fixture.instance(once).runDue() == 1)
            #expect(try await fixture.instance(once).runDue() == 0)
            #expect(runs.values == ["2026-03-02T03:00:00Z"])
            let each = ScheduledJob("each", .daily(.init(3, 0), in: .gmt), catchUp: .each) { record($0) }
            _ = try await fixture.instance(each)
            fixture.clock.advance(by: 2 * 86_400)
            let instance = try await fixture.instance(each)
            while try await instance.runDue() > 0 {}
            #expect(runs.values.dropFirst() == ["2026-03-05T03:00:00Z", "2026-03-06T03:00:00Z"])
        }
    }

    @Test("that get another schedule are due by that one")
    func rescheduled() async throws {
        try await withFixture { fixture in
            let runs = Recorder<Void>()
            let monthly = ScheduledJob("tidy", .monthly(day: 15, .init(0, 0), in: .gmt)) { _ in runs.record(()) }
            #expect(try await fixture.instance(monthly).runDue() == 0)
            let daily = ScheduledJob("tidy", .daily(.init(11, 0), in: .gmt)) { _ in runs.record(()) }
            let instance = try await fixture.instance(daily)
            fixture.clock.advance(by: 3_600)
            // The same schedule once more changes nothing.
            try await instance.register()
            #expect(try await instance.runDue() == 1)
        }
    }

    @Test("run by themselves when their time comes, and end with their task")
    func running() async throws {
        try await withFixture { fixture in
            let runs = Recorder<Void>()
            let begun = Recorder<Void>()
            // Of seven seconds, since nothing else ever waits for a multiple of them: the report's pauses have fifteen, those
            // between extensions of a lease twenty.
            let quick = ScheduledJob("quick", .every(.seconds(7))) { _ in runs.record(()) }
            let long = ScheduledJob("long", .every(.seconds(7))) { _ in
                begun.record(())
                try await Gate().wait()
            }
            let start = fixture.clock.now
            let instance = try await fixture.instance(quick, long)
            let running = Task { try await instance.run() }
            try await begun.wait(forCount: 1)
            for count in 1...3 {
                try await runs.wait(forCount: count)
                let next = start + 7 * TimeInterval(count)
                try await until("the quick job waits for its time") { fixture.clock.dueTimes.contains(next) }
                fixture.clock.advance(by: 7)
            }
            try await runs.wait(forCount: 4)
            running.cancel()
            try await running.value
            let states = try await JobTable(pool: fixture.pool).states(of: ["long"])
            #expect(states.map(\.claimedUntil) == [nil])
            #expect(states.map(\.failures) == [0])
        }
    }

    @Test("are forgotten as to their runs after 90 days")
    func memory() async throws {
        try await withFixture { fixture in
            let job = ScheduledJob("tidy", .every(.seconds(86_400))) { _ in }
            let instance = try await fixture.instance(job)
            for _ in 0..<100 {
                _ = try await instance.runDue()
                fixture.clock.advance(by: 86_400)
            }
            #expect(try await fixture.outcomes().count == 91)
        }
    }
}
