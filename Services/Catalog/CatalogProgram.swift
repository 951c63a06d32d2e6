import Foundation
import Postgres
import ServiceKit

@main
struct CatalogProgram: ServiceProgram {
    static let name = "catalog"
    static let migrations = Bundle.module.path(forResource: "Migrations", ofType: nil)

    /// How long repeated deliveries of an event are recognized, in seconds; far longer than any relay retries.
    private static let deliveryMemory: TimeInterval = 90 * 86_400

    static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
        let pool = try runtime.database
        let catalog = SharedCatalog(pool: pool, log: runtime.log)
        let products = ProductsStore(pool: pool)
        let monitor = FeedbackMonitor(metrics: runtime.metrics, log: runtime.log)
        let mappings = MappingsStore(pool: pool, monitor: monitor)
        let reports = FeedbackReportsStore(pool: pool)
        return ServiceAssembly(
            providers: [
                ProductsService(catalog: catalog, store: products, mappings: mappings),
                MappingsService(catalog: catalog, products: products, mappings: mappings),
                SharedMappingsService(catalog: catalog, store: SharedMappingsStore(pool: pool)),
                FeedbackReportsService(store: reports),
                CorrectionSink(catalog: catalog, products: products, mappings: mappings, log: runtime.log),
                StoresService(catalog: catalog, store: StoresStore(pool: pool)),
                EateryDirectoryService(store: EateriesStore(pool: pool)),
            ],
            background: [
                { try await catalog.follow() },
                PeriodicWork.every(.seconds(3_600), "count settled votes", log: runtime.log) {
                    try await mappings.countSettledVotes()
                },
                PeriodicWork.every(.seconds(86_400), "forget old abuse of feedback", log: runtime.log) {
                    try await reports.forgetOld()
                },
                PeriodicWork.every(.seconds(86_400), "forget delivered events", log: runtime.log) {
                    try await Inbox.forget(before: Date() - Self.deliveryMemory, in: pool)
                },
            ],
            prepare: {
                guard let folder = Bundle.module.path(forResource: "ReferenceData", ofType: nil) else {
                    throw ConfigurationError("The reference data is missing. Please reinstall Larder.")
                }
                let files = try ReferenceFiles(folder: folder)
                try await ReferenceLoader(files: files, pool: pool, log: runtime.log).run()
                try await catalog.refresh()
            }
        )
    }
}
