import AuthMessages
import NIOCore
import RPC
import ServiceKit
import Synchronization
import Wire

/// Limits calls by address before any other work; sign-in attempts, and other anonymous calls of auth, further.
struct AddressLimits: AdmissionPolicy {
    private let addresses: BoundedCache<ClientNetwork, AddressUse>
    private let maximumCalls: Int
    private let clock: (any RPCClock)?

    /// - Parameter clock: In place of the time of the calls.
    init(_ limits: RateLimits, clock: (any RPCClock)? = nil) {
        addresses = BoundedCache(capacity: limits.trackedKeys) { AddressUse(limits) }
        maximumCalls = limits.callsPerAddress
        self.clock = clock
    }

    func admission(for peer: Peer) -> any ConnectionAdmission {
        let use = addresses.object(for: peer.network)
        return AddressAdmission(use, maximumCalls: maximumCalls, clock: clock)
    }

    /// The number of cached addresses.
    var count: Int { addresses.count }
}

/// One client's usage, over all its connections.
private final class AddressUse: Sendable {
    let calls: TokenBucket
    let signIns: TokenBucket
    let renewals: TokenBucket
    let running = Atomic<Int>(0)

    init(_ limits: RateLimits) {
        calls = TokenBucket(limits.address)
        signIns = TokenBucket(limits.signIn)
        renewals = TokenBucket(limits.renewal)
    }
}

/// The limits of the address of one connection.
private final class AddressAdmission: ConnectionAdmission {
    private let calls: AddressRule
    private let signIns: AddressRule
    private let renewals: AddressRule

    init(_ use: AddressUse, maximumCalls: Int, clock: (any RPCClock)?) {
        calls = AddressRule(use, nil, maximumCalls, clock)
        signIns = AddressRule(use, use.signIns, maximumCalls, clock)
        renewals = AddressRule(use, use.renewals, maximumCalls, clock)
    }

    func rule(for method: MethodDescriptor?, _ template: CallTemplate) -> (any AdmissionRule)? {
        guard let method, AddressAdmission.reachesAccounts(method) else { return calls }
        // What is not idempotent takes a password, except for renewals.
        let isRenewal = method.path == Auth.SessionsService.refreshSession.path
        return method.idempotency == .none && !isRenewal ? signIns : renewals
    }

    /// Whether a method of auth for anyone reaches the database, as all do but the one that returns the terms.
    private static func reachesAccounts(_ method: MethodDescriptor) -> Bool {
        method.access == .anyone && method.service.hasPrefix("larder.auth.v1.")
            && method.path != Auth.AccountsService.getTerms.path
    }
}

private final class AddressRule: AdmissionRule {
    private let use: AddressUse
    /// The bucket of the methods of its kind; nil for the one of all calls alone.
    private let bucket: TokenBucket?
    private let maximumCalls: Int
    private let clock: (any RPCClock)?

    init(_ use: AddressUse, _ bucket: TokenBucket?, _ maximumCalls: Int, _ clock: (any RPCClock)?) {
        self.use = use
        self.bucket = bucket
        self.maximumCalls = maximumCalls
        self.clock = clock
    }

    func decide(_ call: inout IncomingCall) -> AdmissionDecision {
        let now = clock?.now ?? call.now
        if let wait = use.calls.take(now: now) ?? bucket?.take(now: now) { return .reject(.rateLimited(wait)) }
        // Long streams must not occupy all of the gateway's capacity, however slow they are.
        guard use.running.take(atMost: maximumCalls) else { return .reject(.tooManyCalls) }
        return .admit
    }

    func callEnded(for identity: (any CallerIdentity)?) { use.running.subtract(1, ordering: .relaxed) }
}
