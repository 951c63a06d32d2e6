import AuthMessages
import NIOCore
import RPC
import ServiceKit
import Synchronization
import Wire

/// Limits TLS handshakes and calls by address before any other work; calls that take a password, and other anonymous calls of
/// auth, further, and registrations most.
///
/// What counts for an address counts for the networks around it, too, see `ClientNetwork`.
struct AddressLimits: AdmissionPolicy {
    private let networks: BoundedCache<ClientNetwork, NetworkUse>
    private let clock: (any RPCClock)?

    /// - Parameter clock: In place of the time of the calls.
    init(_ limits: RateLimits, clock: (any RPCClock)? = nil) {
        networks = BoundedCache(capacity: limits.trackedKeys) { NetworkUse(limits, weight: $0.weight) }
        self.clock = clock
    }

    func admitsConnection(from network: ClientNetwork, now: NIODeadline) -> Bool {
        let now = clock?.now ?? now
        return network.levels.allSatisfy { networks.object(for: $0).handshakes.take(now: now) == nil }
    }

    func admission(for peer: Peer) -> any ConnectionAdmission {
        // The networks of services are the operator's.
        let levels = peer.service == nil ? peer.network.levels : [peer.network]
        return AddressAdmission(levels.map(networks.object), clock: clock)
    }

    /// The number of cached networks.
    var count: Int { networks.count }
}

/// What the clients of one network use, over all their connections.
private final class NetworkUse: Sendable {
    let handshakes: TokenBucket
    let calls: TokenBucket
    let signIns: TokenBucket
    let registrations: TokenBucket
    let renewals: TokenBucket
    let running = Atomic<Int>(0)
    let maximumCalls: Int

    init(_ limits: RateLimits, weight: Int) {
        handshakes = TokenBucket(limits.handshake.times(weight))
        calls = TokenBucket(limits.address.times(weight))
        signIns = TokenBucket(limits.signIn.times(weight))
        registrations = TokenBucket(limits.registration.times(weight))
        renewals = TokenBucket(limits.renewal.times(weight))
        maximumCalls = limits.callsPerAddress * weight
    }
}

/// The limits of the address of one connection.
private final class AddressAdmission: ConnectionAdmission {
    private let calls: AddressRule
    private let signIns: AddressRule
    private let registrations: AddressRule
    private let renewals: AddressRule

    /// - Parameter levels: The address's network and those around it, from the smallest.
    init(_ levels: [NetworkUse], clock: (any RPCClock)?) {
        func rule(_ buckets: (NetworkUse) -> [TokenBucket]) -> AddressRule {
            let outer = levels.dropFirst().reversed().reduce(AddressRule?.none) { outer, use in
                AddressRule(use, buckets(use), clock, within: outer)
            }
            return AddressRule(levels[0], buckets(levels[0]), clock, within: outer)
        }
        calls = rule { _ in [] }
        signIns = rule { [$0.signIns] }
        registrations = rule { [$0.registrations, $0.signIns] }
        renewals = rule { [$0.renewals] }
    }

    func rule(for method: MethodDescriptor?, _ template: CallTemplate) -> (any AdmissionRule)? {
        guard let method else { return calls }
        if method.path == Auth.AccountsService.register.path { return registrations }
        if method.takesPassword { return signIns }
        return AddressAdmission.reachesAccounts(method) ? renewals : calls
    }

    /// Whether a method of auth for anyone reaches the database, as all do but the one that returns the terms.
    private static func reachesAccounts(_ method: MethodDescriptor) -> Bool {
        method.access == .anyone && method.service.hasPrefix("larder.auth.v1.")
            && method.path != Auth.AccountsService.getTerms.path
    }
}

extension MethodDescriptor {
    /// Whether auth checks a password or a code in each call: what changes something there and is not idempotent may, except
    /// for renewals.
    var takesPassword: Bool {
        (access == .anyone || access.admitsUsers) && service.hasPrefix("larder.auth.v1.") && idempotency == .none
            && path != Auth.SessionsService.refreshSession.path
    }
}

private final class AddressRule: AdmissionRule {
    private let use: NetworkUse
    /// The buckets of the methods of its kind, beside the one of all calls.
    private let buckets: [TokenBucket]
    private let clock: (any RPCClock)?
    /// The rule of the next larger network, which is not charged for what this one rejects.
    private let outer: AddressRule?

    init(_ use: NetworkUse, _ buckets: [TokenBucket], _ clock: (any RPCClock)?, within outer: AddressRule?) {
        self.use = use
        self.buckets = buckets
        self.clock = clock
        self.outer = outer
    }

    func decide(_ call: inout IncomingCall) -> AdmissionDecision {
        let now = clock?.now ?? call.now
        // Charged in any case, as rejecting takes work, too.
        if let wait = use.calls.take(now: now) { return .reject(.rateLimited(wait)) }
        if let wait = charge(buckets[...], now: now) { return .reject(.rateLimited(wait)) }
        // Long streams must not occupy all of the gateway's capacity, however slow they are.
        guard use.running.take(atMost: use.maximumCalls) else {
            for bucket in buckets { bucket.giveBack() }
            return .reject(.tooManyCalls)
        }
        guard let outer else { return .admit }
        let decision = outer.decide(&call)
        if case .admit = decision { return decision }
        use.running.subtract(1, ordering: .relaxed)
        for bucket in buckets { bucket.giveBack() }
        return decision
    }

    /// Takes a token of each bucket, or none: a registration that is rejected uses up no attempt to sign in.
    /// - Returns: Nil when there was one of each, else how long it takes until there is.
    private func charge(_ buckets: ArraySlice<TokenBucket>, now: NIODeadline) -> TimeAmount? {
        guard let bucket = buckets.first else { return nil }
        if let wait = bucket.take(now: now) { return wait }
        guard let wait = charge(buckets.dropFirst(), now: now) else { return nil }
        bucket.giveBack()
        return wait
    }

    func callEnded(for identity: (any CallerIdentity)?) {
        use.running.subtract(1, ordering: .relaxed)
        outer?.callEnded(for: identity)
    }
}
