import NIOCore
import RPC

extension Status {
    /// The status of a call over the rate limit.
    /// - Parameter wait: the time until another call is allowed.
    static func rateLimited(_ wait: TimeAmount) -> Status {
        let seconds = max(1, (wait.nanoseconds + 999_999_999) / 1_000_000_000)
        return Status(
            .resourceExhausted,
            .gateway.rateLimited(count: Int(seconds)),
            // Rounded up, so that a client that waits this long is admitted.
            retryDelay: .milliseconds((wait.nanoseconds + 999_999) / 1_000_000),
            reason: .rateLimited
        )
    }

    /// The status of a call over the limit of concurrent calls.
    static let tooManyCalls = Status(
        .resourceExhausted,
        .gateway.tooManyCalls,
        retryDelay: .seconds(1),
        reason: .tooManyCalls
    )
}

extension StatusReason {
    /// A user or an address has made too many calls.
    static let rateLimited: StatusReason = "RATE_LIMITED"
    /// Too many calls of one user or from one address are running.
    static let tooManyCalls: StatusReason = "TOO_MANY_CALLS"
}
