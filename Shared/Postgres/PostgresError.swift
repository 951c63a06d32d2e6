/// What went wrong with a database operation.
///
/// `description` names the kind of failure and what the operator can do about it. It holds neither SQL nor values, so
/// it can be logged; `serverMessage` and `statementText` are for a developer's eyes.
package struct PostgresError: Error, Sendable {
    /// The kinds of failure. New ones may be added.
    package struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name, stable and short enough for a metric label.
        package let description: String

        private init(_ name: String) { description = name }

        /// The server can't be reached, is starting or stopping, or broke the connection. Trying again later may help.
        package static let unavailable = Code("unavailable")
        /// The server rejected the credentials.
        package static let authenticationFailed = Code("authenticationFailed")
        /// Every connection of the pool is in use and the queue is full, or the wait took too long.
        package static let poolExhausted = Code("poolExhausted")
        /// The pool is closed, or a connection was used after its end.
        package static let closed = Code("closed")
        /// Someone else cancelled the statement. A cancelled task gets `CancellationError` instead.
        package static let cancelled = Code("cancelled")
        /// The statement took longer than `statementTimeout` or a lock wait took longer than `lock_timeout`.
        package static let timeout = Code("timeout")
        /// A row with that key exists; see `constraint`.
        package static let uniqueViolation = Code("uniqueViolation")
        /// A row that is referred to doesn't exist, or is still referred to; see `constraint`.
        package static let foreignKeyViolation = Code("foreignKeyViolation")
        /// A value isn't allowed; see `constraint`.
        package static let checkViolation = Code("checkViolation")
        /// A value is missing.
        package static let notNullViolation = Code("notNullViolation")
        /// Overlaps with another row; see `constraint`.
        package static let exclusionViolation = Code("exclusionViolation")
        /// Concurrent transactions are in conflict; the transaction may be tried again.
        package static let serializationFailure = Code("serializationFailure")
        /// Transactions waited for each other; the transaction may be tried again.
        package static let deadlock = Code("deadlock")
        /// The transaction was rolled back because one of its statements failed.
        package static let transactionAborted = Code("transactionAborted")
        /// The role lacks a privilege.
        package static let permissionDenied = Code("permissionDenied")
        /// A value can't be sent, for example text with a NUL character.
        package static let encoding = Code("encoding")
        /// A column is missing, NULL, or of another type than was asked for.
        package static let decoding = Code("decoding")
        /// The configuration or a connection string is wrong.
        package static let configuration = Code("configuration")
        /// Migrations contradict each other or the database.
        package static let migration = Code("migration")
        /// Any other error from the server; see `sqlState`.
        package static let server = Code("server")
    }

    /// The kind of failure.
    package var code: Code
    /// A sentence for the operator, free of SQL and values.
    package var message: String
    /// The five-character SQLSTATE, when the server sent one.
    package var sqlState: String?
    /// The constraint that was violated.
    package var constraint: String?
    /// The table concerned.
    package var table: String?
    /// The column concerned.
    package var column: String?
    /// The server's own words, which can hold values that a user sent: don't log it in production.
    package var serverMessage: String?
    /// The statement's text with `$1` in place of values.
    package var statementText: String?

    /// An error of `code`, described by `message`.
    package init(_ code: Code, _ message: String, sqlState: String? = nil) {
        self.code = code
        self.message = message
        self.sqlState = sqlState
    }

    /// Whether the same transaction can succeed when it is run again.
    package var isRetryable: Bool { code == .serializationFailure || code == .deadlock }

    /// Whether the database could not be used at all at that time, whatever the statement.
    package var isOutage: Bool {
        [.unavailable, .authenticationFailed, .poolExhausted, .closed, .timeout].contains(code)
    }
}

extension PostgresError: CustomStringConvertible {
    /// Code, message and SQLSTATE, without SQL or values.
    package var description: String {
        let state = sqlState.map { " (SQLSTATE \($0))" } ?? ""
        return "\(code): \(message)\(state)"
    }
}

extension PostgresError: CustomReflectable {
    /// Keeps `dump` and interpolation of an enclosing value from showing SQL or values.
    package var customMirror: Mirror {
        Mirror(self, children: ["code": code.description, "message": message])
    }
}
