public import Logging
public import NIOCore
import NIOPosix
import Synchronization
import TLS
import Wire

/// Accepts connections and serves calls on them.
public final class RPCServer: Sendable {
    /// Why a server could not start.
    public struct StartError: Error, Sendable, CustomStringConvertible {
        /// A sentence for operators.
        public let description: String
    }

    /// The port that it listens on.
    public let port: Int
    let core: ServerCore
    let stopListening: @Sendable () async -> Void
    let group: any EventLoopGroup
    /// How it was configured.
    package let configuration: ServerConfiguration

    /// Starts listening.
    /// - Throws: ``StartError`` with a sentence for the operator, for instance when the port is taken.
    public static func start(
        _ configuration: ServerConfiguration,
        group: any EventLoopGroup,
        log: Logger
    ) async throws -> RPCServer {
        guard let tls = configuration.tls else { throw StartError(description: "A server on a socket needs TLS.") }
        let core = ServerCore(configuration: configuration, log: log)
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1_024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(SocketLimits.unsentOption, value: SocketLimits.unsentBytes)
            .childChannelOption(.maxMessagesPerRead, value: 4)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try RPCServer.configure(channel, configuration, tls, core)
                }
            }
        do {
            let listener = try await bootstrap.bind(host: configuration.host, port: configuration.port).get()
            return RPCServer(core, port: listener.localAddress?.port ?? 0, group, configuration) {
                try? await listener.close()
            }
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw StartError(
                description: "Port \(configuration.port) on \(configuration.host) is taken by another program."
            )
        } catch let error as IOError where error.errnoCode == EACCES {
            throw StartError(description: "Port \(configuration.port) needs rights that this user does not have.")
        } catch {
            throw StartError(description: "Cannot listen on \(configuration.host):\(configuration.port): \(error)")
        }
    }

    /// Starts listening on a network within the process, at an endpoint without another listener.
    public static func start(
        _ configuration: ServerConfiguration,
        on network: InProcessNetwork,
        at endpoint: Endpoint,
        group: any EventLoopGroup,
        log: Logger
    ) -> RPCServer {
        let core = ServerCore(configuration: configuration, log: log)
        network.listen(
            at: endpoint,
            .init(
                nextLoop: { group.next() },
                accept: { peer, loop in
                    let (connection, half) = connection(configuration, core, loop: loop)
                    let bound = connection.bound
                    let entry = ConnectionTable.Entry(connection, half.quota.shutdown, network: peer.network) {
                        loop.execute { bound.value.close() }
                    }
                    guard core.add(entry) else { return nil }
                    connection.whenClosed { core.connectionEnded(bound.value) }
                    return connection
                }
            )
        )
        return RPCServer(core, port: endpoint.port, group, configuration) {
            network.stopListening(at: endpoint)
        }
    }

    private init(
        _ core: ServerCore,
        port: Int,
        _ group: any EventLoopGroup,
        _ configuration: ServerConfiguration,
        stopListening: @escaping @Sendable () async -> Void
    ) {
        self.core = core
        self.port = port
        self.group = group
        self.configuration = configuration
        self.stopListening = stopListening
    }

    private static func configure(
        _ channel: any Channel,
        _ configuration: ServerConfiguration,
        _ tls: TLSContext,
        _ core: ServerCore
    ) throws {
        let (connection, half) = connection(configuration, core, loop: channel.eventLoop)
        let network = ClientNetwork(address: channel.remoteAddress?.ipAddress)
        let entry = ConnectionTable.Entry(connection, half.quota.shutdown, network: network) {
            channel.close(promise: nil)
        }
        guard core.add(entry) else { throw StartError(description: "too many connections") }
        let bound = connection.bound
        channel.closeFuture.whenComplete { _ in core.connectionEnded(bound.value) }
        try channel.pipeline.syncOperations.addHandlers([
            TLSHandler(context: tls, timeouts: configuration.tlsTimeouts, gathersWithinReads: false),
            ChannelTransport(connection),
        ])
    }

    /// Makes a connection that is not open yet, and the server's half of it.
    static func connection(
        _ configuration: ServerConfiguration,
        _ core: ServerCore,
        loop: any EventLoop
    ) -> (Connection, ServerConnection) {
        let calls = core.calls(on: loop)
        let half = ServerConnection(server: core, quota: ConnectionQuota(core.load, loop: loop), calls: calls)
        let connection = Connection(
            machine: .init(
                role: .server,
                settings: configuration.settings,
                frameRateLimits: configuration.frameRateLimits
            ),
            loop: loop,
            clock: configuration.clock,
            delegate: half,
            executor: calls.executor,
            keepAlive: configuration.keepAlive
        )
        return (connection, half)
    }
}
