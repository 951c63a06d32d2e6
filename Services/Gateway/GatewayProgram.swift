import AllServices
import RPC
import ServiceKit
import TLS

@main
struct GatewayProgram: ServiceProgram {
    static let name = "gateway"
    static let knownServices = ServiceCatalogue.all
    static let migrations: String? = nil
    static let configurationKeys =
        RateLimits.configurationKeys + ServiceConfiguration.serverCertificateKeys + WebOptions.configurationKeys
    /// Users connect without a certificate and operators with one. A service's certificate grants nothing here, since
    /// methods for services are not forwarded.
    static let clientCertificates = TLSConfiguration.ClientCertificates.optional

    static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
        guard runtime.configuration.server.allowedCallers.isEmpty else {
            throw ConfigurationError("callers does not apply to the gateway; it is for the services that are called.")
        }
        var channels: [String: RPCChannel] = [:]
        for service in RoutingTable.owners(in: ServiceCatalogue.all) {
            channels[service] = try runtime.channel(to: service)
        }
        let gateway = Gateway(channels: channels, limits: try RateLimits(runtime.configuration))
        var assembly = gateway.assembly
        if let options = try WebOptions(runtime.configuration) {
            let entrance = WebEntrance(options: options, services: gateway.publicServices)
            assembly.listeners = { [try await entrance.listener($0, runtime)] }
        }
        return assembly
    }
}
