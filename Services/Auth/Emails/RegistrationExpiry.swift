import Foundation
import Foundations
import Logging
import Postgres
import ServiceKit

/// Erases accounts whose registration was not completed in time, which makes their names and addresses free again.
struct RegistrationExpiry: Sendable {
    let database: PostgresPool
    /// Has other services erase what they have of such an account, such as which mails it was sent.
    let erasures: ErasureStore
    let log: Logger
    let clock: any WallClock
    /// The accounts that one transaction erases.
    var batchSize = 200

    /// Erases all that are due.
    /// - Returns: How many were.
    @discardableResult
    func eraseExpired() async throws -> Int {
        let time = clock.now
        var erased = 0
        while true {
            let count = try await eraseBatch(at: time)
            erased += count
            try Task.checkCancellation()
            if count < batchSize { break }
        }
        if erased > 0 { log.notice("registrations expired", metadata: ["accounts": "\(erased)"]) }
        return erased
    }

    /// Erases the one that holds a name, if it is due. None that is due holds an address.
    /// - Returns: Whether the name was freed.
    func eraseExpired(named name: Username) async throws -> Bool {
        try await eraseBatch(where: "lower(username) = \(name.text.lowercased())", at: clock.now) > 0
    }

    private func eraseBatch(where condition: Statement = "true", at time: Date) async throws -> Int {
        try await database.transaction { connection in
            let due: [UUID] = try await connection.query(
                """
                SELECT id FROM accounts WHERE unverified_until <= \(time) AND \(condition)
                ORDER BY unverified_until LIMIT \(batchSize) FOR UPDATE SKIP LOCKED
                """
            ).map { try $0["id"] }
            guard !due.isEmpty else { return 0 }
            try await connection.pipeline(
                [
                    "DELETE FROM person_keys WHERE user_id = ANY(\(due))",
                    "DELETE FROM account_mails WHERE account_id = ANY(\(due))",
                    // What else auth has of them goes with the account.
                    "DELETE FROM accounts WHERE id = ANY(\(due)) AND unverified_until <= \(time)",
                ] + erasures.beginning(of: due, at: time)
            )
            for account in due {
                try await connection.execute(AuditLog.record(.registrationExpired, account: account, at: time))
            }
            return due.count
        }
    }
}
