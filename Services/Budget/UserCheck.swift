import Foundation
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
}
