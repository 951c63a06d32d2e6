import CatalogEvaluation
import Foundation
import Testing

@testable import CatalogDomain

/// Search queries with the expected products or none.
///
/// The thresholds are the search's rates when written; a change must not make them worse.
@Suite("Searching products")
struct SearchEvaluation {
    private struct Query {
        let typed: String
        let products: Set<String>
        let hits: [(product: String, score: Double)]
    }

    private let queries: [Query]
    private let index: ProductIndex

    init() throws {
        let (index, slugs) = try ShippedReferenceData.products.get()
        self.index = index
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "search_queries.csv")
        queries = try CSVTable(parsing: try Data(contentsOf: url)).records.map { record in
            Query(
                typed: record.fields[0],
                products: Set(record.fields[1].split(separator: ";").map(String.init)),
                hits: index.search(record.fields[0], limit: 5).map { (slugs[$0.productID] ?? "", $0.score) }
            )
        }
    }

    @Test("prints its figures", .enabled(if: ProcessInfo.processInfo.environment["LARDER_FIGURES"] != nil))
    func figures() {
        let known = queries.filter { !$0.products.isEmpty }
        let found = known.filter { query in query.hits.contains { query.products.contains($0.product) } }
        let first = known.filter { $0.products.contains($0.hits.first?.product ?? "") }
        print("search: \(known.count) queries, first \(first.count), among the first five \(found.count)")
        for query in known {
            let right = query.hits.first { query.products.contains($0.product) }
            print("  \(query.typed): \(right.map { "\($0.score)" } ?? "missed") of \(query.hits)")
        }
        for query in queries where query.products.isEmpty { print("  none \(query.typed): \(query.hits)") }
    }

    @Test("has the expected product among the first five for 97 of 100 queries")
    func found() {
        let known = queries.filter { !$0.products.isEmpty }
        let missed = known.filter { query in !query.hits.contains { query.products.contains($0.product) } }
        let rate = 1 - Double(missed.count) / Double(known.count)
        #expect(rate >= 0.97, "\(rate): \(missed.map { "\($0.typed) → \($0.hits)" })")
    }

    @Test("finds nothing for products that such shops do not sell")
    func nothing() {
        let strange = queries.filter { $0.products.isEmpty && !$0.hits.isEmpty }
        #expect(strange.isEmpty, "\(strange.map { "\($0.typed) → \($0.hits)" })")
    }

    @Test("finds nothing for a text without letters, and no more than requested", arguments: ["", "***", "7"])
    func empty(text: String) {
        #expect(index.search(text, limit: 5).isEmpty)
        #expect(index.search("milk", limit: 0).isEmpty)
        #expect(index.search("milk", limit: 2).count == 2)
    }
}
