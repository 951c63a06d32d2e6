import AllServices
import CatalogMessages
import Foundation
import ServiceKit

@main
struct CatalogProgram: ServiceProgram {
    static let name = "catalog"
    static let knownServices = ServiceCatalogue.all
    static let configurationKeys = ["keys.master"] + VendorSettings.keys + BrokerLinkChecker.configurationKeys
    static let metrics = FeedbackMonitor.metrics.merging(BrokerLinkChecker.metrics) { first, _ in first }
    static let migrations = Bundle.module.path(forResource: "Migrations", ofType: nil)

    static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
        let pool = try runtime.database
        let catalog = SharedCatalog(pool: pool, log: runtime.log)
        let masterKeys = try MasterKeys(contentsOf: runtime.configuration.requiredText("keys.master"))
        let keys = PersonKeys(in: pool, masterKeys: masterKeys)
        let sealing = CatalogSealing(pool: pool, keys: keys, log: runtime.log)
        let products = ProductsStore(pool: pool, sealing: sealing)
        let monitor = FeedbackMonitor(metrics: runtime.metrics, log: runtime.log)
        let mappings = MappingsStore(pool: pool, sealing: sealing, monitor: monitor)
        let reports = FeedbackReportsStore(pool: pool)
        let rates = ExchangeRateStore(pool: pool)
        let auth = try runtime.channel(to: "auth")
        let areas = RemoteShoppingAreas(auth: auth)
        let nearby = NearbyStores(pool: pool)
        let securities = SecuritiesStore(pool: pool)
        let corrections = CorrectionConsumer(
            catalog: catalog,
            products: products,
            mappings: mappings,
            consents: RemoteConsents(auth: auth)
        )
        let renewal = try VendorSettings.renewal(runtime, securities)
        let brokers = BrokerStore(pool: pool)
        let observations = PriceObservationsStore(pool: pool)
        let linkCheck = try BrokerLinkChecker.job(runtime, brokers)
        return ServiceAssembly(
            personalData: .catalog(mappings),
            providers: [
                ProductsService(catalog: catalog, store: products, mappings: mappings),
                MappingsService(catalog: catalog, products: products, mappings: mappings),
                SharedMappingsService(catalog: catalog, store: SharedMappingsStore(pool: pool)),
                FeedbackReportsService(store: reports),
                StoresService(
                    catalog: catalog,
                    store: StoresStore(pool: pool, sealing: sealing),
                    nearby: nearby,
                    areas: areas
                ),
                StorePricesService(
                    catalog: catalog,
                    products: products,
                    prices: StorePricesStore(pool: pool),
                    nearby: nearby,
                    areas: areas
                ),
                PriceObservationsService(store: observations),
                ReferenceTablesService(store: OperatorTableStore(pool: pool)),
                BrokersService(store: brokers),
                EateryDirectoryService(store: EateriesStore(pool: pool)),
                AveragePricesService(pool: pool),
                TaxRatesService(catalog: catalog),
                ExchangeRatesService(store: rates), ExchangeRateOperationsService(store: rates),
                SecuritiesService(store: securities),
                SecurityImportsService(store: securities),
            ],
            parts: [EventConsumer(pool: pool, log: runtime.log, handle: corrections.effect)],
            background: [BackgroundWork("catalog changes") { try await catalog.follow() }],
            jobs: [
                ScheduledJob("count settled votes", .every(.seconds(3_600))) { _ in
                    try await mappings.countSettledVotes()
                },
                ScheduledJob("delete old abusive feedback", .every(.seconds(86_400))) { _ in
                    try await reports.forgetOld()
                },
                sealing.job,
                keys.rewrapping,
                observations.forgetting,
            ] + [renewal, linkCheck].compactMap(\.self),
            prepare: {
                try await keys.requireMasterKeys()
                guard let folder = Bundle.module.path(forResource: "ReferenceData", ofType: nil) else {
                    throw ConfigurationError("The reference data is missing. Please reinstall Larder.")
                }
                let files = try ReferenceFiles(folder: folder)
                try await ReferenceLoader(files: files, pool: pool, log: runtime.log).run()
                try await catalog.refresh()
            },
            methodsWithoutQuota: [Catalog.MappingsService.forgetMapping, Catalog.MappingsService.forgetAllMappings]
        )
    }
}
