import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import Postgres
import ServiceKit

/// Brokers and what checks of their links have said, in the database.
struct BrokerStore: Sendable {
    /// How many checks in a row fail before users don't see a link any more.
    static let failureLimit: Int32 = 2
    /// How many brokers a region needs.
    static let leastInRegion = 2
    /// The most links that operators see.
    private static let linkLimit = 1_000

    let pool: PostgresPool
    /// The current time.
    var clock: any WallClock = SystemWallClock()

    /// The brokers that users see, by region and name.
    func brokers() async throws -> [Catalog.Broker] {
        let found = try await pool.query(
            """
            SELECT \(Self.columns) FROM brokers broker LEFT JOIN broker_links link USING (slug, address)
            WHERE broker.withdrawn_at IS NULL AND coalesce(link.failures, 0) < \(Self.failureLimit)
            ORDER BY broker.region, broker.name, broker.slug
            """
        ).map(Self.broker)
        let counts = Dictionary(grouping: found, by: \.region).mapValues(\.count)
        return found.filter { counts[$0.region, default: 0] >= Self.leastInRegion }
    }

    /// The links of all brokers, broken ones first.
    func links() async throws -> [Catalog.BrokerLink] {
        try await pool.query(
            """
            SELECT \(Self.columns), link.checked_at, link.failure, coalesce(link.failures, 0) AS failures
            FROM brokers broker LEFT JOIN broker_links link USING (slug, address)
            WHERE broker.withdrawn_at IS NULL
            ORDER BY failures DESC, broker.region, broker.name, broker.slug LIMIT \(Self.linkLimit)
            """
        ).map { row in
            let (failures, failure): (Int32, LinkFailure?) = (try row["failures"], try row["failure"])
            let time: Date? = try row["checked_at"]
            return Catalog.BrokerLink(
                broker: try Self.broker(row),
                checkedAt: time.map { Common.Timestamp($0) },
                failure: failure?.message ?? .unspecified,
                failures: failures,
                hidden: failures >= Self.failureLimit
            )
        }
    }

    /// The addresses of links, those first that were checked longest ago.
    func addresses(limit: Int) async throws -> [(slug: String, address: String)] {
        try await pool.query(
            """
            SELECT broker.slug, broker.address FROM brokers broker LEFT JOIN broker_links link USING (slug)
            WHERE broker.withdrawn_at IS NULL ORDER BY link.checked_at NULLS FIRST, broker.slug LIMIT \(limit)
            """
        ).map { (try $0["slug"], try $0["address"]) }
    }

    /// Notes what checks have said.
    /// - Parameter outcomes: By slug, with the address that was checked; nil for a link that works.
    /// - Returns: How many links are broken now.
    func record(_ outcomes: [(slug: String, address: String, failure: LinkFailure?)]) async throws -> Int {
        try await pool.execute(
            """
            INSERT INTO broker_links AS link (slug, address, checked_at, failures, failure)
            SELECT slug, address, \(clock.now), (failure IS NOT NULL)::integer, failure
            FROM unnest(\(outcomes.map(\.slug)), \(outcomes.map(\.address)), \(outcomes.map { $0.failure?.rawValue ?? "" }))
                AS given (slug, address, text), LATERAL (SELECT nullif(text, '') AS failure) AS known
            ON CONFLICT (slug) DO UPDATE
            SET address = excluded.address, checked_at = excluded.checked_at, failure = excluded.failure,
                failures = CASE
                    WHEN excluded.failure IS NULL THEN 0 WHEN link.address = excluded.address THEN link.failures + 1 ELSE 1
                END
            """
        )
        return try await pool.query(
            """
            SELECT count(*) AS count FROM brokers broker JOIN broker_links link USING (slug, address)
            WHERE broker.withdrawn_at IS NULL AND link.failures >= \(Self.failureLimit)
            """
        )[0]["count"]
    }

    private static let columns: Statement = "broker.slug, broker.name, broker.region, broker.address"

    private static func broker(_ row: Row) throws -> Catalog.Broker {
        Catalog.Broker(
            slug: try row["slug"],
            name: try row["name"],
            region: try row["region"],
            address: try row["address"]
        )
    }
}

/// Why a link doesn't work.
enum LinkFailure: String, PostgresCodable, Sendable {
    case notFound = "not_found"
    case failed
    case unreachable

    var message: Catalog.LinkFailure {
        switch self {
        case .notFound: .notFound
        case .failed: .failed
        case .unreachable: .unreachable
        }
    }
}
