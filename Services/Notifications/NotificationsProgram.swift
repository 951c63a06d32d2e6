import Foundation
import ServiceKit

@main
struct NotificationsProgram: ServiceProgram {
    static let name = "notifications"
    static let migrations = Bundle.module.path(forResource: "Migrations", ofType: nil)

    static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
        let database = try runtime.database
        let store = InboxStore(pool: database)
        return ServiceAssembly(
            providers: [InboxService(store: store), EventSinkService(store: store, log: runtime.log)]
        )
    }
}
