import AllServices
import BudgetMessages
import CatalogLookup
import CatalogMessages
import Foundation
import ServiceKit

@main
struct BudgetProgram: ServiceProgram {
    static let name = "budget"
    static let knownServices = ServiceCatalogue.all
    static let migrations = Bundle.module.path(forResource: "Migrations", ofType: nil)
    static let metrics = LedgerChecker.metrics
    static let configurationKeys = ["keys.master", "badges.file"]
    static let hostCommands = [
        HostCommand("check-ledgers", parameters: []) { runtime, _ in
            let keys = PersonKeys(in: try runtime.database, masterKeys: try masterKeys(runtime))
            let store = SpendingStore(pool: try runtime.database, keys: keys)
            let outcome = try await LedgerChecker(store: store, log: runtime.log).requireFaultless()
            return """
                \(outcome.ledgers) ledgers with \(outcome.purchases) purchases add up; \(outcome.printedTotals) printed totals \
                differ from their items, which their owners see.
                """
        }
    ]

    static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
        let database = try runtime.database
        let changes = ChangeFeed<UUID>("purchases", pool: database)
        let list = SpendingStore.log(in: database)
        let goals = GoalStore.list(in: database)
        let recurringList = RecurringStore.list(in: database)
        let keys = PersonKeys(in: database, masterKeys: try masterKeys(runtime))
        let sealing = ColumnSealing(
            PurchaseColumns.all + RecurringColumns.all,
            keys: keys,
            in: database,
            log: runtime.log
        )
        let store = SpendingStore(pool: database, keys: keys)
        let recurring = RecurringStore(ledger: store)
        let catalog = try runtime.channel(to: "catalog")
        let matcher = PurchaseMatcher(
            store: store,
            catalog: RemoteCatalog(catalog),
            log: runtime.log
        )
        let products = Catalog.ProductsClient(channel: catalog)
        let goalStore = GoalStore(pool: database)
        let rates = ExchangeRates(catalog: Catalog.ExchangeRatesClient(channel: catalog), log: runtime.log)
        let goalWatch = GoalWatch(goals: goalStore, ledger: store, rates: rates, log: runtime.log)
        let preferences = PreferenceStore(pool: database)
        let offers = OfferSearch(ledger: store, prices: CatalogStorePrices(catalog), preferences: preferences)
        let priceWatch = PriceWatch(search: offers, pool: database, log: runtime.log)
        let observer = PriceObserver(
            ledger: store,
            consents: RemoteConsents(auth: try runtime.channel(to: "auth")),
            sink: CatalogPriceObservations(catalog),
            log: runtime.log
        )
        let votes = SuggestionVoteStore(pool: database)
        let badges = BadgeStore(
            pool: database,
            log: runtime.log,
            list: try BadgeFile.list(path: runtime.configuration.text("badges.file"))
        )
        let investing = InvestingService(
            ledger: store,
            saved: SavedSecurityStore(pool: database),
            prices: CatalogPrices(catalog),
            badges: badges
        )
        return ServiceAssembly(
            personalData: .budget(keys),
            providers: [
                SpendingService(store: store, changes: changes, log: list, matcher: matcher),
                InsightsService(store: store, rates: rates),
                GoalsService(goals: goalStore, ledger: store, rates: rates, list: goals),
                SuggestionsService(goals: goalStore, ledger: store, rates: rates, votes: votes),
                PaidPricesService(
                    ledger: store,
                    averages: CatalogAverages(catalog),
                    log: runtime.log
                ),
                OffersService(search: offers),
                PreferencesService(store: preferences, names: store.names),
                RecurringService(store: recurring, list: recurringList),
                ImportsService(imports: ImportStore(ledger: store)),
                investing, BadgesService(badges: badges),
            ],
            parts: [
                changes, list, goals, recurringList, matcher.worker,
                goalWatch.worker, BadgeWatch(badges: badges).worker, priceWatch.worker,
                EventConsumer(
                    pool: database,
                    log: runtime.log,
                    handle: ConsentWithdrawal(votes: votes, priceWatch: priceWatch).effect
                ),
            ],
            background: [
                EventOutbox.relay(runtime),
                BackgroundWork("product names") { try await store.names.follow(products, log: runtime.log) },
            ],
            jobs: [
                sealing.job, keys.rewrapping, RecurringRecorder(store: recurring, log: runtime.log).job,
                LedgerChecker(store: store, log: runtime.log).job, goalWatch.forgetting, priceWatch.forgetting,
                observer.job,
            ],
            prepare: { try await keys.requireMasterKeys() },
            methodsWithoutQuota: [Budget.BadgesService.listBadges]
        )
    }

    private static func masterKeys(_ runtime: ServiceRuntime) throws -> MasterKeys {
        try MasterKeys(contentsOf: try runtime.configuration.requiredText("keys.master"))
    }
}
