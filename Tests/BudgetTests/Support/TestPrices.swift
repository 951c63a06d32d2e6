import CatalogMessages
import CommonMessages
import Foundations
import PostgresTestSupport
import RPC
import Synchronization

@testable import larder_budget

/// Prices behind the network, which can be down.
final class TestPrices: SecurityPrices {
    private let state = Mutex<(histories: [String: Catalog.PriceHistory], outage: Status?)>(([:], nil))

    /// The status returned instead of prices; nil when it works.
    var outage: Status? {
        get { state.withLock { $0.outage } }
        set { state.withLock { $0.outage = newValue } }
    }

    /// Adds a security with prices by their days, in hundredths.
    func add(
        _ symbol: String,
        currency: String = "CAD",
        interval: Catalog.PriceInterval = .day,
        adjustment: Catalog.PriceAdjustment = .totalReturn,
        _ prices: KeyValuePairs<String, Int64>
    ) {
        let series = Catalog.PriceSeries(
            interval: interval,
            source: "Test",
            fetchedAt: .init(seconds: 1_700_000_000),
            days: prices.map { Int32(CalendarDay($0.key)?.dayNumber ?? 0) },
            closes: prices.map(\.value),
            scale: 2
        )
        state.withLock { state in
            let security = Catalog.Security(
                symbol: symbol,
                name: "\(symbol) Inc.",
                currency: currency,
                adjustment: adjustment
            )
            state.histories[symbol, default: .init(security: security)].series.append(series)
        }
    }

    func history(of symbol: String) async throws -> Catalog.PriceHistory {
        try state.withLock { state in
            if let outage = state.outage { throw outage }
            guard let history = state.histories[symbol] else { throw Status.notFound("security") }
            return history
        }
    }

    func security(_ symbol: String) async throws -> Catalog.Security {
        try await history(of: symbol).security ?? .init()
    }
}

extension BudgetTestEnvironment {
    /// The service that compares with prices.
    func investing(_ prices: TestPrices) -> InvestingService {
        InvestingService(
            ledger: service.store,
            saved: SavedSecurityStore(pool: pool, clock: clock),
            prices: prices,
            badges: BadgeStore(pool: pool, log: TestDatabase.quietLogger, clock: clock)
        )
    }
}
