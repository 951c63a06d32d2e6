import Logging
import NIOCore
import Synchronization

/// What a server has taken on, over all its connections, against its limits.
final class ServerLoad: Sendable {
    let limits: ServerLimits
    let life: ConnectionLife
    let callers: CallerAllowlist
    let bytes: BytesInFlight
    let admissionPolicies: [any AdmissionPolicy]
    let log: Logger
    private let clock: any RPCClock
    private let runningCalls = Atomic<Int>(0)
    private let peers = Mutex<[String: PeerCalls]>([:])
    private let probes = Mutex<[ObjectIdentifier: LoopProbe]>([:])

    init(_ configuration: ServerConfiguration, log: Logger) {
        limits = configuration.limits
        life = configuration.connectionLife
        callers = CallerAllowlist(configuration.allowedCallers)
        bytes = BytesInFlight(limit: configuration.limits.bytesInFlight)
        admissionPolicies = configuration.admissionPolicies
        clock = configuration.clock
        self.log = log
    }

    /// Whether one more handler may run.
    func admitCall() -> Bool {
        guard runningCalls.add(1, ordering: .relaxed).newValue <= limits.calls else {
            endCall()
            return false
        }
        return true
    }

    func endCall() { runningCalls.subtract(1, ordering: .relaxed) }

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

    /// Counts a peer's calls; nil when peers have no limit of their own. Give it back with ``release(_:)``.
    func calls(of peer: Peer) -> PeerCalls? {
        guard limits.callsPerPeer < limits.calls else { return nil }
        let name = peer.service.map { "service \($0)" } ?? peer.address ?? ""
        return peers.withLock { peers in
            let calls = peers[name] ?? PeerCalls(name)
            calls.connections.add(1, ordering: .relaxed)
            peers[name] = calls
            return calls
        }
    }

    /// A connection of the peer is gone, and so are the handlers of its calls.
    func release(_ calls: PeerCalls) {
        peers.withLock { peers in
            let left = calls.connections.subtract(1, ordering: .relaxed).newValue
            if left == 0 { peers[calls.name] = nil }
        }
    }
}

/// The calls of one peer that run, over all its connections.
final class PeerCalls: Sendable {
    let name: String
    /// Changed under the lock of ``ServerLoad``.
    fileprivate let connections = Atomic<Int>(0)
    private let running = Atomic<Int>(0)

    fileprivate init(_ name: String) { self.name = name }

    func admit(limit: Int) -> Bool {
        guard running.add(1, ordering: .relaxed).newValue <= limit else {
            end()
            return false
        }
        return true
    }

    func end() { running.subtract(1, ordering: .relaxed) }
}
