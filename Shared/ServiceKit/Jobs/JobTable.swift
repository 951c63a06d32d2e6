import Foundation
import Postgres

/// The statements with which instances share the jobs of a schema.
///
/// A run is claimed for a time (a lease) that its instance extends; every write names the claim, so that a run whose lease
/// has passed to another instance changes nothing any more.
struct JobTable: Sendable {
    /// How one job stands.
    struct State: Sendable {
        var name: String
        var dueAt: Date
        var retryAt: Date?
        var failures: Int
        var lastError: String?
        var claimedUntil: Date?

        /// When a run may begin.
        var nextStart: Date { [dueAt, retryAt, claimedUntil].compactMap(\.self).max() ?? dueAt }
    }

    /// For how long runs are kept, in seconds.
    static let memory: TimeInterval = 90 * 86_400

    let pool: PostgresPool

    /// Registers jobs; one that is registered with another schedule becomes due by the new one.
    func register(_ jobs: [ScheduledJob], now: Date) async throws {
        guard !jobs.isEmpty else { return }
        try await pool.pipeline(
            jobs.map { job in
                """
                INSERT INTO scheduled_jobs (name, schedule, due_at)
                VALUES (\(job.name), \(job.schedule.description), \(job.schedule.first(at: now)))
                ON CONFLICT (name) DO UPDATE
                SET schedule = EXCLUDED.schedule, due_at = EXCLUDED.due_at, retry_at = NULL
                WHERE scheduled_jobs.schedule <> EXCLUDED.schedule
                """
            }
        )
    }

    /// Claims the occurrence of a job that is due; nil when none is, or another instance runs it.
    func claim(_ job: ScheduledJob, now: Date, lease: TimeInterval) async throws -> ScheduledJob.Run? {
        let id = UUID()
        return try await pool.transaction { connection in
            let rows = try await connection.query(
                """
                UPDATE scheduled_jobs SET claim = \(id), claimed_until = \(now + lease)
                WHERE name = \(job.name) AND due_at <= \(now) AND coalesce(retry_at <= \(now), true)
                    AND coalesce(claimed_until <= \(now), true)
                RETURNING due_at, failures
                """
            )
            guard let row = rows.first else { return nil }
            let run = ScheduledJob.Run(id: id, dueAt: try row["due_at"], failures: try row["failures"])
            try await connection.pipeline([
                """
                UPDATE scheduled_job_runs SET outcome = 'abandoned', ended_at = \(now)
                WHERE job = \(job.name) AND outcome IS NULL
                """,
                """
                INSERT INTO scheduled_job_runs (job, id, due_at, started_at)
                VALUES (\(job.name), \(id), \(run.dueAt), \(now))
                """,
                "DELETE FROM scheduled_job_runs WHERE job = \(job.name) AND started_at < \(now - JobTable.memory)",
            ])
            return run
        }
    }

    /// Extends the lease of a run.
    /// - Returns: Whether the run still had it.
    func renew(_ run: ScheduledJob.Run, of job: String, until end: Date) async throws -> Bool {
        try await pool.execute(
            "UPDATE scheduled_jobs SET claimed_until = \(end) WHERE name = \(job) AND claim = \(run.id)"
        ) == 1
    }

    /// Records that an occurrence is done.
    func succeed(_ run: ScheduledJob.Run, of job: String, next: Date, now: Date) async throws {
        try await end(
            run,
            of: job,
            """
            due_at = \(next), retry_at = NULL, failures = 0, last_error = NULL, last_success_at = \(now)
            """,
            outcome: "succeeded",
            error: nil,
            now: now
        )
    }

    /// Records that a run failed; the occurrence is tried again.
    func fail(_ run: ScheduledJob.Run, of job: String, retryAt: Date, error: String, now: Date) async throws {
        try await end(
            run,
            of: job,
            "retry_at = \(retryAt), failures = failures + 1, last_error = \(error)",
            outcome: "failed",
            error: error,
            now: now
        )
    }

    /// Leaves an occurrence to other instances.
    func abandon(_ run: ScheduledJob.Run, of job: String, now: Date) async throws {
        try await end(run, of: job, "retry_at = NULL", outcome: "abandoned", error: nil, now: now)
    }

    private func end(
        _ run: ScheduledJob.Run,
        of job: String,
        _ change: Statement,
        outcome: String,
        error: String?,
        now: Date
    ) async throws {
        try await pool.transaction { connection in
            let held = try await connection.execute(
                """
                UPDATE scheduled_jobs SET \(change), claim = NULL, claimed_until = NULL
                WHERE name = \(job) AND claim = \(run.id)
                """
            )
            // Another instance has recorded this run as abandoned.
            guard held == 1 else { return }
            try await connection.execute(
                """
                UPDATE scheduled_job_runs SET ended_at = \(now), outcome = \(outcome), error = \(error)
                WHERE job = \(job) AND id = \(run.id)
                """
            )
        }
    }

    /// How jobs stand.
    func states(of jobs: [String]) async throws -> [State] {
        try await pool.query(
            """
            SELECT name, due_at, retry_at, failures, last_error, claimed_until FROM scheduled_jobs
            WHERE name = ANY(\(jobs))
            """
        ).map { row in
            State(
                name: try row["name"],
                dueAt: try row["due_at"],
                retryAt: try row["retry_at"],
                failures: try row["failures"],
                lastError: try row["last_error"],
                claimedUntil: try row["claimed_until"]
            )
        }
    }
}
