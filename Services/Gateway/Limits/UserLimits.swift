import NIOCore
import RPC
import ServiceKit
import Wire

/// Limits the call rate of each user; applied after users are verified.
struct UserLimits: AdmissionPolicy {
    fileprivate let users: BoundedCache<String, TokenBucket>
    fileprivate let clock: (any RPCClock)?

    /// - Parameter clock: In place of the time of the calls.
    init(_ limits: RateLimits, clock: (any RPCClock)? = nil) {
        users = BoundedCache(capacity: limits.trackedKeys) { TokenBucket(limits.user) }
        self.clock = clock
    }

    func admission(for peer: Peer) -> any ConnectionAdmission { UserAdmission(self) }
}

private final class UserAdmission: ConnectionAdmission {
    private let limits: UserLimits

    init(_ limits: UserLimits) { self.limits = limits }

    func rule(for method: MethodDescriptor?, _ template: CallTemplate) -> (any AdmissionRule)? {
        method?.access.admitsUsers == true ? UserRule(limits) : nil
    }
}

private final class UserRule: AdmissionRule {
    private let limits: UserLimits
    /// Calls of one template are mostly of one user.
    private var last: (user: String, bucket: TokenBucket)?

    init(_ limits: UserLimits) { self.limits = limits }

    func decide(_ call: inout IncomingCall) -> AdmissionDecision {
        guard let user = call.verifiedUser?.id else { return .admit }
        guard let wait = bucket(of: user).take(now: limits.clock?.now ?? call.now) else { return .admit }
        return .reject(.rateLimited(wait))
    }

    private func bucket(of user: String) -> TokenBucket {
        if let last, last.user == user { return last.bucket }
        let bucket = limits.users.object(for: user)
        last = (user, bucket)
        return bucket
    }
}

extension Status {
    /// The status of a call over the rate limit.
    /// - Parameter wait: the time until another call is allowed.
    static func rateLimited(_ wait: TimeAmount) -> Status {
        let seconds = max(1, (wait.nanoseconds + 999_999_999) / 1_000_000_000)
        return Status(
            .resourceExhausted,
            "Too many requests. Please try again in \(seconds == 1 ? "a second" : "\(seconds) seconds").",
            // Rounded up, so that a client that waits this long is admitted.
            retryDelay: .milliseconds((wait.nanoseconds + 999_999) / 1_000_000),
            reason: .rateLimited
        )
    }
}

extension StatusReason {
    /// A user or an address has made too many calls.
    static let rateLimited: StatusReason = "RATE_LIMITED"
}
