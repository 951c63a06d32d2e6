import Foundation
import Postgres
import ServiceKit

/// A user who may have reached a milestone: queued by the database with what they add.
struct BadgeCheck: QueuedWork {
    let user: UUID

    static let columns: Statement = "work.user_id"

    init(_ row: Row) throws { user = try row["user_id"] }

    var identity: Statement { "user_id = \(user)" }

    /// The queue's name in log, metrics, health and notifications.
    static let queueName = "badge_checks"

    /// The checks of all users, shared by all instances. A lease also ends when something changes meanwhile.
    static func queue(in pool: PostgresPool) -> LeaseQueue<BadgeCheck> {
        let table = LeaseTable(name: "badges_to_check", key: ["user_id"], since: "queued_at", order: "work.due_at")
        return LeaseQueue(pool: pool, table: table)
    }
}

/// Gives users the badges that they have reached.
struct BadgeWatch: Sendable {
    let badges: BadgeStore

    /// Checks the users who are queued.
    var worker: LeaseWorker<BadgeCheck> {
        var configuration = LeaseWorker<BadgeCheck>.Configuration()
        configuration.concurrency = 2
        return LeaseWorker(
            BadgeCheck.queueName,
            queue: BadgeCheck.queue(in: badges.pool),
            configuration: configuration,
            wokenBy: WakeUp(BadgeCheck.queueName),
            log: badges.log
        ) { try await check($0) }
    }

    /// Gives a user what they have reached. Nothing changes when the lease is no longer in force.
    func check(_ lease: Lease<BadgeCheck>) async throws -> WorkOutcome {
        try await badges.pool.transaction { connection in
            guard try await BadgeCheck.queue(in: badges.pool).finish(lease, in: connection) else { return }
            try await badges.award(to: lease.work.user, in: connection)
        }
        return .settled
    }
}
