import Logging
import NIOCore
import Synchronization
import Wire

/// What a server has taken on, over all its connections, against its limits.
final class ServerLoad: Sendable {
    let limits: ServerLimits
    let life: ConnectionLife
    let callers: CallerAllowlist
    let serviceFrameRateLimits: FrameRateLimits?
    let bytes: BytesInFlight
    let admissionPolicies: [any AdmissionPolicy]
    let log: Logger
    private let clock: any RPCClock
    private let runningCalls = Atomic<Int>(0)
    private let peers = Mutex<[PeerUse.Key: PeerUse]>([:])
    private let probes = Mutex<[ObjectIdentifier: LoopProbe]>([:])

    init(_ configuration: ServerConfiguration, log: Logger) {
        limits = configuration.limits
        life = configuration.connectionLife
        serviceFrameRateLimits = configuration.serviceFrameRateLimits
        callers = CallerAllowlist(configuration.allowedCallers)
        bytes = BytesInFlight(limit: limits.bytesInFlight, share: limits.bytesPerAddress)
        admissionPolicies = configuration.admissionPolicies
        clock = configuration.clock
        self.log = log
    }

    /// Takes a place for one more handler of a peer; if there is one, give it back with ``endCall(of:)``.
    func admitCall(of use: PeerUse) -> Bool {
        guard runningCalls.take(atMost: limits.calls) else { return false }
        // Clients share the places that are left, as they share bytes, see ``BytesInFlight``.
        let free = (limits.calls - runningCalls.load(ordering: .relaxed)) / 8
        let most = use.isService ? limits.callsPerPeer : min(limits.callsPerPeer, max(ServerLoad.callReserve, free))
        guard use.admitCall(atMost: most) else {
            runningCalls.subtract(1, ordering: .relaxed)
            return false
        }
        return true
    }

    func endCall(of use: PeerUse) {
        use.endCall()
        runningCalls.subtract(1, ordering: .relaxed)
    }

    /// Handlers that a client may have however many run.
    private static let callReserve = 16

    /// Measures the lag of a loop; nil when lag is nothing to reject calls for.
    func probe(of loop: any EventLoop) -> LoopProbe? {
        guard let rules = limits.shedding else { return nil }
        return probes.withLock { probes in
            let key = ObjectIdentifier(loop)
            if let known = probes[key] { return known }
            let probe = LoopProbe(rules, loop: loop, clock: clock)
            probes[key] = probe
            return probe
        }
    }

    // MARK: Peers

    /// Counts what a peer uses, over all its connections. Give it back with ``release(_:)``.
    func use(of peer: Peer) -> PeerUse {
        peers.withLock { peers in
            func count(_ key: PeerUse.Key, within enclosing: [PeerUse]) -> PeerUse {
                let use = peers[key] ?? PeerUse(key, within: enclosing)
                use.connections += 1
                peers[key] = use
                return use
            }
            let enclosing = peer.service == nil ? peer.network.enclosing : []
            return count(PeerUse.Key(peer), within: enclosing.map { count(.network($0), within: []) })
        }
    }

    /// A connection of the peer is gone, and so are the handlers of its calls.
    func release(_ use: PeerUse) {
        peers.withLock { peers in
            for use in [use] + use.enclosing {
                use.connections -= 1
                if use.connections == 0 { peers[use.key] = nil }
            }
        }
    }
}
