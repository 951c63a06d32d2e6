import FoundationEssentials

/// How much work waits in a queue.
package struct QueueBacklog: Sendable, Equatable {
    /// Rows to work on, those included that are being worked on.
    package var waiting: Int
    /// Rows that were given up.
    package var parked: Int
    /// How long the oldest row to work on has been there; nil when there is none.
    package var oldestAge: Duration?

    /// A backlog of these numbers.
    package init(waiting: Int, parked: Int, oldestAge: Duration?) {
        self.waiting = waiting
        self.parked = parked
        self.oldestAge = oldestAge
    }
}

extension LeaseQueue {
    /// Counts what waits.
    /// - Parameters:
    ///   - limit: The counts go no further, so that a large backlog costs no more than this.
    ///   - condition: Which rows of the queue, with the row called `work`.
    package func backlog(limit: Int, where condition: Statement = "true") async throws -> QueueBacklog {
        let parked: Statement =
            table.deadLetters.map { columns in
                """
                (
                    SELECT count(*) FROM (
                        SELECT 1 FROM \(identifier: table.name) AS work
                        WHERE \(table.filter) AND (\(condition)) AND work.\(identifier: columns.parkedAt) IS NOT NULL
                        LIMIT \(limit)
                    ) AS parked
                )
                """
            } ?? "0::bigint"
        let row = try await pool.query(
            """
            SELECT count(*) AS waiting, \(parked) AS parked,
                extract(epoch FROM \(time.now)::timestamptz - min(since))::float8 AS age
            FROM (
                SELECT work.\(identifier: table.since) AS since FROM \(identifier: table.name) AS work
                WHERE \(table.filter) AND (\(condition)) \(notParked) ORDER BY \(table.order) LIMIT \(limit)
            ) AS waiting
            """
        )[0]
        let age: Double? = try row["age"]
        return QueueBacklog(
            waiting: try row["waiting"],
            parked: try row["parked"],
            oldestAge: age.map { .seconds(max(0, $0)) }
        )
    }

    /// Has work tried again at once, from its first attempt: what was given up, and what waits for another attempt.
    ///
    /// What is being worked on stays as it is.
    /// - Parameter condition: Which rows, with the row called `work`.
    /// - Returns: How many rows.
    package func retry(where condition: Statement) async throws -> Int {
        var cleared: Statement = ""
        if let columns = table.deadLetters {
            cleared = ", \(identifier: columns.parkedAt) = NULL, \(identifier: columns.lastError) = NULL"
        }
        return try await pool.execute(
            """
            UPDATE \(identifier: table.name) AS work
            SET \(identifier: table.attempts) = 0, \(identifier: table.dueAt) = \(time.now) \(cleared)
            WHERE \(table.filter) AND (\(condition))
                AND (work.\(identifier: table.leaseEnd) IS NULL OR work.\(identifier: table.leaseEnd) <= \(time.now))
            """
        )
    }

    /// Gives work up until an operator releases it, so that later work of its key goes on.
    ///
    /// What is being worked on stays as it is.
    /// - Parameters:
    ///   - condition: Which rows, with the row called `work`.
    ///   - reason: Why, for operators and without personal data; the last error is kept behind it.
    /// - Returns: How many rows.
    package func park(where condition: Statement, reason: String) async throws -> Int {
        guard let columns = table.deadLetters else { return 0 }
        let lastError: Statement = "\(identifier: columns.lastError)"
        return try await pool.execute(
            """
            UPDATE \(identifier: table.name) AS work
            SET \(identifier: columns.parkedAt) = \(time.now), \(lastError) = concat_ws('; ', \(reason)::text, work.\(lastError))
            WHERE \(table.filter) AND (\(condition)) \(notParked)
                AND (work.\(identifier: table.leaseEnd) IS NULL OR work.\(identifier: table.leaseEnd) <= \(time.now))
            """
        )
    }

    /// Removes work that was given up, for good.
    /// - Parameter condition: Which rows, with the row called `work`.
    /// - Returns: How many rows.
    package func drop(where condition: Statement) async throws -> Int {
        guard let columns = table.deadLetters else { return 0 }
        return try await pool.execute(
            """
            DELETE FROM \(identifier: table.name) AS work
            WHERE \(table.filter) AND (\(condition)) AND work.\(identifier: columns.parkedAt) IS NOT NULL
            """
        )
    }
}
