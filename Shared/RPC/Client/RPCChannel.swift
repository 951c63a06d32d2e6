public import Logging
public import NIOCore
import Synchronization
public import TLS
import Wire

/// Makes calls to a service over connections that it creates and keeps.
///
/// Calls are spread over the instances that are connected, healthy and do not fail; instances that are not connected are
/// tried in the background. A call that no handler has seen is sent again elsewhere; a call of an idempotent method also
/// when the service was unavailable, a few times with growing waits or as the service advises, within its deadline.
public final class RPCChannel: Sendable {
    /// What people call the service in messages, such as "budget".
    public let serviceName: String
    /// What it leads to, for operators: the endpoints as they were configured.
    public let target: String
    let pool: ConnectionPool
    let source: any ConnectionSource
    let clock: any RPCClock
    let group: any EventLoopGroup
    let options: RPCChannelOptions
    let throttle: RetryThrottle?
    let templates: CallTemplates
    let observers: CallObservers?
    let createdAt: NIODeadline

    /// Makes a channel; connections are made with the first calls.
    /// - Parameters:
    ///   - serviceName: For messages to people.
    ///   - endpoints: At least one. A host name stands for one instance.
    ///   - tls: Its configuration names who is expected at the other end.
    public convenience init(
        serviceName: String,
        endpoints: [Endpoint],
        tls: TLSContext,
        group: any EventLoopGroup,
        log: Logger,
        options: RPCChannelOptions = RPCChannelOptions()
    ) {
        self.init(
            serviceName: serviceName,
            endpoints: endpoints,
            transport: TCPClientTransport(tls: tls),
            clock: SystemClock(),
            group: group,
            log: log,
            options: options
        )
    }

    /// Makes a channel to all addresses of host names, which it resolves repeatedly.
    /// - Parameters: As above; the certificate that is expected doesn't depend on names and addresses.
    public convenience init(
        serviceName: String,
        resolving endpoints: [Endpoint],
        tls: TLSContext,
        group: any EventLoopGroup,
        log: Logger,
        options: RPCChannelOptions = RPCChannelOptions()
    ) {
        if endpoints.allSatisfy(\.isAddress) {
            self.init(
                serviceName: serviceName,
                endpoints: endpoints,
                tls: tls,
                group: group,
                log: log,
                options: options
            )
        } else {
            self.init(
                serviceName: serviceName,
                resolver: DNSResolver(endpoints),
                transport: TCPClientTransport(tls: tls),
                clock: SystemClock(),
                group: group,
                log: log,
                options: options
            )
        }
    }

    /// Makes a channel over a network within the process. Connections are made with the first calls.
    /// - Parameters:
    ///   - serviceName: For messages to people.
    ///   - endpoints: At least one, where servers listen on the network.
    ///   - caller: The service that servers take this side for; nil for a person.
    ///   - clock: Deadlines, back-off and keep-alive go by it.
    public convenience init(
        serviceName: String,
        endpoints: [Endpoint],
        on network: InProcessNetwork,
        as caller: String? = nil,
        clock: any RPCClock = SystemClock(),
        group: any EventLoopGroup,
        log: Logger,
        options: RPCChannelOptions = RPCChannelOptions()
    ) {
        self.init(
            serviceName: serviceName,
            endpoints: endpoints,
            transport: network.client(as: caller),
            clock: clock,
            group: group,
            log: log,
            options: options
        )
    }

    /// Makes a channel over any transport, with a clock of its own.
    package convenience init(
        serviceName: String,
        endpoints: [Endpoint],
        transport: any ClientTransport,
        clock: any RPCClock,
        group: any EventLoopGroup,
        log: Logger,
        options: RPCChannelOptions = RPCChannelOptions()
    ) {
        precondition(!endpoints.isEmpty)
        let environment = Subchannel.Environment(
            serviceName: serviceName,
            transport: transport,
            clock: clock,
            group: group,
            log: log,
            options: options
        )
        let target = endpoints.map(\.description).joined(separator: ",")
        let pool = ConnectionPool(serviceName: serviceName, endpoints: endpoints, environment: environment)
        self.init(serviceName, target, pool, pool, environment)
    }

    /// Makes a channel to what a resolver finds.
    package convenience init(
        serviceName: String,
        resolver: any EndpointResolver,
        transport: any ClientTransport,
        clock: any RPCClock,
        group: any EventLoopGroup,
        log: Logger,
        options: RPCChannelOptions = RPCChannelOptions()
    ) {
        let environment = Subchannel.Environment(
            serviceName: serviceName,
            transport: transport,
            clock: clock,
            group: group,
            log: log,
            options: options
        )
        let pool = ConnectionPool(serviceName: serviceName, resolver: resolver, environment: environment)
        self.init(serviceName, resolver.target, pool, pool, environment)
    }

    private init(
        _ serviceName: String,
        _ target: String,
        _ pool: ConnectionPool,
        _ source: any ConnectionSource,
        _ environment: Subchannel.Environment
    ) {
        self.serviceName = serviceName
        self.target = target
        self.pool = pool
        self.source = source
        clock = environment.clock
        createdAt = environment.clock.now
        group = environment.group
        options = environment.options
        templates = CallTemplates(language: environment.options.language)
        throttle = environment.options.policy.throttling.map(RetryThrottle.init)
        observers = environment.observer.map(CallObservers.init)
    }

    /// How many endpoints there are, and how many are connected.
    public var connectivity: (endpoints: Int, connected: Int) {
        let subchannels = pool.subchannels
        return (subchannels.count, subchannels.count { $0.isConnected })
    }

    /// The last connection failure, for operators; nil after a success or without an attempt.
    public var lastConnectionFailure: String? {
        pool.lastResolutionFailure ?? pool.subchannels.lazy.compactMap(\.lastFailure).first
    }

    /// One channel for each endpoint, over the connections of this one, whatever its health. They try every call once.
    package var instances: [RPCChannel] {
        pool.subchannels.map { subchannel in
            var environment = pool.environment
            environment.options.policy = ClientPolicy(
                others: MethodPolicy(retry: RetryPolicy(maximumAttempts: 1)),
                throttling: nil
            )
            let source = SingleInstance(subchannel, of: pool)
            return RPCChannel(serviceName, subchannel.endpoint.description, pool, source, environment)
        }
    }

    /// What each instance says of its health, and whether it is ejected.
    package var instanceStates: [(endpoint: Endpoint, isConnected: Bool, health: ServingState, isEjected: Bool)] {
        pool.subchannels.map { ($0.endpoint, $0.isConnected, $0.health, pool.isEjected($0.endpoint)) }
    }

    /// Ends all connections once their calls are over.
    public func close() { pool.close() }

    // MARK: Connections

    /// A ready connection on an event loop, picked by the balancing policy. This neither waits, connects nor allocates.
    /// When there is none, ``start(_:metadata:deadline:waitsForReady:request:)`` finds or makes one.
    package func readyConnection(on loop: any EventLoop) -> ClientConnection? { source.ready(on: loop) }

    /// How many instances calls may be sent to.
    var instanceCount: Int { source === pool ? pool.subchannels.count : 1 }

    /// Whether a call would find a connection at once to an instance other than these.
    func isConnected(besides avoided: Set<Endpoint> = []) -> Bool { source.isReady(besides: avoided) }

    func policy(for method: String) -> MethodPolicy { options.policy.policy(for: method) }
}
