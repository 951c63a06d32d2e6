import Foundation
import Logging
import Postgres
import ServiceKit

/// A user of whom something is checked: queued by the database when something of theirs changes.
struct UserCheck: QueuedWork {
    let user: UUID

    static let columns: Statement = "work.user_id"

    init(_ row: Row) throws { user = try row["user_id"] }

    var identity: Statement { "user_id = \(user)" }

    /// The checks of all users in a table, shared by all instances. A lease also ends when something changes meanwhile.
    static func queue(_ table: String, in pool: PostgresPool) -> LeaseQueue<UserCheck> {
        let table = LeaseTable(name: table, key: ["user_id"], since: "queued_at", order: "work.due_at")
        return LeaseQueue(pool: pool, table: table)
    }

    /// Checks the users who are queued, and those who are when something of theirs changes.
    /// - Parameters:
    ///   - name: What log, metrics, health and notifications of the database call the queue.
    ///   - concurrency: How many users at the same time.
    ///   - judge: Decides about failures, see `LeaseWorker`.
    static func worker(
        _ name: String,
        _ queue: LeaseQueue<UserCheck>,
        concurrency: Int,
        log: Logger,
        judge: @escaping LeaseWorker<UserCheck>.Judge = { _, _ in nil },
        check: @escaping LeaseWorker<UserCheck>.Perform
    ) -> LeaseWorker<UserCheck> {
        var configuration = LeaseWorker<UserCheck>.Configuration()
        configuration.concurrency = concurrency
        return LeaseWorker(
            name,
            queue: queue,
            configuration: configuration,
            wokenBy: WakeUp(name),
            log: log,
            judge: judge,
            perform: check
        )
    }
}
