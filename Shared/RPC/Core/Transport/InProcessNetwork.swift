import NIOCore
import Synchronization

/// A network within the process, for tests, without sockets and TLS. Frames, limits, flow control, keep-alive and
/// balancing are those of a real network; the identity of the other end is stated instead of proven. Links can be cut
/// and instances frozen.
public final class InProcessNetwork: Sendable {
    /// Makes a server's half of a connection from a peer, on a loop of the server's; nil to refuse it.
    typealias Accept = @Sendable (Peer) -> Connection?

    /// Why a connection cannot be made.
    package struct Unreachable: Error, CustomStringConvertible {
        /// A sentence for operators.
        package let description: String
    }

    private struct State {
        var listeners: [Endpoint: Accept] = [:]
        var unreachable: Set<Endpoint> = []
        var pairs: [Endpoint: [InProcessTransport]] = [:]
        var attempts: [Endpoint: Int] = [:]
        var frozen: Set<Endpoint> = []
    }

    private let state = Mutex(State())

    /// A network without servers.
    public init() {}

    func listen(at endpoint: Endpoint, _ accept: @escaping Accept) {
        state.withLock { $0.listeners[endpoint] = accept }
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

    fileprivate func connect(_ client: Connection, to endpoint: Endpoint, as service: String?) throws(Unreachable) {
        let accept = state.withLock { state in
            state.attempts[endpoint, default: 0] += 1
            return state.unreachable.contains(endpoint) ? nil : state.listeners[endpoint]
        }
        let peer = Peer(service: service, address: "127.0.0.1")
        guard let server = accept?(peer) else { throw Unreachable(description: "no server listens at \(endpoint)") }
        let clientSide = InProcessTransport(client)
        let serverSide = InProcessTransport(server)
        clientSide.join(serverSide)
        let isFrozen = state.withLock { state in
            state.pairs[endpoint, default: []].append(clientSide)
            return state.frozen.contains(endpoint)
        }
        if isFrozen { clientSide.freeze() }
        // Neither end gets anything before it knows that it is open.
        client.loop.execute {
            server.loop.execute { server.opened(by: serverSide, peer: peer) }
            client.opened(by: clientSide, peer: Peer(address: "127.0.0.1"))
        }
    }
}

private struct InProcessClientTransport: ClientTransport {
    let network: InProcessNetwork
    let service: String?

    func connect(_ connection: Connection, to endpoint: Endpoint) async throws {
        try network.connect(connection, to: endpoint, as: service)
    }
}
