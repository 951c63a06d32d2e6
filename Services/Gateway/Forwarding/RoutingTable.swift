import RPC

/// The methods that are exposed to clients, and their routes to services.
///
/// A method that is not in the table does not exist for clients.
struct RoutingTable: Sendable {
    private let routes: [String: ServerRoute]

    /// Internal packages of the platform, which are not exposed.
    private static let internalPackages: Set<Substring> = ["events", "personal", "rpc"]

    /// Builds the table of all user methods.
    /// - Parameter forwarder: forwards calls of an owner's method; nil for an unknown owner.
    init(catalogue: [ServiceDescriptor], forwarder: (MethodDescriptor, String) -> Forwarder?) {
        var routes: [String: ServerRoute] = [:]
        for service in catalogue {
            guard let owner = RoutingTable.owner(of: service.name) else { continue }
            for method in service.methods where RoutingTable.isPublic(method) {
                guard let forwarder = forwarder(method, owner) else { continue }
                routes[method.path] = forwarder.route
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
            guard let owner = owner(of: service.name), owners.contains(owner) else { return nil }
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

    private static func isPublic(_ method: MethodDescriptor) -> Bool {
        switch method.access {
        case .anyone, .user, .userOrServices: true
        case .services: false
        }
    }
}
