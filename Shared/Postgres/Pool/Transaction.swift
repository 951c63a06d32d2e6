import Foundations

/// How much a transaction sees of others that run at the same time.
package enum IsolationLevel: Sendable {
    /// Each statement sees what was committed before it began.
    case readCommitted
    /// The whole transaction sees what was committed before its first statement.
    case repeatableRead
    /// As if transactions ran one after the other; expect `serializationFailure` and retry.
    case serializable

    fileprivate var begin: Statement {
        switch self {
        case .readCommitted: "BEGIN ISOLATION LEVEL READ COMMITTED"
        case .repeatableRead: "BEGIN ISOLATION LEVEL REPEATABLE READ"
        case .serializable: "BEGIN ISOLATION LEVEL SERIALIZABLE"
        }
    }
}

extension PostgresPool {
    private static let attemptLimit = 4

    /// Runs `body` in a transaction, which is committed when `body` returns and rolled back when it throws or its task
    /// was cancelled.
    /// - Parameters:
    ///   - isolation: what the transaction sees of others.
    ///   - isRetrying: whether to run `body` up to three times more when the transaction fell victim to another one
    ///     (`serializationFailure`, `deadlock`). Only for a `body` without effects outside of the database.
    ///   - body: what to do; it mustn't keep the connection.
    /// - Throws: what `body` throws, `PostgresError`, or `CancellationError`.
    nonisolated(nonsending) package func transaction<Result>(
        isolation: IsolationLevel = .readCommitted,
        retrying isRetrying: Bool = false,
        _ body: nonisolated(nonsending) (PostgresConnection) async throws -> Result
    ) async throws -> Result {
        let backoff = Backoff.doubling(from: .milliseconds(5), to: .milliseconds(100))
        var attempt = 1
        while true {
            do {
                return try await withConnection { connection in
                    try await connection.transaction(isolation: isolation, body)
                }
            } catch let error as PostgresError where isRetrying && error.isRetryable && attempt < Self.attemptLimit {
                try await Task.sleep(for: backoff.delay(afterFailures: attempt))
                attempt += 1
            }
        }
    }
}

extension PostgresConnection {
    /// Runs `body` in a transaction on this connection, which must not be in one already.
    /// - Throws: what `body` throws, `PostgresError`, or `CancellationError`.
    nonisolated(nonsending) package func transaction<Result>(
        isolation: IsolationLevel = .readCommitted,
        _ body: nonisolated(nonsending) (PostgresConnection) async throws -> Result
    ) async throws -> Result {
        try Task.checkCancellation()
        try await begin(isolation.begin)
        do {
            let result = try await body(self)
            try Task.checkCancellation()
            try await commit()
            return result
        } catch {
            await rollBack()
            throw error
        }
    }
}
