import NIOCore
import RPC

/// Keeps single users and addresses from using up what is there for all.
final class RateLimiter: Sendable {
    private let users: TokenBuckets<String>
    private let addresses: TokenBuckets<ClientNetwork>
    private let signIns: TokenBuckets<ClientNetwork>

    /// Makes a limiter with full buckets.
    init(limits: RateLimits, now: @escaping @Sendable () -> NIODeadline) {
        users = TokenBuckets(limit: limits.user, capacity: limits.trackedKeys, now: now)
        addresses = TokenBuckets(limit: limits.address, capacity: limits.trackedKeys, now: now)
        signIns = TokenBuckets(limit: limits.signIn, capacity: limits.trackedKeys, now: now)
    }

    /// Counts a call of a verified user.
    /// - Throws: RESOURCE_EXHAUSTED with the time to retry.
    func admit(user: String) throws(Status) {
        if let wait = users.take(user) { throw RateLimiter.refusal(wait) }
    }

    /// Counts a call from an address.
    /// - Throws: RESOURCE_EXHAUSTED with the time to retry.
    func admit(_ network: ClientNetwork, method: MethodDescriptor) throws(Status) {
        if let wait = addresses.take(network) { throw RateLimiter.refusal(wait) }
        if RateLimiter.opensSession(method), let wait = signIns.take(network) { throw RateLimiter.refusal(wait) }
    }

    /// Whether a method registers or signs in: what a stranger may do at auth and what changes something there.
    private static func opensSession(_ method: MethodDescriptor) -> Bool {
        method.access == .anyone && method.idempotency == .none && method.service.hasPrefix("larder.auth.v1.")
    }

    private static func refusal(_ wait: TimeAmount) -> Status {
        let seconds = max(1, (wait.nanoseconds + 999_999_999) / 1_000_000_000)
        return Status(
            .resourceExhausted,
            "That was too much at once. Please try again in \(seconds == 1 ? "a second" : "\(seconds) seconds").",
            // Rounded up, so that who waits as long is let through.
            retryDelay: .milliseconds((wait.nanoseconds + 999_999) / 1_000_000),
            reason: "RATE_LIMITED"
        )
    }
}
