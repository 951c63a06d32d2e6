import CatalogDomain
import Foundation
import Foundations
import Logging
import Postgres
import ServiceKit

/// Renews the prices of securities from a vendor, those that are oldest first, as far as its allowance goes.
///
/// Securities without prices get some; prices that operators have imported stay theirs.
struct PriceRenewal: Sendable {
    /// The vendor could not be asked, and prices grow older.
    struct Failed: Error {}

    /// How old prices are when they are renewed, and when what has failed is tried again.
    private static let age: TimeInterval = 20 * 3_600
    /// The most securities of a run.
    private static let batch = 50

    let store: SecuritiesStore
    let vendor: AlphaVantage
    let log: Logger

    /// Renews what is due.
    /// - Throws: ``Failed`` when the vendor could not be asked, so that operators see it.
    func run() async throws {
        for _ in 0..<Self.batch {
            guard let symbol = try await stalest() else { return }
            do {
                let prices = try await vendor.prices(of: symbol, .month)
                guard !prices.isEmpty else { throw AlphaVantage.Refusal.unreadable }
                try await store.store([symbol: prices], .month, source: AlphaVantage.source)
                try await record(symbol, "")
            } catch is VendorAllowance.UsedUp {
                return
            } catch let refusal as AlphaVantage.Refusal {
                log.notice("prices not renewed", metadata: ["symbol": "\(symbol)", "refusal": "\(refusal)"])
                try await record(symbol, "\(refusal)")
                // The next ones would be refused, too.
                if refusal == .refused { return }
            } catch OutsideError.tooLarge(_) {
                log.notice("prices not renewed: the response was too large", metadata: ["symbol": "\(symbol)"])
                try await record(symbol, "tooLarge")
            } catch let error as OutsideError {
                log.warning("the vendor of prices cannot be asked", metadata: ["error": "\(error)"])
                throw Failed()
            }
        }
    }

    /// The security whose prices are oldest, of those that are due; nil where none is.
    private func stalest() async throws -> String? {
        let due = store.clock.now.addingTimeInterval(-Self.age)
        return try await store.pool.query(
            """
            SELECT securities.symbol FROM securities
            LEFT JOIN security_series AS series ON series.symbol = securities.symbol AND series.period = 'month'
            LEFT JOIN security_renewals AS renewal ON renewal.symbol = securities.symbol
            WHERE NOT securities.is_shipped AND (series.source IS NULL OR series.source = \(AlphaVantage.source))
                AND (series.fetched_at IS NULL OR series.fetched_at <= \(due))
                AND (renewal.attempted_at IS NULL OR renewal.attempted_at <= \(due))
            ORDER BY series.fetched_at NULLS FIRST, securities.symbol LIMIT 1
            """
        ).first.map { try $0["symbol"] }
    }

    private func record(_ symbol: String, _ failure: String) async throws {
        try await store.pool.execute(
            """
            INSERT INTO security_renewals (symbol, attempted_at, failure)
            VALUES (\(symbol), \(store.clock.now), \(failure))
            ON CONFLICT (symbol) DO UPDATE SET attempted_at = excluded.attempted_at, failure = excluded.failure
            """
        )
    }
}
