import AuthMessages
import CatalogMessages
import Foundation
import Foundations
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit

@testable import larder_catalog

/// The catalog on a database of its own, used by the restricted role.
struct CatalogTestEnvironment: Sendable {
    let pool: PostgresPool
    let catalog: SharedCatalog
    let sealing: CatalogSealing

    /// A user of the test's own.
    let user = UUID()
    /// The time used by mappings.
    var clock: any WallClock = SystemWallClock()
    var monitor = FeedbackMonitor()
    /// Where users say that they shop.
    let areas = TestShoppingAreas()

    /// Runs `body` with a catalog that has loaded `files`; nil loads nothing.
    static func run(
        _ files: ReferenceFiles? = TestReferenceData.files(),
        _ body: (CatalogTestEnvironment) async throws -> Void
    ) async throws {
        guard let migrations = CatalogProgram.migrations else { throw TestSupportError("no migrations are bundled") }
        try await TestDatabase.withService("catalog", migrations: migrations, size: 6) { pool, _ in
            let environment = CatalogTestEnvironment(
                pool: pool,
                catalog: SharedCatalog(pool: pool, log: TestDatabase.quietLogger),
                sealing: try .test(in: pool)
            )
            if let files {
                try await environment.loader(files).run()
                try await environment.catalog.refresh()
            }
            try await body(environment)
        }
    }

    func loader(_ files: ReferenceFiles) -> ReferenceLoader {
        ReferenceLoader(files: files, pool: pool, log: TestDatabase.quietLogger)
    }

    var mappings: MappingsStore { MappingsStore(pool: pool, sealing: sealing, clock: clock, monitor: monitor) }
    var productsStore: ProductsStore { ProductsStore(pool: pool, sealing: sealing) }
    var products: ProductsService {
        ProductsService(catalog: catalog, store: productsStore, mappings: mappings)
    }
    var nearby: NearbyStores { NearbyStores(pool: pool, clock: clock) }
    var stores: StoresService {
        StoresService(
            catalog: catalog,
            store: StoresStore(pool: pool, sealing: sealing),
            nearby: nearby,
            areas: areas
        )
    }
    var tables: ReferenceTablesService { ReferenceTablesService(store: OperatorTableStore(pool: pool, clock: clock)) }

    var storePrices: StorePricesService {
        StorePricesService(
            catalog: catalog,
            products: productsStore,
            prices: StorePricesStore(pool: pool, clock: clock),
            nearby: nearby,
            areas: areas
        )
    }

    /// The identifier of a shared product.
    func product(_ slug: String) async throws -> String {
        let id: UUID = try await pool.query("SELECT id FROM products WHERE slug = \(slug)")[0]["id"]
        return id.canonical
    }

    /// Resolves lines for the environment's user, or another.
    func resolve(_ texts: [String], store: String = "", for user: UUID? = nil) async throws -> [Catalog.ResolvedProduct]
    {
        try await products.resolveProducts(
            .init(userID: (user ?? self.user).canonical, storeID: store, printedTexts: texts),
            context: .service
        ).products
    }

    /// Resolves one line.
    func resolve(_ text: String, store: String = "", for user: UUID? = nil) async throws -> Catalog.ResolvedProduct {
        try await resolve([text], store: store, for: user)[0]
    }

    /// Resolves a store.
    func resolveStore(
        _ name: String,
        _ address: String = "",
        for user: UUID? = nil
    ) async throws -> Catalog.ResolveStoreResponse {
        try await stores.resolveStore(
            .init(userID: (user ?? self.user).canonical, name: name, address: address),
            context: .service
        )
    }

    /// Takes over the rows of an operator's file.
    @discardableResult
    func take(
        _ text: String,
        into table: String,
        isTrial: Bool = false,
        by user: UUID? = nil
    ) async throws -> Catalog.ImportReferenceRowsResponse {
        try await tables.importReferenceRows(
            .init(table: table, file: Array(text.utf8), name: "\(table).csv", checkOnly: isTrial),
            context: .user(user ?? self.user)
        )
    }

    /// The number of rows of a table.
    func count(_ table: String) async throws -> Int {
        try await pool.query("SELECT count(*) AS count FROM \(identifier: table)")[0]["count"]
    }
}

extension CallContext {
    /// The context of a call by another service.
    static var service: CallContext { context(user: nil) }

    /// The context of a call by a signed-in user who lets choices count for others, unless said otherwise.
    static func user(_ id: UUID, consents: Set<Auth.ConsentKind> = [.communityMappings], at time: Date = .now)
        -> CallContext
    {
        context(user: VerifiedUser(id: id.canonical, username: "ada", tokenTime: time, consents: consents))
    }

    private static func context(user: VerifiedUser?) -> CallContext {
        return CallContext(method: "test", identity: user, trace: TraceContext())
    }
}

/// Runs `body` as a call whose caller reads French.
func inFrench<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    var metadata = Metadata()
    metadata.add("accept-language", "fr")
    let context = CallContext(method: "test", metadata: metadata, trace: TraceContext())
    return try await CallContext.$current.withValue(context) { try await body() }
}

/// The status with which `body` fails.
func failure(_ body: () async throws -> Void) async throws -> Status {
    do {
        try await body()
    } catch let status as Status {
        return status
    }
    throw TestSupportError("the call succeeded")
}

extension CatalogSealing {
    /// Encrypts under keys that master keys of tests wrap.
    /// - Parameter masters: Their ids, the current one first, each a number.
    static func test(in pool: PostgresPool, masters: [UInt8] = [1]) throws -> CatalogSealing {
        let lines = masters.map { "\($0):" + Data(repeating: $0, count: 32).base64EncodedString() }
        let keys = PersonKeys(in: pool, masterKeys: try MasterKeys(parsing: lines.joined(separator: "\n")))
        return CatalogSealing(pool: pool, keys: keys, log: TestDatabase.quietLogger)
    }
}
