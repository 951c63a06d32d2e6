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
    private let openConnections = Atomic<Int>(0)
    private let runningCalls = Atomic<Int>(0)
    private let storedBytes = Atomic<Int>(0)

    init(_ key: Key) { self.key = key }

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

    /// Takes a place for a handler; if there is one, give it back with ``endCall()``.
    func admitCall(atMost limit: Int) -> Bool { runningCalls.take(atMost: limit) }

    func endCall() { runningCalls.subtract(1, ordering: .relaxed) }

    /// Bytes of its messages that are stored, as far as its connections have reported.
    var bytes: Int { storedBytes.load(ordering: .relaxed) }

    /// Counts bytes that are stored, or no longer.
    func change(by bytes: Int) { storedBytes.add(bytes, ordering: .relaxed) }
}
