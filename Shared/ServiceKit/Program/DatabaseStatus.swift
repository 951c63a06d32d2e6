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
                .services.dataUnavailable,
                retryDelay: .seconds(1),
                reason: .databaseUnavailable
            )
        case .serializationFailure, .deadlock:
            Status(
                .aborted,
                .services.concurrentChange,
                reason: .concurrentChange
            )
        case .cancelled:
            Status(.cancelled, .rpc.cancelled)
        default:
            Status(.internalError, .rpc.ourFault)
        }
    }
}

extension StatusReason {
    /// The database cannot be reached or has no free connection.
    static let databaseUnavailable: StatusReason = "DATABASE_UNAVAILABLE"
    /// Another transaction has changed the same rows.
    static let concurrentChange: StatusReason = "CONCURRENT_CHANGE"
}
