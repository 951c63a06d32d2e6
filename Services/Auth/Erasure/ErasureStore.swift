import Foundation
import Postgres
import ServiceKit

/// People whose data are erased, and what each service has confirmed.
struct ErasureStore: Sendable {
    /// How long the record of an erasure is kept, in seconds.
    private static let recordLifetime: TimeInterval = 365 * 86_400
    /// The accounts that one look begins with at most.
    private static let batch = 500

    let database: PostgresPool
    /// The services with a schema, auth apart.
    let services: [String]

    /// Begins the erasure of every closed account that can no longer be reopened.
    /// - Returns: How many there were.
    @discardableResult
    func beginDue(at time: Date) async throws -> Int {
        var count = 0
        while true {
            let due: [UUID] = try await database.query(
                """
                SELECT id FROM accounts WHERE erase_at <= \(time)
                    AND NOT EXISTS (SELECT 1 FROM erasures WHERE account_id = accounts.id)
                ORDER BY erase_at LIMIT \(Int64(Self.batch))
                """
            ).map { try $0["id"] }
            for account in due { try await begin(account, at: time) }
            count += due.count
            if due.count < Self.batch { return count }
        }
    }

    private func begin(_ account: UUID, at time: Date) async throws {
        try await database.transaction { connection in
            // Not of one that was reopened meanwhile; nobody reopens it from here on.
            let begun = try await connection.execute(
                """
                INSERT INTO erasures (account_id, began_at)
                SELECT id, \(time) FROM (
                    SELECT id FROM accounts WHERE id = \(account) AND erase_at <= \(time) FOR UPDATE
                ) AS due
                ON CONFLICT (account_id) DO NOTHING
                """
            )
            guard begun == 1 else { return }
            try await connection.execute(tasks(for: [account], among: services, at: time))
        }
    }

    /// The statements with which the erasure of accounts begins that nobody has ever signed in to, and that are gone from auth: only
    /// the service that has sent their mails has something of them.
    func beginning(of accounts: [UUID], at time: Date) -> [Statement] {
        [
            """
            INSERT INTO erasures (account_id, began_at) SELECT account, \(time) FROM unnest(\(accounts)) AS account
            ON CONFLICT (account_id) DO NOTHING
            """,
            tasks(for: accounts, among: services.filter { $0 == "notifications" }, at: time),
        ]
    }

    private func tasks(for accounts: [UUID], among services: [String], at time: Date) -> Statement {
        """
        INSERT INTO erasure_tasks (account_id, service, requested_at, due_at)
        SELECT account, service, \(time), \(time)
        FROM unnest(\(accounts)) AS account CROSS JOIN unnest(\(services + ["auth"])) AS service
        ON CONFLICT (account_id, service) DO NOTHING
        """
    }

    /// Whether a service other than auth has yet to confirm an erasure.
    func isWaiting(_ account: UUID) async throws -> Bool {
        try await !database.query(
            """
            SELECT 1 FROM erasure_tasks
            WHERE account_id = \(account) AND service <> 'auth' AND confirmed_at IS NULL LIMIT 1
            """
        ).isEmpty
    }

    /// Has the changes of an erasure's rounds follow one another.
    static func turn(of account: UUID) -> Statement {
        "SELECT 1 FROM erasures WHERE account_id = \(account) FOR UPDATE"
    }

    /// Puts off what services erase for the second time.
    static func secondRound(of account: UUID, from time: Date) -> Statement {
        """
        UPDATE erasure_tasks SET due_at = greatest(due_at, \(time))
        WHERE account_id = \(account) AND service <> 'auth' AND round = 2 AND confirmed_at IS NULL
        """
    }

    /// Whether all services other than auth have ended the first round, long enough ago for what a service erases for the second
    /// time.
    func hasBegunSecondRound(_ task: ErasureTask, at time: Date) async throws -> Bool {
        try await !database.query(
            """
            SELECT 1 FROM erasure_tasks AS t WHERE \(task.identity) AND due_at <= \(time) AND \(Self.firstRoundHasEnded)
            """
        ).isEmpty
    }

    /// Whether all services other than auth have ended the first round of the erasure of a task `t`.
    private static let firstRoundHasEnded: Statement = """
        NOT EXISTS (
            SELECT 1 FROM erasure_tasks o
            WHERE o.account_id = t.account_id AND o.service <> 'auth' AND o.round = 1 AND o.confirmed_at IS NULL
        )
        """

    /// When the oldest unfinished erasure began, and the services that have not confirmed one that began before a time.
    func unfinished(before time: Date) async throws -> (oldest: Date?, late: [String]) {
        let results = try await database.pipeline([
            "SELECT min(began_at) AS began_at FROM erasures WHERE finished_at IS NULL",
            """
            SELECT DISTINCT t.service FROM erasure_tasks t JOIN erasures e USING (account_id)
            WHERE e.finished_at IS NULL AND e.began_at < \(time) AND t.confirmed_at IS NULL
                AND (t.service <> 'auth' OR NOT EXISTS (
                    SELECT 1 FROM erasure_tasks o
                    WHERE o.account_id = t.account_id AND o.service <> 'auth' AND o.confirmed_at IS NULL
                ))
                AND (t.round = 1 OR \(Self.firstRoundHasEnded))
            ORDER BY t.service
            """,
        ])
        return (try results[0][0]["began_at"], try results[1].map { try $0["service"] })
    }

    /// Deletes the records of erasures that were finished long before a time.
    func deleteRecords(before time: Date) async throws {
        try await database.execute(
            "DELETE FROM erasures WHERE finished_at < \(time.addingTimeInterval(-Self.recordLifetime))"
        )
    }
}
