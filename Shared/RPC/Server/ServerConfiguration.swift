import NIOCore
public import TLS
public import Wire

/// The configuration of a server: where it listens, what it serves, its limits.
public struct ServerConfiguration: Sendable {
    /// Address or host name to listen on.
    public var host: String
    /// Port; 0 lets the system choose.
    public var port: Int
    /// Nil for a server within the process alone, which has no need of it.
    public private(set) var tls: TLSContext?
    /// Where the server takes the time from.
    public var clock: any RPCClock = SystemClock()
    /// Limits for what peers send.
    public var settings: Settings
    /// Limits for non-data frames.
    public var frameRateLimits: FrameRateLimits
    /// The methods that are served.
    public var handlers: [MethodHandler]
    /// Run around every call, first one outermost.
    public var interceptors: [any ServerInterceptor]
    /// Decide about every call before its messages have come, in this order; before any interceptor.
    package var admissionPolicies: [any AdmissionPolicy] = []
    /// Limits for all peers together and for each.
    public var limits = ServerLimits()
    /// How long connections are kept.
    public var connectionLife = ConnectionLife()
    /// The services that may call a service at all, by their certificates' names. A service without an entry is open to
    /// whomever its methods let in.
    public var allowedCallers: [String: Set<String>] = [:]
    /// Time that a stopping server serves on after its health has changed to not serving.
    public var lameDuck = Duration.zero
    /// How responses are compressed, unless a handler changes that through ``CallContext/responseCompression``. Nil for
    /// never, whatever handlers want, which costs nothing.
    public var responseCompression: MessageCompression?
    /// Memory limit of decompressed messages in the process, in bytes. More are rejected as they arrive.
    public var maximumInflatedBytes = 268_435_456
    /// Longest time that stopping waits for running calls.
    public var drainTimeout: Duration
    /// Time from the start of a call with one request until its request must have come, whatever deadline the client sets; nil
    /// for no limit.
    public var requestTimeout: Duration?
    /// The largest request in bytes of methods that say none and that others than services may call; nil for the largest
    /// message of the settings.
    public var maximumRequest: Int?
    /// Limits of non-data frames on connections of services, which carry the calls of many users; nil for those of everybody.
    public var serviceFrameRateLimits: FrameRateLimits?
    /// How long TLS waits for a client. One that takes nothing more is not waited for as long as a slow one that calls.
    /// Connections that are still in their handshake count among all.
    package var tlsTimeouts = TLSHandler.Timeouts(handshake: .seconds(10), drain: .seconds(10), linger: .seconds(1))
    /// When silent clients are pinged, and how often a connection is checked for a stall.
    package var keepAlive = KeepAlive(interval: .seconds(60), timeout: .seconds(20))
    /// Observes connections and calls; nil for none.
    public var observer: (any RPCObserver)?
    /// Serves methods that no handler is for, as bytes.
    package var fallback: (@Sendable (String) -> ServerRoute?)?

    /// Makes the configuration of a server within the process, see ``InProcessNetwork``.
    public init(
        inProcess handlers: [MethodHandler],
        interceptors: [any ServerInterceptor] = [],
        clock: any RPCClock = SystemClock()
    ) {
        host = ""
        port = 0
        settings = Settings()
        frameRateLimits = FrameRateLimits()
        self.handlers = handlers
        self.interceptors = interceptors
        drainTimeout = .seconds(15)
        self.clock = clock
    }

    /// Makes a configuration.
    public init(
        host: String,
        port: Int,
        tls: TLSContext,
        settings: Settings = Settings(),
        frameRateLimits: FrameRateLimits = FrameRateLimits(),
        handlers: [MethodHandler] = [],
        interceptors: [any ServerInterceptor] = [],
        drainTimeout: Duration = .seconds(15)
    ) {
        self.host = host
        self.port = port
        self.tls = tls
        self.settings = settings
        self.frameRateLimits = frameRateLimits
        self.handlers = handlers
        self.interceptors = interceptors
        self.drainTimeout = drainTimeout
    }
}
