import RPC
import ServiceKit
import ServiceStubs
import TLS

@main
struct GatewayProgram: ServiceProgram {
    static let name = "gateway"
    static let migrations: String? = nil
    static let configurationKeys = RateLimits.configurationKeys
    /// People connect without a certificate. Methods for services alone are not reachable here, so none is asked for.
    static let clientCertificates = TLSConfiguration.ClientCertificates.none

    static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
        var channels: [String: RPCChannel] = [:]
        for service in RoutingTable.owners(in: ServiceCatalogue.all) {
            channels[service] = try runtime.channel(to: service)
        }
        return Gateway(channels: channels, limits: try RateLimits(runtime.configuration)).assembly
    }
}
