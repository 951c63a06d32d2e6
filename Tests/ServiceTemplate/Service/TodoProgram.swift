import AllServices
import Foundation
import ServiceKit
import TodoMessages

/// The to-do service.
@main
struct TodoProgram: ServiceProgram {
    /// The service's name.
    static let name = "todo"
    /// The services of the deployment.
    static let knownServices =
        ServiceCatalogue.all + [Todo.TodoListService.descriptor]
    /// The folder with the service's migrations.
    static let migrations = Bundle.module.path(forResource: "Migrations", ofType: nil)

    /// Makes the service's parts.
    static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
        let database = try runtime.database
        let store = ItemStore(pool: database)
        let changes = ChangeFeed<UUID>("lists", pool: database)
        let purchases = PurchaseEvents(store: store)
        return ServiceAssembly(
            personalData: .todo,
            providers: [TodoListService(store: store, changes: changes)],
            parts: [changes, EventConsumer(pool: database, log: runtime.log, handle: purchases.effect)],
            background: [EventOutbox.relay(runtime)],
            jobs: [Reminders(store: store).job]
        )
    }
}
