import Foundation
import ServiceKit

@main
struct BudgetProgram: ServiceProgram {
    static let name = "budget"
    static let migrations = Bundle.module.path(forResource: "Migrations", ofType: nil)

    static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
        ServiceAssembly()
    }
}
