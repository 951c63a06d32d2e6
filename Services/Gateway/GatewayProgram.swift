import RPC
import ServiceKit
import ServiceStubs
import TLS

@main
struct GatewayProgram: ServiceProgram {
    static let name = "gateway"
    static let migrations: String? = nil
    static let configurationKeys = RateLimits.configurationKeys
    /// People connect without a certificate. The operator has one; other services' open nothing here, since methods for
    /// services alone are not passed on.
    static let clientCertificates = TLSConfiguration.ClientCertificates.optional

    static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
        var channels: [String: RPCChannel] = [:]
        for service in RoutingTable.owners(in: ServiceCatalogue.all) {
            channels[service] = try runtime.channel(to: service)
        }
        return Gateway(channels: channels, limits: try RateLimits(runtime.configuration)).assembly
    }
}
