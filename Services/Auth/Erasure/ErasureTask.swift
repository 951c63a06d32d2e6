import Foundation
import Postgres
import ServiceKit

/// What one service has still to erase of one person.
struct ErasureTask: QueuedWork {
    let account: UUID
    /// The service; `auth` for the account itself.
    let service: String
    /// From 1: which time the service is asked.
    let round: Int

    static let columns: Statement = "work.account_id, work.service, work.round::bigint AS round"

    init(_ row: Row) throws {
        account = try row["account_id"]
        service = try row["service"]
        round = try row["round"]
    }

    var identity: Statement { "account_id = \(account) AND service = \(service)" }

    /// The queue's name in log, metrics, health and notifications.
    static let queueName = "erasure_tasks"

    /// What has to be erased, shared by all instances. It is never given up.
    static func queue(in pool: PostgresPool, time: QueueTime) -> LeaseQueue<ErasureTask> {
        let table = LeaseTable(
            name: "erasure_tasks",
            key: ["account_id", "service"],
            since: "requested_at",
            filter: "work.confirmed_at IS NULL",
            order: "work.due_at"
        )
        return LeaseQueue(pool: pool, table: table, duration: .seconds(180), time: time)
    }
}
