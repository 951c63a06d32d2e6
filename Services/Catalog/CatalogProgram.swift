import Foundation
import ServiceKit

@main
struct CatalogProgram: ServiceProgram {
    static let name = "catalog"
    static let migrations = Bundle.module.path(forResource: "Migrations", ofType: nil)

    static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
        ServiceAssembly()
    }
}
