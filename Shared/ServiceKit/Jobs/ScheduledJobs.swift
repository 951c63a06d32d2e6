package import CoreMetrics
import Foundation
package import Foundations
package import Logging
package import Postgres
import RPC

/// Runs the jobs of a service when they are due, each occurrence in one instance.
///
/// Occurrences that passed while nothing ran are caught up. A failed one is tried again after growing pauses until it
/// succeeds. Every run is recorded in `scheduled_job_runs`. A job that fails or is late is logged as an error and shows in
/// health and metrics of every instance.
package struct ScheduledJobs: Sendable {
    /// How jobs are run.
    package struct Configuration: Sendable {
        /// How long a run may go without a sign of life before another instance takes its occurrence over.
        package var lease = Duration.seconds(60)
        /// How often the table is read when nothing is known to be due.
        package var pollInterval = Duration.seconds(15)
        /// The pauses after failures.
        package var backoff = Backoff.doubling(from: .seconds(60), to: .seconds(3_600))

        /// The usual settings.
        package init() {}
    }

    /// A run took longer than it may.
    struct TimedOut: Error {}
    /// Another instance has taken the occurrence over.
    struct ClaimLost: Error {}

    private let jobs: [ScheduledJob]
    private let table: JobTable
    private let configuration: Configuration
    private let clock: any WallClock
    private let log: Logger
    private let reports: JobReports

    /// The jobs of the schema that `pool` is configured with.
    /// - Parameter supervisor: Shows in health what fails or is late.
    package init(
        _ jobs: [ScheduledJob],
        pool: PostgresPool,
        supervisor: WorkSupervisor,
        configuration: Configuration = Configuration(),
        clock: any WallClock = SystemWallClock(),
        metrics: any MetricsFactory = MetricsSystem.factory,
        log: Logger
    ) {
        self.jobs = jobs
        self.configuration = configuration
        self.clock = clock
        self.log = log
        table = JobTable(pool: pool)
        reports = JobReports(jobs, supervisor: supervisor, metrics: metrics, log: log)
    }

    /// Runs what is due until the task is cancelled.
    /// - Throws: What the database says when the jobs cannot be made known.
    package func run() async throws {
        try await register()
        await withTaskGroup { group in
            group.addTask {
                await repeating {
                    try await report()
                    return configuration.pollInterval
                }
            }
            for job in jobs {
                group.addTask { await repeating { try await runIfDue(job) } }
            }
        }
    }

    /// Makes the jobs known.
    func register() async throws { try await table.register(jobs, now: clock.now) }

    /// Runs each job whose occurrence is due, once, one after the other.
    /// - Returns: How many runs there were.
    func runDue() async throws -> Int {
        var count = 0
        for job in jobs {
            guard let run = try await claim(job) else { continue }
            await perform(run, of: job)
            count += 1
        }
        return count
    }

    /// Shows how all jobs stand.
    func report() async throws { reports.publish(try await table.states(of: jobs.map(\.name)), now: clock.now) }

    // MARK: One job

    private func repeating(_ body: () async throws -> Duration) async {
        let backoff = Backoff.doubling(from: .seconds(1), to: .seconds(30))
        var failures = 0
        while !Task.isCancelled {
            do {
                let pause = try await body()
                failures = 0
                try await clock.sleep(for: pause)
            } catch {
                if Task.isCancelled { return }
                failures += 1
                if failures == 1 { log.warning("scheduled jobs cannot be read", metadata: ["error": "\(error)"]) }
                try? await clock.sleep(for: backoff.delay(afterFailures: failures))
            }
        }
    }

    /// - Returns: How long until the job may be due.
    private func runIfDue(_ job: ScheduledJob) async throws -> Duration {
        while let run = try await claim(job) { await perform(run, of: job) }
        guard let state = try await table.states(of: [job.name]).first else { return configuration.pollInterval }
        let wait = Duration.seconds(state.nextStart.timeIntervalSince(clock.now))
        return min(configuration.pollInterval, max(.milliseconds(10), wait))
    }

    private func claim(_ job: ScheduledJob) async throws -> ScheduledJob.Run? {
        try await table.claim(job, now: clock.now, lease: configuration.lease / .seconds(1))
    }

    private func perform(_ run: ScheduledJob.Run, of job: ScheduledJob) async {
        let trace = TraceContext()
        let start = clock.now
        let failure: (any Error)?
        do {
            try await trace.during {
                try await guarding(
                    { try await job.body(run) },
                    by: { try await limitTime(of: job) },
                    { try await keepClaim(of: run, job) }
                )
            }
            failure = nil
        } catch {
            failure = error
        }
        let isStopping = Task.isCancelled
        // Not cancelled with the jobs: what was done is recorded, what wasn't is left to other instances at once.
        await Task { await settle(run, of: job, failure, isStopping, trace, since: start) }.value
    }

    private func limitTime(of job: ScheduledJob) async throws {
        try await clock.sleep(for: job.timeLimit)
        throw TimedOut()
    }

    /// Extends the lease of a run until the task is cancelled.
    /// - Throws: ``ClaimLost``.
    private func keepClaim(of run: ScheduledJob.Run, _ job: ScheduledJob) async throws {
        while true {
            try await clock.sleep(for: configuration.lease / 3)
            let end = clock.now + configuration.lease / .seconds(1)
            do {
                guard try await table.renew(run, of: job.name, until: end) else { throw ClaimLost() }
            } catch let error as PostgresError {
                // The database may come back before the lease ends.
                log.debug("the lease of a job could not be extended", metadata: ["error": "\(error)"])
            }
        }
    }

    private func settle(
        _ run: ScheduledJob.Run,
        of job: ScheduledJob,
        _ failure: (any Error)?,
        _ isStopping: Bool,
        _ trace: TraceContext,
        since start: Date
    ) async {
        let now = clock.now
        do {
            if let failure, isStopping || failure is ClaimLost {
                log.notice("a scheduled job is left to other instances", metadata: ["job": "\(job.name)"])
                reports.ran(job.name, "abandoned", now.timeIntervalSince(start))
                if !(failure is ClaimLost) { try await table.abandon(run, of: job.name, now: now) }
            } else if let failure {
                let error = Self.reason(of: failure)
                log.error(
                    "a scheduled job failed and is tried again",
                    metadata: [
                        "job": "\(job.name)", "error": "\(failure)", "failures": "\(run.failures + 1)",
                        "trace": "\(trace.traceID)",
                    ]
                )
                reports.ran(job.name, "failed", now.timeIntervalSince(start))
                let pause = configuration.backoff.delay(afterFailures: run.failures + 1)
                let retry = now + pause / .seconds(1)
                try await table.fail(run, of: job.name, retryAt: retry, error: error, now: now)
            } else {
                reports.ran(job.name, "succeeded", now.timeIntervalSince(start))
                let reference = job.catchUp == .each ? run.dueAt : max(now, run.dueAt)
                let next = job.schedule.next(after: reference, from: run.dueAt)
                try await table.succeed(run, of: job.name, next: next, now: now)
            }
            try await report()
        } catch {
            // The lease ends and the occurrence is run again.
            log.warning(
                "the outcome of a scheduled job could not be recorded",
                metadata: ["job": "\(job.name)", "error": "\(error)"]
            )
        }
    }

    // Only errors made for operators are kept word for word; others could quote a user's data.
    private static func reason(of error: any Error) -> String {
        let text =
            switch error {
            case is TimedOut: "it took longer than its time limit"
            case let error as PostgresError: error.description
            default: String(describing: type(of: error))
            }
        return String(String(text.prefix(500)).unicodeScalars.filter { $0 != "\0" })
    }
}
