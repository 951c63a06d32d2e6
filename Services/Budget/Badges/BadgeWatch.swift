import Foundation
import Postgres
import ServiceKit

/// Gives users the badges that they have reached.
struct BadgeWatch: Sendable {
    let badges: BadgeStore

    /// The queue's name in log, metrics, health and notifications.
    static let queueName = "badge_checks"

    /// Users who are to be checked, shared by all instances.
    static func queue(in pool: PostgresPool) -> LeaseQueue<UserCheck> { UserCheck.queue("badges_to_check", in: pool) }

    /// Checks the users who are queued.
    var worker: LeaseWorker<UserCheck> {
        UserCheck.worker(Self.queueName, Self.queue(in: badges.pool), concurrency: 2, log: badges.log, check: check)
    }

    /// Gives a user what they have reached. Nothing changes when the lease is no longer in force.
    func check(_ lease: Lease<UserCheck>) async throws -> WorkOutcome {
        try await badges.pool.transaction { connection in
            guard try await Self.queue(in: badges.pool).finish(lease, in: connection) else { return }
            try await badges.award(to: lease.work.user, in: connection)
        }
        return .settled
    }
}
