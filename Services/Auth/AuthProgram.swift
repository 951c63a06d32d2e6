import Foundation
import ServiceKit

@main
struct AuthProgram: ServiceProgram {
    static let name = "auth"
    static let migrations = Bundle.module.path(forResource: "Migrations", ofType: nil)

    static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
        ServiceAssembly()
    }
}
