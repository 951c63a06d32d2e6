import Foundation
package import NIOCore
import NIOPosix
import Synchronization

/// A proxy on this machine whose connections fail in the ways that a test asks for.
///
/// It passes bytes on as they are, TLS included, and has no clock of its own: faults begin and end with calls.
package final class FaultProxy: Sendable {
    /// Where something listens on this machine.
    package enum Address: Sendable, Hashable {
        /// A port of the loopback interface.
        case port(Int)
        /// The path of a Unix socket.
        case socket(String)
    }

    /// What it is a proxy of.
    package enum Kind: Sendable {
        /// Anything.
        case bytes
        /// A PostgreSQL server without encryption, whose answers to COMMIT can be dropped.
        case postgres
    }

    private struct State {
        var target: Address
        var channels: [ObjectIdentifier: any Channel] = [:]
        var handlers: [ObjectIdentifier: NIOLoopBound<RelayHandler>] = [:]
        var accepted = 0
    }

    /// Where it listens.
    package let address: Address
    private let listener: any Channel
    private let switches: FaultSwitches
    private let state: SharedState

    private final class SharedState: Sendable {
        let value: Mutex<State>

        init(_ target: Address) { value = Mutex(State(target: target)) }
    }

    /// Listens, and connects each connection to the target.
    /// - Parameters:
    ///   - address: With port 0 the system chooses one.
    ///   - target: Where it connects to; see ``retarget(to:)``.
    package static func start(
        at address: Address = .port(0),
        to target: Address,
        kind: Kind = .bytes,
        group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
    ) async throws -> FaultProxy {
        let (switches, state) = (FaultSwitches(), SharedState(target))
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 256)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { accept($0, switches, state, kind) }
        switch address {
        case .port(let port):
            let listener =
                try await bootstrap
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: "127.0.0.1", port: port).get()
            return FaultProxy(.port(listener.localAddress?.port ?? port), listener, switches, state)
        case .socket(let path):
            let listener = try await bootstrap.bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true).get()
            return FaultProxy(address, listener, switches, state)
        }
    }

    private init(_ address: Address, _ listener: any Channel, _ switches: FaultSwitches, _ state: SharedState) {
        self.address = address
        self.listener = listener
        self.switches = switches
        self.state = state
    }

    // MARK: Faults

    /// Has later connections go elsewhere.
    package func retarget(to target: Address) { state.value.withLock { $0.target = target } }

    /// Ends every connection at once, as a reset where there is such a thing; what is on its way is lost.
    package func cut() {
        for channel in state.value.withLock({ Array($0.channels.values) }) { FaultProxy.reset(channel) }
    }

    /// Passes every byte on so much later, with the order kept; nil for at once.
    package func delay(by delay: Duration?) {
        switches.change { $0.delay = delay.map { TimeAmount($0) } }
        pump()
    }

    /// Keeps all connections and accepts more, and passes nothing on: neither bytes nor ends. What is sent meanwhile is passed
    /// on afterwards, as by a network that comes back.
    package func setHalfOpen(_ isHalfOpen: Bool) {
        switches.change { $0.isHalfOpen = isHalfOpen }
        pump()
    }

    /// Drops so many further answers to COMMIT, and with each its connection; the server has committed then.
    package func dropCommitAnswers(_ count: Int) { switches.change { $0.commitsToDrop = count } }

    /// How many answers to COMMIT it has dropped.
    package var droppedCommitAnswers: Int { switches.current.commitsDropped }

    /// How many connections it has accepted.
    package var acceptedConnections: Int { state.value.withLock { $0.accepted } }

    /// Ends all faults; connections stay.
    package func heal() {
        switches.change { state in
            state.delay = nil
            state.isHalfOpen = false
            state.commitsToDrop = 0
        }
        pump()
    }

    /// Listens no more, and ends every connection.
    package func stop() async {
        try? await listener.close().get()
        cut()
    }

    /// Passes on what a fault has held up.
    private func pump() {
        for handler in state.value.withLock({ Array($0.handlers.values) }) {
            handler.eventLoop.execute { handler.value.resume() }
        }
    }

    // MARK: Connections

    private static func accept(
        _ channel: any Channel,
        _ switches: FaultSwitches,
        _ state: SharedState,
        _ kind: Kind
    ) -> EventLoopFuture<Void> {
        let target = state.value.withLock { state in
            state.accepted += 1
            return state.target
        }
        let client = RelayHandler(on: channel.eventLoop, switches: switches, findsCommits: false)
        let server = RelayHandler(on: channel.eventLoop, switches: switches, findsCommits: kind == .postgres)
        let handlers = NIOLoopBound((client: client, server: server), eventLoop: channel.eventLoop)
        do { try add(client, to: channel, state) } catch { return channel.eventLoop.makeFailedFuture(error) }
        // The server's side shares the event loop, so that both handlers may touch each other.
        let bootstrap = ClientBootstrap(group: channel.eventLoop)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelInitializer { other in
                other.eventLoop.makeCompletedFuture { try add(handlers.value.server, to: other, state) }
            }
        let connecting =
            switch target {
            case .port(let port): bootstrap.connect(host: "127.0.0.1", port: port)
            case .socket(let path): bootstrap.connect(unixDomainSocketPath: path)
            }
        connecting.whenComplete { result in
            switch result {
            case .success: RelayHandler.connect(handlers.value.client, handlers.value.server)
            case .failure: reset(channel)
            }
        }
        return channel.eventLoop.makeSucceededVoidFuture()
    }

    private static func add(_ handler: RelayHandler, to channel: any Channel, _ state: SharedState) throws {
        let key = ObjectIdentifier(channel)
        let bound = NIOLoopBound(handler, eventLoop: channel.eventLoop)
        try channel.pipeline.syncOperations.addHandler(handler)
        state.value.withLock { state in
            state.channels[key] = channel
            state.handlers[key] = bound
        }
        channel.closeFuture.whenComplete { _ in
            state.value.withLock { state in
                state.channels[key] = nil
                state.handlers[key] = nil
            }
        }
    }

    private static func reset(_ channel: any Channel) {
        guard case .some(.v4) = channel.localAddress, let socket = channel as? any SocketOptionProvider else {
            return channel.close(promise: nil)
        }
        socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in channel.close(promise: nil) }
    }
}
