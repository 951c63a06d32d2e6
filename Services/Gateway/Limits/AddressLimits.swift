import NIOCore
import RPC
import ServiceKit
import Synchronization
import Wire

/// Limits calls by address before any other work, and sign-in attempts further.
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
        let use = addresses.object(for: ClientNetwork(address: peer.address))
        return AddressAdmission(use, maximumCalls: maximumCalls, clock: clock)
    }

    /// The number of cached addresses.
    var count: Int { addresses.count }
}

/// One client's usage, over all its connections.
private final class AddressUse: Sendable {
    let calls: TokenBucket
    let signIns: TokenBucket
    let running = Atomic<Int>(0)

    init(_ limits: RateLimits) {
        calls = TokenBucket(limits.address)
        signIns = TokenBucket(limits.signIn)
    }
}

/// The limits of the address of one connection.
private final class AddressAdmission: ConnectionAdmission {
    private let calls: AddressRule
    private let signIns: AddressRule

    init(_ use: AddressUse, maximumCalls: Int, clock: (any RPCClock)?) {
        calls = AddressRule(use, opensSession: false, maximumCalls, clock)
        signIns = AddressRule(use, opensSession: true, maximumCalls, clock)
    }

    func rule(for method: MethodDescriptor?, _ template: CallTemplate) -> (any AdmissionRule)? {
        method.map(AddressAdmission.opensSession) == true ? signIns : calls
    }

    /// Whether a method registers or signs in: a non-idempotent method of auth for anyone.
    private static func opensSession(_ method: MethodDescriptor) -> Bool {
        method.access == .anyone && method.idempotency == .none && method.service.hasPrefix("larder.auth.v1.")
    }
}

private final class AddressRule: AdmissionRule {
    private let use: AddressUse
    private let opensSession: Bool
    private let maximumCalls: Int
    private let clock: (any RPCClock)?

    init(_ use: AddressUse, opensSession: Bool, _ maximumCalls: Int, _ clock: (any RPCClock)?) {
        self.use = use
        self.opensSession = opensSession
        self.maximumCalls = maximumCalls
        self.clock = clock
    }

    func decide(_ call: inout IncomingCall) -> AdmissionDecision {
        let now = clock?.now ?? call.now
        if let wait = use.calls.take(now: now) { return .reject(.rateLimited(wait)) }
        if opensSession, let wait = use.signIns.take(now: now) { return .reject(.rateLimited(wait)) }
        guard use.running.add(1, ordering: .relaxed).newValue <= maximumCalls else {
            callEnded()
            return .reject(AddressRule.tooManyCalls)
        }
        return .admit
    }

    func callEnded() { use.running.subtract(1, ordering: .relaxed) }

    // Long streams must not occupy all of the gateway's capacity, however slow they are.
    private static let tooManyCalls = Status(
        .resourceExhausted,
        "Too many of your requests are still running. Please try again when some of them have finished.",
        retryDelay: .seconds(1),
        reason: .tooManyCalls
    )
}

extension StatusReason {
    /// Too many calls from one address are running.
    static let tooManyCalls: StatusReason = "TOO_MANY_CALLS"
}
