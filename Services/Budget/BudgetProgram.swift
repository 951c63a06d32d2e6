import Foundation
import ServiceKit

@main
struct BudgetProgram: ServiceProgram {
    static let name = "budget"
    static let migrations = Bundle.module.path(forResource: "Migrations", ofType: nil)

    static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
        let database = try runtime.database
        let changes = PurchaseChanges(pool: database)
        return ServiceAssembly(
            providers: [SpendingService(store: SpendingStore(pool: database), changes: changes)],
            background: [
                changes.run,
                EventOutbox.relay(runtime),
                PeriodicWork.every(.seconds(3_600), "forget answered requests", log: runtime.log) {
                    try await AnsweredRequests.forget(before: Date() - AnsweredRequests.lifetime, in: database)
                },
            ]
        )
    }
}
