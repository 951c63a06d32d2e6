import Foundation
import ServiceKit

@main
struct OrdersProgram: ServiceProgram {
    static let name = "orders"
    static let migrations = Bundle.module.path(forResource: "Migrations", ofType: nil)

    static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
        ServiceAssembly()
    }
}
