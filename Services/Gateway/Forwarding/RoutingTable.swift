import RPC

/// The methods that are exposed to clients, and their routes to services.
///
/// A method that is not in the table does not exist for clients.
struct RoutingTable: Sendable {
    private let routes: [String: ServerRoute]

    /// Internal packages of the platform, which belong to no service.
    private static let internalPackages: Set<Substring> = ["events", "personal", "rpc"]
    /// Those of them that several services offer to users, who name the service with each call.
    private static let sharedPackages: Set<Substring> = ["events"]

    /// Builds the table of all user methods.
    /// - Parameters:
    ///   - services: the services that methods of shared packages may be called of.
    ///   - forwarder: forwards calls of an owner's method; nil for an unknown owner.
    init(
        catalogue: [ServiceDescriptor],
        services: [String],
        forwarder: (MethodDescriptor, String) -> Forwarder?
    ) {
        var routes: [String: ServerRoute] = [:]
        for service in catalogue {
            for method in service.methods where RoutingTable.isPublic(method) {
                if let owner = RoutingTable.owner(of: service.name) {
                    routes[method.path] = forwarder(method, owner)?.route
                } else if RoutingTable.isShared(service.name) {
                    let forwarders = services.compactMap { name in forwarder(method, name).map { (name, $0) } }
                    routes[method.path] =
                        SharedMethodRoute(
                            method: method,
                            forwarders: Dictionary(uniqueKeysWithValues: forwarders)
                        ).route
                }
            }
        }
        self.routes = routes
    }

    /// The route of a method; nil when it is not exposed.
    func route(for method: String) -> ServerRoute? { routes[method] }

    /// The services with user methods, in alphabetical order.
    static func owners(in catalogue: [ServiceDescriptor]) -> [String] {
        Set(catalogue.filter { $0.methods.contains(where: isPublic) }.compactMap { owner(of: $0.name) }).sorted()
    }

    /// The services of these owners, with their user methods only.
    static func publicServices(of catalogue: [ServiceDescriptor], owners: Set<String>) -> [ServiceDescriptor] {
        catalogue.compactMap { service in
            guard isShared(service.name) || owner(of: service.name).map(owners.contains) ?? false else { return nil }
            let methods = service.methods.filter(isPublic)
            return methods.isEmpty ? nil : ServiceDescriptor(name: service.name, methods: methods)
        }
    }

    /// The owner of `larder.<owner>.v1.<Service>`; nil for anything else and for internal packages.
    static func owner(of service: String) -> String? {
        let parts = service.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "larder", parts[2] == "v1", !internalPackages.contains(parts[1]) else {
            return nil
        }
        return String(parts[1])
    }

    /// Whether a service of the catalogue is offered by several programs.
    private static func isShared(_ service: String) -> Bool {
        let parts = service.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "larder" && sharedPackages.contains(parts[1])
    }

    private static func isPublic(_ method: MethodDescriptor) -> Bool {
        switch method.access {
        case .anyone, .user, .userOrServices: true
        case .services: false
        }
    }
}
