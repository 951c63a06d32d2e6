import ServiceKit

@main
struct GatewayProgram: ServiceProgram {
    static let name = "gateway"
    static let migrations: String? = nil

    static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
        ServiceAssembly()
    }
}
