package import Postgres
package import RPC

/// The status of a failure of the database: whether a retry makes sense, and no internals.
extension PostgresError: StatusConvertible {
    /// The status for callers, without internals.
    package var status: Status {
        switch code {
        case .unavailable, .poolExhausted, .timeout, .closed, .authenticationFailed:
            Status(
                .unavailable,
                "The service cannot reach its data at the moment. Please try again later.",
                retryDelay: .seconds(1),
                reason: .databaseUnavailable
            )
        case .serializationFailure, .deadlock:
            Status(
                .aborted,
                "Somebody changed the same thing at the same time. Please try again.",
                reason: .concurrentChange
            )
        case .cancelled:
            Status(.cancelled, "The call was cancelled.")
        default:
            Status(.internalError, Status.internalSentence)
        }
    }
}

extension StatusReason {
    /// The database cannot be reached or has no free connection.
    static let databaseUnavailable: StatusReason = "DATABASE_UNAVAILABLE"
    /// Another transaction has changed the same rows.
    static let concurrentChange: StatusReason = "CONCURRENT_CHANGE"
}
