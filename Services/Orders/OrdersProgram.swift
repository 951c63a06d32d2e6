import AllServices
import CatalogMessages
import Foundation
import ServiceKit

@main
struct OrdersProgram: ServiceProgram {
    static let name = "orders"
    static let knownServices = ServiceCatalogue.all
    static let migrations = Bundle.module.path(forResource: "Migrations", ofType: nil)

    static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
        ServiceAssembly(
            personalData: .orders,
            providers: [
                EateriesService(
                    areas: AreasStore(pool: try runtime.database),
                    directory: Catalog.EateryDirectoryClient(channel: try runtime.channel(to: "catalog"))
                )
            ]
        )
    }
}
