import CatalogMessages
import Foundation
import Foundations
import LocalDeployment
import Logging
import Postgres
import RPC

/// Measures how long catalog takes to tell what the lines of a receipt mean, as the ocr service asks, beside many lines of
/// other users.
struct LineLookup {
    let deployment: LocalDeployment
    let report: (String) -> Void

    private static let mappings = 100_000
    private static let shared = 20_000
    private static let receipts = 100
    private static let linesOfReceipt = 60

    /// Prints the figures beside their bar.
    func run() async throws {
        let store = try await fill()
        let channel = try deployment.channel(to: "catalog", as: "ocr")
        defer { channel.close() }
        let client = Catalog.ProductsClient(channel: channel)
        var (unknown, known): ([Double], [Double]) = ([], [])
        // The first receipt finds nothing warm, and is not measured.
        for receipt in 0...Self.receipts {
            let request = Catalog.ResolveProductsRequest(
                userID: UUID().canonical,
                storeID: store.id,
                printedTexts: Self.lines(of: receipt, store.names)
            )
            for isKnown in [false, true] {
                let start = ContinuousClock.now
                _ = try await client.resolveProducts(request, options: CallOptions(timeout: .seconds(10)))
                let time = (ContinuousClock.now - start) / .milliseconds(1)
                guard receipt > 0 else { continue }
                if isKnown { known.append(time) } else { unknown.append(time) }
            }
        }
        let lines = "\(Self.linesOfReceipt) lines"
        report(
            FigureLine.of(
                "\(lines) that the user has had before",
                known,
                "ms",
                percentile: 95,
                bar: "1000 ms on average"
            )
        )
        report(FigureLine.of("\(lines) never seen", unknown, "ms", percentile: 95, bar: "none"))
    }

    /// Names as tills shorten them; each receipt has others.
    private static func lines(of receipt: Int, _ names: [String]) -> [String] {
        (0..<linesOfReceipt).map { line in
            let name = names[(receipt * linesOfReceipt + line) % names.count]
            return name.split(separator: " ").map { $0.prefix(4).uppercased() }.joined(separator: " ") + " \(line)"
        }
    }

    /// Fills the catalog with what other users' lines mean, once.
    /// - Returns: a store that all of them bought at, and the names of products.
    private func fill() async throws -> (id: String, names: [String]) {
        let log = Logger(label: "local") { _ in SwiftLogNoOpLogHandler() }
        let pool = PostgresPool(configuration: deployment.superuserConfiguration(), logger: log)
        do {
            let store = try await pool.query("SELECT id::text AS id, name FROM catalog.stores ORDER BY slug LIMIT 1")[0]
            let names: [String] = try await pool.query("SELECT name FROM catalog.products ORDER BY slug")
                .map { try $0["name"] }
            try await fill(pool, store: try store["id"], chain: (try store["name"] as String).lowercased())
            await pool.close()
            return (try store["id"], names)
        } catch {
            await pool.close()
            throw error
        }
    }

    private func fill(_ pool: PostgresPool, store: String, chain: String) async throws {
        try await pool.execute(
            """
            INSERT INTO catalog.receipt_text_mappings (user_id, store_id, normalised_text, normalised_text_sealed,
                printed_text, printed_text_sealed, product_id, confidence, basis, chain_key, seen_at, is_sealed)
            SELECT md5('user ' || number / 200)::uuid, \(store)::text::uuid, sha256(number::text::bytea)::text,
                sha256(number::text::bytea), NULL, sha256(number::text::bytea),
                (SELECT id FROM catalog.products ORDER BY slug LIMIT 1), 90, 'resemblance', md5(\(chain)), now(), true
            FROM generate_series(1, \(Int32(Self.mappings))) AS number ON CONFLICT DO NOTHING
            """
        )
        try await pool.execute(
            """
            INSERT INTO catalog.shared_text_mappings (chain_key, store_key, normalised_text, product_id, state, votes,
                voters, changed_at)
            SELECT \(chain), '', 'line ' || number, (SELECT id FROM catalog.products ORDER BY slug LIMIT 1), 'agreed', 3,
                3, now()
            FROM generate_series(1, \(Int32(Self.shared))) AS number ON CONFLICT DO NOTHING
            """
        )
        try await pool.execute("ANALYZE catalog.receipt_text_mappings, catalog.shared_text_mappings")
    }
}
