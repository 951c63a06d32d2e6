package import Postgres
package import RPC

/// What callers are told when the database fails: whether another try makes sense, and nothing of what is inside.
extension PostgresError: StatusConvertible {
    /// The status for callers, without anything of what is inside.
    package var status: Status {
        switch code {
        case .unavailable, .poolExhausted, .timeout, .closed, .authenticationFailed:
            Status(
                .unavailable,
                "The service cannot reach its data at the moment. Please try again later.",
                retryDelay: .seconds(1),
                reason: "DATABASE_UNAVAILABLE"
            )
        case .serializationFailure, .deadlock:
            Status(
                .aborted,
                "Somebody changed the same thing at the same time. Please try again.",
                reason: "CONCURRENT_CHANGE"
            )
        case .cancelled:
            Status(.cancelled, "The call was cancelled.")
        default:
            Status(.internalError, Status.internalSentence)
        }
    }
}
