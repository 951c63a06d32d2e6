package import Foundation
package import Postgres

/// Every table of a service's schema: those with rows of users, which export and erasure go through, and the others.
///
/// Every program names its own, so that none can store rows of users without both. A test compares them with the schema.
package struct PersonalTables: Sendable {
    /// The tables with rows of users, in the order in which they are exported and erased.
    package let tables: [PersonalTable]
    /// The other tables of the service, each with the reason why it holds nothing of users.
    package let others: [String: String]
    /// The key that a user's columns are encrypted under; nil where the user has none.
    let key: @Sendable (UUID, PostgresPool) async throws -> DataKey?
    /// Where former versions stored what is encrypted now.
    let former: [FormerValues]
    /// Done before a user's rows are erased.
    let prepareErasure: @Sendable (UUID) async throws -> Void

    /// The tables of a service.
    /// - Parameters:
    ///   - tables: Those with rows of users. Erasure empties them in this order: what triggers write when rows are deleted
    ///     comes last.
    ///   - others: The other tables of the service, each with the reason why it holds nothing of users.
    ///   - former: Where former versions stored what is encrypted now, for the review of what is stored.
    ///   - key: Finds the key that a user's columns are encrypted under.
    ///   - prepareErasure: Done before a user's rows are erased, such as undoing what they have led to for others. It may run
    ///     again.
    package init(
        _ tables: [PersonalTable],
        others: [String: String] = [:],
        former: [FormerValues] = [],
        key: @escaping @Sendable (UUID, PostgresPool) async throws -> DataKey? = { _, _ in nil },
        prepareErasure: @escaping @Sendable (UUID) async throws -> Void = { _ in }
    ) {
        self.tables = tables
        self.others = others
        self.former = former
        self.key = key
        self.prepareErasure = prepareErasure
    }

    /// Of a program that stores nothing of users.
    package static let none = PersonalTables([])

    /// The tables of the toolkit, with what ``PersonalData`` does about each.
    package static let toolkit: [String: String] = [
        "answered_requests": "answers that a client may ask for again, kept for a week; erased",
        "outbox": "events on their way to other services; erased",
        "kept_events": "events of unknown kinds; erased",
        "person_keys": "the key that what is stored of a user is encrypted with; erased, which destroys it",
        "storage_use": "how many bytes a user stores; erased",
        "storage_changes": "changes of how many bytes a user stores; erased",
        "inbox": "identifiers of events alone",
        "sealed_columns": "nothing of users",
        "scheduled_jobs": "nothing of users",
        "scheduled_job_runs": "nothing of users",
        "schema_migrations": "nothing of users",
        "toolkit_migrations": "nothing of users",
    ]

    /// Erases a user's rows in the connection's transaction.
    /// - Returns: How many there were.
    nonisolated(nonsending) func erase(_ user: UUID, in connection: PostgresConnection) async throws -> Int {
        var rows = 0
        for table in tables where table.keptBecause == nil {
            rows += try await connection.execute(
                "DELETE FROM \(identifier: table.name) WHERE \(identifier: table.owner) = \(user)"
            )
        }
        return rows
    }

    /// Erases everything that is stored of a user: the rows of these tables and those of the toolkit.
    /// - Returns: How many rows of these tables there were.
    @discardableResult
    nonisolated(nonsending) package func erase(_ user: UUID, in pool: PostgresPool) async throws -> Int {
        try await prepareErasure(user)
        return try await PersonalData.erase(of: user, in: pool) { try await erase(user, in: $0) }
    }
}
