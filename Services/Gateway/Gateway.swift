import NIOCore
import RPC
import ServiceKit
import ServiceStubs

/// The single entrance: passes the calls of people on to the services that own them, and offers nothing of its own but
/// health, reflection and, to the operator, diagnostics.
struct Gateway: Sendable {
    private let routes: RoutingTable
    private let publicServices: [ServiceDescriptor]
    private let limiter: RateLimiter
    private let limits: RateLimits
    private let channels: [String: RPCChannel]

    /// Makes a gateway.
    /// - Parameters:
    ///   - channels: To each service, by name. Methods of a service without a channel do not exist.
    ///   - catalogue: Every service that there is.
    ///   - now: The present time for rate limits.
    init(
        channels: [String: RPCChannel],
        catalogue: [ServiceDescriptor] = ServiceCatalogue.all,
        limits: RateLimits = RateLimits(),
        deadlines: ForwardingDeadlines = ForwardingDeadlines(),
        now: @escaping @Sendable () -> NIODeadline = { .now() }
    ) {
        let limiter = RateLimiter(limits: limits, now: now)
        self.channels = channels
        self.limits = limits
        self.limiter = limiter
        publicServices = RoutingTable.publicServices(of: catalogue, owners: Set(channels.keys))
        routes = RoutingTable(catalogue: catalogue) { method, owner in
            channels[owner].map { Forwarder(method: method, channel: $0, limiter: limiter, deadlines: deadlines) }
        }
    }

    /// What the program consists of.
    var assembly: ServiceAssembly {
        let routes = routes
        let channels = channels
        let limits = limits
        let publicServices = publicServices
        return ServiceAssembly(
            fallback: { routes.route(for: $0) },
            interceptors: [
                AddressLimits(limiter: limiter, concurrency: ConcurrencyLimit(maximum: limits.callsPerAddress))
            ],
            health: { GatewayHealthService(channels: channels, monitor: $0) },
            forwardedServices: publicServices,
            configureServer: { $0.limits.connectionsPerAddress = limits.connectionsPerAddress }
        )
    }
}
