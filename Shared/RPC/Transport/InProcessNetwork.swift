import NIOCore
import Synchronization

/// A network within the process: servers listen at endpoints and clients connect to them, without sockets and without TLS.
/// Who is at the other end is told instead of proven.
package final class InProcessNetwork: Sendable {
    /// Makes a server's half of a connection from a peer, on a loop of the server's; nil to refuse it.
    typealias Accept = @Sendable (Peer) -> Connection?

    /// Why a connection cannot be made.
    package struct Unreachable: Error, CustomStringConvertible {
        package let description: String
    }

    private struct State {
        var listeners: [Endpoint: Accept] = [:]
        var unreachable: Set<Endpoint> = []
        var pairs: [Endpoint: [InProcessTransport]] = [:]
        var attempts: [Endpoint: Int] = [:]
    }

    private let state = Mutex(State())

    /// A network without servers.
    package init() {}

    func listen(at endpoint: Endpoint, _ accept: @escaping Accept) {
        state.withLock { $0.listeners[endpoint] = accept }
    }

    func stopListening(at endpoint: Endpoint) {
        state.withLock { $0.listeners[endpoint] = nil }
    }

    /// Lets connection attempts to an endpoint fail, or succeed again.
    package func setReachable(_ isReachable: Bool, _ endpoint: Endpoint) {
        state.withLock { state in
            if isReachable { state.unreachable.remove(endpoint) } else { state.unreachable.insert(endpoint) }
        }
    }

    /// Breaks all connections to an endpoint, as a lost link does.
    package func cut(_ endpoint: Endpoint) {
        let broken = state.withLock { $0.pairs.removeValue(forKey: endpoint) ?? [] }
        for transport in broken { transport.loop.execute { transport.close() } }
    }

    /// Attempts that were made to connect to an endpoint.
    package func attempts(to endpoint: Endpoint) -> Int { state.withLock { $0.attempts[endpoint, default: 0] } }

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
        guard let server = accept?(peer) else { throw Unreachable(description: "nobody listens at \(endpoint)") }
        let clientSide = InProcessTransport(client)
        let serverSide = InProcessTransport(server)
        clientSide.join(serverSide)
        state.withLock { $0.pairs[endpoint, default: []].append(clientSide) }
        server.loop.execute { server.opened(by: serverSide, peer: peer) }
        client.loop.execute { client.opened(by: clientSide, peer: Peer(address: "127.0.0.1")) }
    }
}

private struct InProcessClientTransport: ClientTransport {
    let network: InProcessNetwork
    let service: String?

    func connect(_ connection: Connection, to endpoint: Endpoint) async throws {
        try network.connect(connection, to: endpoint, as: service)
    }
}
