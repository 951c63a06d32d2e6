import NIOCore

/// Resolves the host names of endpoints to all their addresses. Endpoints that are addresses already stay.
///
/// A list in which some names cannot be resolved gives what the others have.
package struct DNSResolver: EndpointResolver {
    private let endpoints: [Endpoint]
    private let lookup: @Sendable (String) async throws -> [String]

    /// Resolves with the system's resolver.
    package init(_ endpoints: [Endpoint]) {
        self.init(endpoints) { try await NameLookup.addresses(of: $0) }
    }

    /// Resolves with another lookup from names to addresses.
    package init(_ endpoints: [Endpoint], lookup: @escaping @Sendable (String) async throws -> [String]) {
        self.endpoints = endpoints
        self.lookup = lookup
    }

    /// The endpoints as configured, separated by commas.
    package var target: String { endpoints.map(\.description).joined(separator: ",") }

    /// The addresses of all endpoints.
    package func resolve() async throws -> [Endpoint] {
        var found: [Endpoint] = []
        var failure: (any Error)?
        for endpoint in endpoints {
            do {
                let addresses = endpoint.isAddress ? [endpoint.host] : try await lookup(endpoint.host)
                found += addresses.map { Endpoint(host: $0, port: endpoint.port) }
            } catch {
                failure = failure ?? error
            }
        }
        if found.isEmpty { throw failure ?? ResolutionFailure("\(target) has no addresses") }
        return found
    }
}

extension Endpoint {
    /// Whether the host is an IP address and not a name.
    package var isAddress: Bool { (try? SocketAddress(ipAddress: host, port: port)) != nil }
}
