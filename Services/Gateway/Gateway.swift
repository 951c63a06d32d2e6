import AllServices
import RPC
import ServiceKit
import Wire

/// The single entrance, which forwards users' calls to the services that own them.
///
/// It offers nothing itself but health, reflection and, to the operator, diagnostics.
struct Gateway: Sendable {
    private let routes: RoutingTable
    /// The services whose methods users may call.
    let publicServices: [ServiceDescriptor]
    private let limits: RateLimits
    private let backends: [BackendHealth]
    private let clock: (any RPCClock)?

    /// Assembles a gateway.
    /// - Parameters:
    ///   - channels: the channels to services, by name. Methods of a service without a channel do not exist.
    ///   - catalogue: every service.
    ///   - clock: the time for rate limits; nil for the time of the calls.
    init(
        channels: [String: RPCChannel],
        catalogue: [ServiceDescriptor] = ServiceCatalogue.all,
        limits: RateLimits = RateLimits(),
        deadlines: ForwardingDeadlines = ForwardingDeadlines(),
        clock: (any RPCClock)? = nil
    ) {
        backends = channels.map { BackendHealth(service: $0, channel: $1) }
        self.limits = limits
        self.clock = clock
        publicServices = RoutingTable.publicServices(of: catalogue, owners: Set(channels.keys))
        routes = RoutingTable(catalogue: catalogue, services: Array(channels.keys)) { method, owner in
            channels[owner].map { Forwarder(method: method, channel: $0, deadlines: deadlines) }
        }
    }

    /// The components of the program.
    var assembly: ServiceAssembly {
        let routes = routes
        let backends = backends
        let limits = limits
        let publicServices = publicServices
        return ServiceAssembly(
            personalData: .none,
            fallback: { routes.route(for: $0) },
            admissionPolicies: [AddressLimits(limits, clock: clock)],
            userAdmissionPolicies: [UserLimits(limits, clock: clock)],
            health: { GatewayHealthService(services: backends, monitor: $0) },
            forwardedServices: publicServices,
            configureServer: { server in
                server.limits.connectionsPerAddress = limits.connectionsPerAddress
                // Its connections are those of single clients.
                server.settings.maximumConcurrentStreams = Settings().maximumConcurrentStreams
            }
        )
    }
}
