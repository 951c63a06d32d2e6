import AllServices
import CatalogLookup
import CatalogMessages
import Foundation
import ServiceKit

@main
struct BudgetProgram: ServiceProgram {
    static let name = "budget"
    static let knownServices = ServiceCatalogue.all
    static let migrations = Bundle.module.path(forResource: "Migrations", ofType: nil)

    static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
        let database = try runtime.database
        let changes = ChangeFeed<UUID>("purchases", pool: database)
        let list = SpendingStore.log(in: database)
        let store = SpendingStore(pool: database)
        let matcher = PurchaseMatcher(
            store: store,
            catalog: RemoteCatalog(try runtime.channel(to: "catalog")),
            log: runtime.log
        )
        let products = Catalog.ProductsClient(channel: try runtime.channel(to: "catalog"))
        return ServiceAssembly(
            personalData: .budget,
            providers: [SpendingService(store: store, changes: changes, log: list, matcher: matcher)],
            parts: [changes, list, matcher.worker],
            background: [
                EventOutbox.relay(runtime),
                BackgroundWork("product names") { try await store.names.follow(products, log: runtime.log) },
            ]
        )
    }
}
