import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import FoundationsTestSupport
import Logging
import OrdersMessages
import Postgres
import PostgresTestSupport
import RPC
import RPCTestSupport
import ServiceKit
import TLS

@testable import larder_catalog
@testable import larder_orders

/// Orders on a database of its own, with a catalog over RPC with TLS.
struct OrdersTestEnvironment: Sendable {
    /// The schema of orders.
    let pool: PostgresPool
    /// The schema of the catalog, which orders never accesses.
    let catalogPool: PostgresPool
    let catalog: RPCServer
    let channel: RPCChannel

    /// Wednesday 2026-07-15, 12:00 in Fernhollow.
    static let noon = Date(timeIntervalSince1970: 1_784_142_000)
    /// The centre of Fernhollow.
    static let town = Common.Location(latitudeMicrodegrees: 49_604_000, longitudeMicrodegrees: -119_675_000)

    /// Runs `body` with orders and a catalog that has loaded the shipped data.
    /// - Parameter identity: the service as which orders connects.
    static func run(identity: String = "orders", _ body: (OrdersTestEnvironment) async throws -> Void) async throws {
        guard let orders = OrdersProgram.migrations, let catalog = CatalogProgram.migrations else {
            throw TestSupportError("no migrations are bundled")
        }
        // One database for both, as in an installation; two of the few databases could deadlock.
        try await TestDatabase.withDatabase { database in
            try await database.withService("catalog", migrations: catalog) { catalogPool, _ in
                let files = try ReferenceFiles(folder: Shell.repository + "/Services/Catalog/ReferenceData")
                try await ReferenceLoader(files: files, pool: catalogPool, log: TestDatabase.quietLogger).run()
                let server = try await startCatalog(catalogPool)
                let outcome = await result {
                    let channel = try makeChannel(to: "catalog", ports: [server.port], as: identity)
                    defer { channel.close() }
                    try await database.withService("orders", migrations: orders) { pool, _ in
                        try await body(
                            OrdersTestEnvironment(
                                pool: pool,
                                catalogPool: catalogPool,
                                catalog: server,
                                channel: channel
                            )
                        )
                    }
                }
                await server.stop()
                try outcome.get()
            }
        }
    }

    /// The catalog's directory of eateries, with its access rules.
    static func startCatalog(_ pool: PostgresPool, port: Int = 0) async throws -> RPCServer {
        let handlers = EateryDirectoryService(store: EateriesStore(pool: pool)).handlers
        return try await startServer("catalog", port: port, handlers: handlers, clientCertificates: .required) {
            $0.admissionPolicies = [AccessControl(verifier: TokenVerifier { [] })]
        }
    }

    /// Lists open eateries as a signed-in user.
    func list(
        _ request: Orders.ListOpenEateriesRequest,
        at time: Date = OrdersTestEnvironment.noon
    ) async throws -> [Orders.OpenEatery] {
        let service = EateriesService(
            areas: AreasStore(pool: pool),
            directory: Catalog.EateryDirectoryClient(channel: channel),
            clock: ManualWallClock(now: time)
        )
        let user = VerifiedUser(id: UUID().canonical, username: "ada")
        let context = CallContext(method: "test", identity: user, trace: TraceContext())
        return try await service.listOpenEateries(request, context: context).eateries
    }

    /// The status with which a listing fails.
    func refusal(of request: Orders.ListOpenEateriesRequest) async throws -> Status {
        do {
            _ = try await list(request)
        } catch let status as Status {
            return status
        }
        throw TestSupportError("the call succeeded")
    }

    private static func result(_ body: () async throws -> Void) async -> Result<Void, any Error> {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}
