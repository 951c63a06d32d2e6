import FoundationEssentials
import Foundations

/// Durable work in a table, shared by any number of workers in any number of processes.
///
/// Work is claimed for a time (a lease) instead of under a row lock: it may take seconds, and a transaction that is open
/// so long keeps vacuum from cleaning up and a connection from other work. The lease of a worker that dies ends, and
/// another worker begins anew. Each write names the lease that it is made under, so that a worker that has lost its lease
/// changes nothing.
package struct LeaseQueue<Work: QueuedWork>: Sendable {
    /// The pool of the service's restricted role.
    package let pool: PostgresPool
    /// Where the work is.
    package let table: LeaseTable
    /// How long a lease lasts unless it is renewed.
    package var duration: Duration
    /// Which clock decides.
    package let time: QueueTime

    /// A queue in a table of the schema that `pool` is configured with.
    package init(
        pool: PostgresPool,
        table: LeaseTable,
        duration: Duration = .seconds(30),
        time: QueueTime = .database
    ) {
        self.pool = pool
        self.table = table
        self.duration = duration
        self.time = time
    }

    // MARK: Claiming

    /// Claims work that is due.
    /// - Parameters:
    ///   - limit: How many rows at most.
    ///   - condition: Which rows of the queue, with the row called `work`.
    ///   - isEarly: Whether rows that are not due yet are claimed, too.
    /// - Returns: The leases, in no order; none when nothing is due, or others have it.
    package func claim(
        atMost limit: Int,
        where condition: Statement = "true",
        early isEarly: Bool = false
    ) async throws -> [Lease<Work>] {
        let due: Statement = isEarly ? "true" : "(\(dueAt) IS NULL OR \(dueAt) <= \(time.now))"
        let rows = try await pool.query(
            """
            WITH due (\(names: keyAliases)) AS MATERIALIZED (
                SELECT \(names: table.key, of: "work") FROM \(identifier: table.name) AS work
                WHERE \(table.filter) AND (\(condition)) AND \(due) \(notParked)
                    AND (\(leaseEnd) IS NULL OR \(leaseEnd) <= \(time.now)) \(isFirst)
                ORDER BY \(table.order) LIMIT \(limit) FOR UPDATE OF work SKIP LOCKED
            )
            UPDATE \(identifier: table.name) AS work
            SET \(identifier: table.token) = gen_random_uuid(), \(identifier: table.leaseEnd) = \(end),
                \(identifier: table.attempts) = work.\(identifier: table.attempts) + 1 \(also: table.onClaim)
            FROM due WHERE (\(names: table.key, of: "work")) = (\(names: keyAliases, of: "due"))
            RETURNING work.\(identifier: table.token) AS lease_token,
                work.\(identifier: table.attempts) AS lease_attempt, \(Work.columns)
            """
        )
        return try rows.map { row in
            Lease(work: try Work(row), token: try row["lease_token"], attempt: try row["lease_attempt"])
        }
    }

    /// How long until something becomes due that is not now; nil when nothing does. What waits for an earlier row of its key does
    /// not count.
    ///
    /// Only the first thousand rows in the queue's order are asked, so that a large backlog costs no more than a small one.
    package func nextDue(where condition: Statement = "true") async throws -> Duration? {
        let row = try await pool.query(
            """
            SELECT extract(epoch FROM min(work.queue_due) - \(time.now)::timestamptz)::float8 AS seconds FROM (
                SELECT work.*, greatest(\(dueAt), \(leaseEnd)) AS queue_due FROM \(identifier: table.name) AS work
                WHERE \(table.filter) AND (\(condition)) \(notParked)
                ORDER BY \(table.order) LIMIT 1000
            ) AS work WHERE true \(isFirst)
            """
        )[0]
        let seconds: Double? = try row["seconds"]
        return seconds.map { .seconds(max(0, $0)) }
    }

    // MARK: Under a lease

    /// Keeps a lease for its whole duration from now on.
    /// - Returns: Whether it is still in force.
    package func renew(_ lease: Lease<Work>) async throws -> Bool {
        try await change(lease, "\(identifier: table.leaseEnd) = \(end)")
    }

    /// Lets work wait and gives up its lease.
    /// - Parameters:
    ///   - pause: How long nobody claims it.
    ///   - isCounted: Whether this attempt counts.
    ///   - reason: Why, for operators and without personal data; kept where the table has a column for it.
    /// - Returns: Whether the lease was still in force.
    @discardableResult
    package func postpone(
        _ lease: Lease<Work>,
        by pause: Duration,
        isCounted: Bool = true,
        reason: String? = nil
    ) async throws -> Bool {
        var error: Statement?
        if let reason, let column = table.deadLetters?.lastError { error = "\(identifier: column) = \(reason)" }
        return try await change(
            lease,
            """
            \(identifier: table.dueAt) = \(time.now)::timestamptz + make_interval(secs => \(pause.inSeconds)),
                \(identifier: table.attempts) = work.\(identifier: table.attempts) - \(isCounted ? 0 : 1)::integer,
                \(released) \(also: error) \(also: table.onRelease)
            """
        )
    }

    /// Gives work up until an operator releases it.
    /// - Parameter reason: Why, for operators and without personal data.
    /// - Returns: Whether the lease was still in force.
    /// - Precondition: The table has columns for dead letters.
    @discardableResult
    package func park(_ lease: Lease<Work>, reason: String) async throws -> Bool {
        guard let columns = table.deadLetters else { preconditionFailure("\(table.name) keeps no dead letters") }
        return try await change(
            lease,
            """
            \(identifier: columns.parkedAt) = \(time.now), \(identifier: columns.lastError) = \(reason), \(released)
            \(also: table.onRelease)
            """
        )
    }

    /// Removes work that is done.
    /// - Returns: Whether the lease was still in force; otherwise nothing has changed.
    package func finish(_ lease: Lease<Work>) async throws -> Bool {
        try await pool.withConnection { try await finish(lease, in: $0) }
    }

    /// Removes work in the transaction that does it.
    /// - Returns: Whether the lease was still in force; otherwise nothing has changed, and the transaction should end.
    package func finish(_ lease: Lease<Work>, in connection: PostgresConnection) async throws -> Bool {
        try await connection.execute(
            "DELETE FROM \(identifier: table.name) AS work WHERE \(isHeld(lease))"
        ) == 1
    }

    /// Changes a row under its lease.
    /// - Parameters:
    ///   - assignments: What changes; ``released`` among it gives up the lease.
    ///   - connection: Where; another connection of the pool when nil.
    /// - Returns: Whether the lease was still in force; otherwise nothing has changed.
    package func change(
        _ lease: Lease<Work>,
        _ assignments: Statement,
        in connection: PostgresConnection? = nil
    ) async throws -> Bool {
        let update: Statement = "UPDATE \(identifier: table.name) AS work SET \(assignments) WHERE \(isHeld(lease))"
        if let connection { return try await connection.execute(update) == 1 }
        return try await pool.execute(update) == 1
    }

    /// The assignments that give up a lease.
    package var released: Statement {
        "\(identifier: table.token) = NULL, \(identifier: table.leaseEnd) = NULL"
    }

    /// The end of a lease that begins now, as an SQL expression.
    package var end: Statement {
        "\(time.now)::timestamptz + make_interval(secs => \(duration.inSeconds))"
    }

    // MARK: SQL

    var dueAt: Statement { "work.\(identifier: table.dueAt)" }
    private var leaseEnd: Statement { "work.\(identifier: table.leaseEnd)" }
    private var keyAliases: [String] { table.key.indices.map { "due_key_\($0)" } }

    /// Leaves out rows that were given up.
    var notParked: Statement {
        guard let columns = table.deadLetters else { return "" }
        return "AND work.\(identifier: columns.parkedAt) IS NULL"
    }

    /// Leaves out rows that wait for an earlier one.
    private var isFirst: Statement {
        guard let serial = table.serial else { return "" }
        let parked: Statement =
            table.deadLetters.map { "AND earlier.\(identifier: $0.parkedAt) IS NULL" } ?? ""
        return """
            AND NOT EXISTS (
                SELECT FROM \(identifier: table.name) AS earlier
                WHERE (\(names: serial.columns, of: "earlier")) = (\(names: serial.columns, of: "work")) \(parked)
                    AND earlier.\(identifier: serial.sequence) < work.\(identifier: serial.sequence)
            )
            """
    }

    private func isHeld(_ lease: Lease<Work>) -> Statement {
        "\(lease.work.identity) AND \(identifier: table.token) = \(lease.token)"
    }
}

extension Statement.StringInterpolation {
    /// Inserts names of columns as quoted identifiers, with commas between.
    fileprivate mutating func appendInterpolation(names: [String], of row: String? = nil) {
        let prefix = row.map { SQLText.identifier($0) + "." } ?? ""
        appendLiteral(names.map { prefix + SQLText.identifier($0) }.joined(separator: ", "))
    }

    /// Inserts further assignments after a comma; nothing when there are none.
    fileprivate mutating func appendInterpolation(also assignments: Statement?) {
        guard let assignments else { return }
        appendLiteral(", ")
        appendInterpolation(assignments)
    }
}
