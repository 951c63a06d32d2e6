import NIOCore
import Synchronization

/// A network within the process, for tests, without sockets and TLS. Frames, limits, flow control, keep-alive and
/// balancing are those of a real network; the identity of the other end is stated instead of proven. Links can be cut
/// and instances frozen.
public final class InProcessNetwork: Sendable {
    /// A server that listens at an endpoint.
    struct Listener: Sendable {
        /// An event loop for another connection.
        let nextLoop: @Sendable () -> any EventLoop
        /// Makes the server's half of a connection from a peer, on that loop; nil to reject it.
        let accept: @Sendable (Peer, any EventLoop) -> Connection?
    }

    /// Why a connection cannot be made.
    package struct Unreachable: Error, CustomStringConvertible {
        /// A sentence for operators.
        package let description: String
    }

    private struct State {
        var listeners: [Endpoint: Listener] = [:]
        var unreachable: Set<Endpoint> = []
        var pairs: [Endpoint: [InProcessTransport]] = [:]
        var attempts: [Endpoint: Int] = [:]
        var frozen: Set<Endpoint> = []
    }

    private let state = Mutex(State())

    /// A network without servers.
    public init() {}

    func listen(at endpoint: Endpoint, _ listener: Listener) {
        state.withLock { $0.listeners[endpoint] = listener }
    }

    func stopListening(at endpoint: Endpoint) {
        state.withLock { $0.listeners[endpoint] = nil }
    }

    /// Lets connection attempts to an endpoint fail, or succeed again.
    public func setReachable(_ isReachable: Bool, _ endpoint: Endpoint) {
        state.withLock { state in
            if isReachable { state.unreachable.remove(endpoint) } else { state.unreachable.insert(endpoint) }
        }
    }

    /// Breaks all connections to an endpoint, as a lost link does.
    public func cut(_ endpoint: Endpoint) {
        let broken = state.withLock { $0.pairs.removeValue(forKey: endpoint) ?? [] }
        for transport in broken { transport.loop.execute { transport.close() } }
    }

    /// Blocks all bytes to and from an endpoint, as a stopped process does. New connections are made nevertheless.
    public func freeze(_ endpoint: Endpoint) {
        let pairs = state.withLock { state in
            state.frozen.insert(endpoint)
            return state.pairs[endpoint] ?? []
        }
        for transport in pairs { transport.freeze() }
    }

    /// Ends the freeze for new connections; existing ones stay frozen.
    public func thaw(_ endpoint: Endpoint) { state.withLock { _ = $0.frozen.remove(endpoint) } }

    /// Attempts that were made to connect to an endpoint.
    public func attempts(to endpoint: Endpoint) -> Int { state.withLock { $0.attempts[endpoint, default: 0] } }

    /// The client's side of the network.
    /// - Parameter service: Whom servers take the client for; nil for a person.
    package func client(as service: String?) -> any ClientTransport {
        InProcessClientTransport(network: self, service: service)
    }

    fileprivate func connect(
        to endpoint: Endpoint,
        as service: String?,
        on loop: any EventLoop,
        _ makeConnection: @escaping @Sendable () -> Connection
    ) async throws {
        let listener = state.withLock { state in
            state.attempts[endpoint, default: 0] += 1
            return state.unreachable.contains(endpoint) ? nil : state.listeners[endpoint]
        }
        let unreachable = Unreachable(description: "no server listens at \(endpoint)")
        guard let listener else { throw unreachable }
        let peer = Peer(service: service, address: "127.0.0.1")
        let (client, server) = InProcessTransport.pair(loop, listener.nextLoop())
        let isAccepted = try await server.loop.submit {
            guard let connection = listener.accept(peer, server.loop) else {
                server.close()
                return false
            }
            self.add(client, to: endpoint)
            // The client's end takes nothing before it is open.
            client.loop.execute { client.open(makeConnection(), peer: Peer(address: "127.0.0.1")) }
            server.open(connection, peer: peer)
            return true
        }.get()
        guard isAccepted else { throw unreachable }
    }

    private func add(_ client: InProcessTransport, to endpoint: Endpoint) {
        let isFrozen = state.withLock { state in
            state.pairs[endpoint, default: []].append(client)
            return state.frozen.contains(endpoint)
        }
        if isFrozen { client.freeze() }
    }
}

private struct InProcessClientTransport: ClientTransport {
    let network: InProcessNetwork
    let service: String?

    func connect(
        to endpoint: Endpoint,
        on loop: any EventLoop,
        _ makeConnection: @escaping @Sendable () -> Connection
    ) async throws {
        try await network.connect(to: endpoint, as: service, on: loop, makeConnection)
    }
}
