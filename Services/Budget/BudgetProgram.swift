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
    static let configurationKeys = ["keys.master"]

    static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
        let database = try runtime.database
        let changes = ChangeFeed<UUID>("purchases", pool: database)
        let list = SpendingStore.log(in: database)
        let goals = GoalStore.list(in: database)
        let masterKeys = try MasterKeys(contentsOf: try runtime.configuration.requiredText("keys.master"))
        let keys = PersonKeys(in: database, masterKeys: masterKeys)
        let sealing = ColumnSealing(PurchaseColumns.all, keys: keys, in: database, log: runtime.log)
        let store = SpendingStore(pool: database, keys: keys)
        let matcher = PurchaseMatcher(
            store: store,
            catalog: RemoteCatalog(try runtime.channel(to: "catalog")),
            log: runtime.log
        )
        let investing = InvestingService(
            ledger: store,
            saved: SavedSecurityStore(pool: database),
            prices: CatalogPrices(try runtime.channel(to: "catalog"))
        )
        let products = Catalog.ProductsClient(channel: try runtime.channel(to: "catalog"))
        return ServiceAssembly(
            personalData: .budget(keys),
            providers: [
                SpendingService(store: store, changes: changes, log: list, matcher: matcher),
                InsightsService(store: store),
                GoalsService(goals: GoalStore(pool: database), ledger: store, list: goals),
                investing,
            ],
            parts: [changes, list, goals, matcher.worker],
            background: [
                EventOutbox.relay(runtime),
                BackgroundWork("product names") { try await store.names.follow(products, log: runtime.log) },
            ],
            jobs: [sealing.job, keys.rewrapping],
            prepare: { try await keys.requireMasterKeys() }
        )
    }
}
