import Synchronization

/// What one peer uses of its server, over all its connections: handlers that run, and bytes of messages that are stored.
final class PeerUse: Sendable {
    /// Who counts as one peer.
    enum Key: Hashable, Sendable {
        /// A service, by its certificate.
        case service(String)
        /// A client, by its address.
        case network(ClientNetwork)

        init(_ peer: Peer) {
            self = peer.service.map(Key.service) ?? .network(peer.network)
        }
    }

    let key: Key
    /// Those of the networks around a client's, which count what it uses, too.
    let enclosing: [PeerUse]
    /// How many times the limits of one peer it may use.
    let weight: Int
    private let openConnections = Atomic<Int>(0)
    private let runningCalls = Atomic<Int>(0)
    private let storedBytes = Atomic<Int>(0)

    init(_ key: Key, within enclosing: [PeerUse] = []) {
        self.key = key
        self.enclosing = enclosing
        if case .network(let network) = key { weight = network.weight } else { weight = 1 }
    }

    /// Whether the peer has proven to be a service.
    var isService: Bool {
        if case .service = key { return true }
        return false
    }

    /// Its connections, and those whose handlers still run. Changed under the lock of ``ServerLoad``.
    var connections: Int {
        get { openConnections.load(ordering: .relaxed) }
        set { openConnections.store(newValue, ordering: .relaxed) }
    }

    /// Whether something is true of it and of the networks around it.
    func allLevels(_ isTrue: (PeerUse) -> Bool) -> Bool { isTrue(self) && enclosing.allSatisfy(isTrue) }

    /// Takes a place for a handler; if there is one, give it back with ``endCall()``.
    /// - Parameter limit: Of one peer.
    func admitCall(atMost limit: Int) -> Bool {
        guard runningCalls.take(atMost: limit * weight) else { return false }
        for (place, network) in enclosing.enumerated() where !network.admitCall(atMost: limit) {
            enclosing[..<place].forEach { $0.endCall() }
            runningCalls.subtract(1, ordering: .relaxed)
            return false
        }
        return true
    }

    func endCall() {
        runningCalls.subtract(1, ordering: .relaxed)
        for network in enclosing { network.endCall() }
    }

    /// Bytes of its messages that are stored, as far as its connections have reported.
    var bytes: Int { storedBytes.load(ordering: .relaxed) }

    /// Counts bytes that are stored, or no longer.
    func change(by bytes: Int) {
        storedBytes.add(bytes, ordering: .relaxed)
        for network in enclosing { network.change(by: bytes) }
    }
}
