import NIOCore
import RPC
import ServiceKit
import Synchronization
import Wire

/// Limits the call rate and the concurrent calls of each user; applied after users are verified.
struct UserLimits: AdmissionPolicy {
    fileprivate let users: BoundedCache<String, UserUse>
    fileprivate let clock: (any RPCClock)?

    /// - Parameter clock: In place of the time of the calls.
    init(_ limits: RateLimits, clock: (any RPCClock)? = nil) {
        users = BoundedCache(capacity: limits.trackedKeys) { _ in UserUse(limits) }
        self.clock = clock
    }

    func admission(for peer: Peer) -> any ConnectionAdmission { UserAdmission(self) }
}

/// One user's usage, over all connections.
private final class UserUse: Sendable {
    private let calls: TokenBucket
    private let running = Atomic<Int>(0)
    private let runningStreams = Atomic<Int>(0)
    private let maximumCalls: Int
    private let maximumStreams: Int

    init(_ limits: RateLimits) {
        calls = TokenBucket(limits.user)
        maximumCalls = limits.callsPerUser
        maximumStreams = limits.streamsPerUser
    }

    /// Takes a place for a call; if there is one, give it back with ``endCall(isStream:)``.
    /// - Returns: The status for a call over a limit.
    func admitCall(isStream: Bool, now: NIODeadline) -> Status? {
        if let wait = calls.take(now: now) { return .rateLimited(wait) }
        guard running.take(atMost: maximumCalls) else { return .tooManyCalls }
        guard !isStream || runningStreams.take(atMost: maximumStreams) else {
            running.subtract(1, ordering: .relaxed)
            return .tooManyCalls
        }
        return nil
    }

    func endCall(isStream: Bool) {
        running.subtract(1, ordering: .relaxed)
        if isStream { runningStreams.subtract(1, ordering: .relaxed) }
    }
}

private final class UserAdmission: ConnectionAdmission {
    private let limits: UserLimits

    init(_ limits: UserLimits) { self.limits = limits }

    func rule(for method: MethodDescriptor?, _ template: CallTemplate) -> (any AdmissionRule)? {
        guard let method, method.access.admitsUsers else { return nil }
        return UserRule(limits, isStream: method.kind != .unary)
    }
}

private final class UserRule: AdmissionRule {
    private let limits: UserLimits
    private let isStream: Bool
    /// The users of running calls and their number of calls, mostly one user. The cache evicts no object that is here.
    private var running: [String: (use: UserUse, calls: Int)] = [:]
    /// Calls of one template are mostly of one user.
    private var last: (user: String, use: UserUse)?

    init(_ limits: UserLimits, isStream: Bool) {
        self.limits = limits
        self.isStream = isStream
    }

    func decide(_ call: inout IncomingCall) -> AdmissionDecision {
        guard let user = call.verifiedUser?.id else { return .admit }
        let use = use(of: user)
        if let status = use.admitCall(isStream: isStream, now: limits.clock?.now ?? call.now) { return .reject(status) }
        running[user, default: (use, 0)].calls += 1
        return .admit
    }

    func callEnded(for identity: (any CallerIdentity)?) {
        guard let user = (identity as? VerifiedUser)?.id, let known = running[user] else { return }
        known.use.endCall(isStream: isStream)
        running[user] = known.calls > 1 ? (known.use, known.calls - 1) : nil
    }

    private func use(of user: String) -> UserUse {
        if let last, last.user == user { return last.use }
        let use = limits.users.object(for: user)
        last = (user, use)
        return use
    }
}
