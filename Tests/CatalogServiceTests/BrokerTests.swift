import CatalogMessages
import CoreMetrics
import Foundation
import Foundations
import FoundationsTestSupport
import OutsideTestSupport
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Synchronization
import Testing

@testable import larder_catalog

/// Requirement CAT-21.
@Suite("Brokers", .timeLimit(.minutes(5)))
struct BrokerTests {
    @Test("are those of regions that have two, as shipped or as operators keep them")
    func regions() async throws {
        try await CatalogTestEnvironment.run { environment in
            let all = try await environment.brokers()
            #expect(all.brokers.map(\.name) == ["Alpha Brokers", "Beta Invest"] && all.regions == ["CA"])
            #expect(all.brokers[0].address == "https://alpha.example/")
            try await environment.take(
                "slug,name,region,address\ndelta,Delta,US,https://delta.example/x\n",
                into: "brokers"
            )
            #expect(try await environment.brokers("US").brokers.map(\.slug) == ["delta", "gamma"])
            #expect(try await environment.brokers("US").regions == ["CA", "US"])
            #expect(try await environment.brokers("FR").brokers.isEmpty)
            let long = try await failure { _ = try await environment.brokers("USA") }
            #expect(long.fieldViolations.map(\.field) == ["region"])
        }
    }

    @Test("ship with two links at least in each region")
    func shipped() async throws {
        try await CatalogTestEnvironment.run(try TestReferenceData.shipped()) { environment in
            let all = try await environment.brokers()
            #expect(all.regions == ["CA", "FR", "GB", "US"])
            #expect(all.brokers.count == (try await environment.count("brokers")))
        }
    }

    @Test(
        "can't have a link that is none to a page on the web",
        arguments: [
            "http://a.example/", "https://user@a.example/", "https://a.example:8080/", "javascript:alert(1)",
            "https://10.0.0.5/", "https://[::1]/", "https://a.local/", "https://a.internal/",
            "https://a",
            "https://a.example/ x", "", "https://a.example/" + String(repeating: "x", count: 300),
        ]
    )
    func addresses(address: String) async throws {
        try await CatalogTestEnvironment.run { environment in
            let file = "slug,name,region,address\nx,X,CA,\(address)\n"
            let answer = try await environment.take(file, into: "brokers")
            #expect(answer.problems.map(\.line) == [2])
        }
    }

    @Test("whose links fail twice in a row are hidden and shown to operators, until they work again")
    func brokenLinks() async throws {
        try await CatalogTestEnvironment.run(nil) { environment in
            let statuses = Mutex<[String: Int]>(["/a": 200, "/b": 404, "/c": 403, "/d": 500])
            // Many such pages are large.
            let page = String(repeating: "x", count: 100_000)
            try await OutsideServer.with { path in
                .respond(status: statuses.withLock { $0[path] ?? 302 }, body: page)
            } _: { server in
                for slug in ["a", "b", "c", "d", "e"] { try await environment.add(slug, server.port) }
                try await environment.checkLinks()
                #expect(try await environment.brokers().brokers.map(\.slug) == ["a", "b", "c", "d", "e"])
                try await environment.checkLinks()
                #expect(try await environment.brokers().brokers.map(\.slug) == ["a", "c", "e"])
                let links = try await environment.links()
                #expect(
                    links.map { "\($0.broker?.slug ?? "") \($0.failure) \($0.failures) \($0.hidden)" } == [
                        "b notFound 2 true", "d failed 2 true", "a unspecified 0 false", "c unspecified 0 false",
                        "e unspecified 0 false",
                    ]
                )
                #expect(links.allSatisfy { $0.checkedAt != nil })
                statuses.withLock { $0["/b"] = 200 }
                try await environment.checkLinks()
                #expect(try await environment.brokers().brokers.map(\.slug) == ["a", "b", "c", "e"])
                // Another address has not failed.
                try await environment.pool.execute("UPDATE brokers SET address = address || '2' WHERE slug = 'd'")
                #expect(try await environment.brokers().brokers.count == 5)
            }
        }
    }

    @Test("are not judged while no host can be reached")
    func noNetwork() async throws {
        try await CatalogTestEnvironment.run(nil) { environment in
            // Nobody listens there any more.
            let port = try await OutsideServer.with { _ in
                .hangUp
            } _: {
                $0.port
            }
            for slug in ["a", "b"] { try await environment.add(slug, port) }
            for _ in 0..<3 { try await environment.checkLinks() }
            #expect(try await environment.brokers().brokers.count == 2)
            #expect(try await environment.links().allSatisfy { $0.checkedAt == nil && !$0.hidden })
        }
    }
}

extension CatalogTestEnvironment {
    private var store: BrokerStore { BrokerStore(pool: pool, clock: clock) }

    fileprivate func brokers(_ region: String = "") async throws -> Catalog.ListBrokersResponse {
        try await BrokersService(store: store).listBrokers(.init(region: region), context: .user(user))
    }

    fileprivate func links() async throws -> [Catalog.BrokerLink] {
        try await BrokersService(store: store).listBrokerLinks(.init(), context: .user(user)).links
    }

    /// Adds a broker whose page is on this machine.
    fileprivate func add(_ slug: String, _ port: Int) async throws {
        try await pool.execute(
            """
            INSERT INTO brokers (slug, name, region, address)
            VALUES (\(slug), \(slug), 'CA', \("http://127.0.0.1:\(port)/\(slug)"))
            """
        )
    }

    fileprivate func checkLinks() async throws {
        let checker = BrokerLinkChecker(
            store: store,
            log: TestDatabase.quietLogger,
            metrics: NOOPMetricsHandler.instance,
            allowsLoopback: true,
            backoff: Backoff(initial: .milliseconds(1), maximum: .milliseconds(1))
        )
        try await checker.run()
    }
}
