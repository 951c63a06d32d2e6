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
    public var tls: TLSContext
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
    /// How responses are compressed for clients that can read that, unless a handler decides otherwise through
    /// ``CallContext/responseCompression``. Nil for never, whatever handlers want, which costs nothing.
    public var responseCompression: MessageCompression?
    /// What decompressed messages of running calls may take in the whole process; more are refused as they come.
    public var maximumInflatedBytes: Int
    /// Longest time that stopping waits for running calls.
    public var drainTimeout: Duration
    /// How long TLS waits for a client. One that takes nothing more is not waited for as long as a slow one that calls.
    /// Connections that are still in their handshake count among all.
    package var tlsTimeouts = TLSHandler.Timeouts(handshake: .seconds(10), drain: .seconds(10), linger: .seconds(1))
    /// When silent clients are tried with a ping, and how often it is looked whether one stands still.
    package var keepAlive = KeepAlive(interval: .seconds(60), timeout: .seconds(20))
    /// Serves methods that no handler is for, as bytes.
    package var fallback: (@Sendable (String) -> ServerRoute?)?

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
        responseCompression: MessageCompression? = nil,
        maximumInflatedBytes: Int = 268_435_456,
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
        self.responseCompression = responseCompression
        self.maximumInflatedBytes = maximumInflatedBytes
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
    private let listener: any Channel
    private let group: any EventLoopGroup
    private let drainTimeout: Duration

    /// Starts listening.
    /// - Throws: ``StartError`` with a sentence for the operator, for instance when the port is taken.
    public static func start(
        _ configuration: ServerConfiguration,
        group: any EventLoopGroup,
        log: Logger
    ) async throws -> RPCServer {
        let core = ServerCore(configuration: configuration, log: log)
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1_024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.maxMessagesPerRead, value: 4)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try RPCServer.configure(channel, configuration, core)
                }
            }
        do {
            let listener = try await bootstrap.bind(host: configuration.host, port: configuration.port).get()
            return RPCServer(core, listener, group, drainTimeout: configuration.drainTimeout)
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

    private init(_ core: ServerCore, _ listener: any Channel, _ group: any EventLoopGroup, drainTimeout: Duration) {
        self.core = core
        self.listener = listener
        self.group = group
        self.drainTimeout = drainTimeout
        port = listener.localAddress?.port ?? 0
    }

    private static func configure(_ channel: any Channel, _ configuration: ServerConfiguration, _ core: ServerCore)
        throws
    {
        let handler = ConnectionHandler(
            machine: .init(role: .server, settings: configuration.settings, loadLimits: configuration.loadLimits),
            loop: channel.eventLoop,
            delegate: ServerConnection(server: core),
            keepAlive: configuration.keepAlive
        )
        let address = channel.remoteAddress?.ipAddress ?? ""
        guard core.connectionStarted(handler, from: address) else {
            throw StartError(description: "too many connections")
        }
        channel.closeFuture.whenComplete { _ in core.connectionEnded(handler, from: address) }
        let tls = try TLSHandler(context: configuration.tls, timeouts: configuration.tlsTimeouts)
        try channel.pipeline.syncOperations.addHandlers([tls, handler])
    }

    /// How long connections may take to close once their calls were cut off.
    private static let closeTimeout = Duration.seconds(2)

    /// Stops: takes no connections and no calls, lets running calls end within the drain timeout, closes. Takes a little
    /// longer than that timeout at the most.
    public func stop() async {
        core.stop()
        try? await listener.close()
        for connection in core.openConnections { connection.loop.execute { connection.drain() } }
        await core.waitUntilNoConnections(for: drainTimeout)
        for connection in core.openConnections {
            connection.loop.execute { connection.close(reason: "the server has stopped") }
        }
        await core.waitUntilNoConnections(for: RPCServer.closeTimeout)
    }
}
