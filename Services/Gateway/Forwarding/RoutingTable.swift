import RPC

/// Which service a method belongs to, and how its calls get there. What is not in the table does not exist for clients.
struct RoutingTable: Sendable {
    private let routes: [String: ServerRoute]

    /// Internal packages of the platform, which are not exposed.
    private static let internalPackages: Set<Substring> = ["events", "rpc"]

    /// Makes the table of all methods that people may call.
    /// - Parameter forwarder: What passes on the calls of a method of this owner; nil when the owner is not known.
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

    /// The route of a method, or nil.
    func route(for method: String) -> ServerRoute? { routes[method] }

    /// The services that have methods for people, in alphabetical order.
    static func owners(in catalogue: [ServiceDescriptor]) -> [String] {
        Set(catalogue.filter { $0.methods.contains(where: isPublic) }.compactMap { owner(of: $0.name) }).sorted()
    }

    /// The services of these owners, with the methods that people may call and no others.
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
