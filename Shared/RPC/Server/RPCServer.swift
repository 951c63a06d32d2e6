public import Logging
public import NIOCore
import NIOPosix
import Synchronization
public import TLS
public import Wire

/// How a server listens, what it serves and what it puts up with.
public struct ServerConfiguration: Sendable {
    /// Address or host name to listen on.
    public var host: String
    /// Port; 0 lets the system choose.
    public var port: Int
    /// Nil for a server within the process alone, which has no need of it.
    public private(set) var tls: TLSContext?
    /// Where the server takes the time from.
    package var clock: any RPCClock = SystemClock()
    /// Limits for what peers send.
    public var settings: Settings
    /// Limits for frames without use.
    public var loadLimits: LoadLimits
    public var handlers: [MethodHandler]
    /// Run around every call, first one outermost.
    public var interceptors: [any ServerInterceptor]
    /// Handlers that run at once in the whole process; more are refused at once.
    public var maximumConcurrentCalls: Int
    /// Connections that are open at once; more are closed as they come.
    public var maximumConnections: Int
    /// Connections that are open at once from one IP address; more are closed as they come.
    public var maximumConnectionsPerAddress: Int
    /// Longest time that stopping waits for running calls.
    public var drainTimeout: Duration
    /// Serves methods that no handler is for, as bytes.
    package var fallback: (@Sendable (String) -> ServerRoute?)?

    /// Makes the configuration of a server within the process, see ``InProcessNetwork``.
    package init(
        inProcess handlers: [MethodHandler],
        interceptors: [any ServerInterceptor] = [],
        clock: any RPCClock = SystemClock()
    ) {
        host = ""
        port = 0
        settings = Settings()
        loadLimits = LoadLimits()
        self.handlers = handlers
        self.interceptors = interceptors
        maximumConcurrentCalls = 10_000
        maximumConnections = 20_000
        maximumConnectionsPerAddress = 20_000
        drainTimeout = .seconds(15)
        self.clock = clock
    }

    /// Makes a configuration.
    public init(
        host: String,
        port: Int,
        tls: TLSContext,
        settings: Settings = Settings(),
        loadLimits: LoadLimits = LoadLimits(),
        handlers: [MethodHandler] = [],
        interceptors: [any ServerInterceptor] = [],
        maximumConcurrentCalls: Int = 10_000,
        maximumConnections: Int = 20_000,
        maximumConnectionsPerAddress: Int = 20_000,
        drainTimeout: Duration = .seconds(15)
    ) {
        self.host = host
        self.port = port
        self.tls = tls
        self.settings = settings
        self.loadLimits = loadLimits
        self.handlers = handlers
        self.interceptors = interceptors
        self.maximumConcurrentCalls = maximumConcurrentCalls
        self.maximumConnections = maximumConnections
        self.maximumConnectionsPerAddress = maximumConnectionsPerAddress
        self.drainTimeout = drainTimeout
    }
}

/// Accepts connections and serves calls on them.
public final class RPCServer: Sendable {
    /// Why a server could not start.
    public struct StartError: Error, Sendable, CustomStringConvertible {
        public let description: String
    }

    /// The port that it listens on.
    public let port: Int
    private let core: ServerCore
    private let stopListening: @Sendable () async -> Void
    private let group: any EventLoopGroup
    private let drainTimeout: Duration

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
            .childChannelOption(.maxMessagesPerRead, value: 4)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try RPCServer.configure(channel, configuration, tls, core)
                }
            }
        do {
            let listener = try await bootstrap.bind(host: configuration.host, port: configuration.port).get()
            return RPCServer(core, port: listener.localAddress?.port ?? 0, group, configuration.drainTimeout) {
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

    /// Starts listening on a network within the process.
    package static func start(
        _ configuration: ServerConfiguration,
        on network: InProcessNetwork,
        at endpoint: Endpoint,
        group: any EventLoopGroup,
        log: Logger
    ) -> RPCServer {
        let core = ServerCore(configuration: configuration, log: log)
        network.listen(at: endpoint) { peer in
            let connection = connection(configuration, core, loop: group.next())
            let address = peer.address ?? ""
            guard core.connectionStarted(connection, from: address) else { return nil }
            connection.whenClosed { core.connectionEnded(connection, from: address) }
            return connection
        }
        return RPCServer(core, port: endpoint.port, group, configuration.drainTimeout) {
            network.stopListening(at: endpoint)
        }
    }

    private init(
        _ core: ServerCore,
        port: Int,
        _ group: any EventLoopGroup,
        _ drainTimeout: Duration,
        stopListening: @escaping @Sendable () async -> Void
    ) {
        self.core = core
        self.port = port
        self.group = group
        self.drainTimeout = drainTimeout
        self.stopListening = stopListening
    }

    private static func configure(
        _ channel: any Channel,
        _ configuration: ServerConfiguration,
        _ tls: TLSContext,
        _ core: ServerCore
    ) throws {
        let connection = connection(configuration, core, loop: channel.eventLoop)
        let address = channel.remoteAddress?.ipAddress ?? ""
        guard core.connectionStarted(connection, from: address) else {
            throw StartError(description: "too many connections")
        }
        channel.closeFuture.whenComplete { _ in core.connectionEnded(connection, from: address) }
        try channel.pipeline.syncOperations.addHandlers([
            TLSHandler(context: tls, timeouts: RPCServer.tlsTimeouts), ChannelTransport(connection),
        ])
    }

    private static func connection(
        _ configuration: ServerConfiguration,
        _ core: ServerCore,
        loop: any EventLoop
    ) -> Connection {
        Connection(
            machine: .init(role: .server, settings: configuration.settings, loadLimits: configuration.loadLimits),
            loop: loop,
            clock: configuration.clock,
            delegate: ServerConnection(server: core),
            keepAlive: .init(interval: .seconds(60), timeout: .seconds(20))
        )
    }

    /// A peer that takes nothing more is not waited for as long as a slow one that calls.
    private static let tlsTimeouts = TLSHandler.Timeouts(
        handshake: .seconds(10),
        drain: .seconds(10),
        linger: .seconds(1)
    )

    /// How long connections may take to close once their calls were cut off.
    private static let closeTimeout = Duration.seconds(2)

    /// Stops: takes no connections and no calls, lets running calls end within the drain timeout, closes. Takes a little
    /// longer than that timeout at the most.
    public func stop() async {
        core.stop()
        await stopListening()
        for connection in core.openConnections { connection.loop.execute { connection.drain() } }
        await core.waitUntilNoConnections(for: drainTimeout)
        for connection in core.openConnections {
            connection.loop.execute { connection.close(reason: "the server has stopped") }
        }
        await core.waitUntilNoConnections(for: RPCServer.closeTimeout)
    }
}
