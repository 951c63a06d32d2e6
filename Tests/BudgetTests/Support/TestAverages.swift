import CatalogMessages
import Foundation
import Foundations
import PostgresTestSupport
import RPC
import Synchronization

@testable import larder_budget

/// Average prices behind the network, which can be down.
final class TestAverages: AveragePrices {
    private let state = Mutex<(series: [String: [Catalog.AveragePriceSeries]], outage: Status?)>(([:], nil))

    /// The status returned instead of prices; nil when it works.
    var outage: Status? {
        get { state.withLock { $0.outage } }
        set { state.withLock { $0.outage = newValue } }
    }

    /// Adds the averages of a good: one for each month since the first, or the same for 13 months.
    func add(
        _ name: String,
        _ quantity: Int32,
        _ unit: String,
        of products: [UUID],
        in region: String = "CA",
        since firstMonth: String = "2022-11",
        _ prices: [String]
    ) {
        let series = Catalog.AveragePriceSeries(
            productIDs: products.map(\.canonical),
            englishName: name,
            frenchName: "\(name) (fr)",
            currency: "CAD",
            quantity: quantity,
            unit: unit,
            firstMonth: firstMonth,
            prices: prices.count == 1 ? Array(repeating: prices[0], count: 13) : prices
        )
        state.withLock { $0.series[region, default: []].append(series) }
    }

    func series(for products: [UUID], in region: String) async throws -> [Catalog.AveragePriceSeries] {
        try state.withLock { state in
            if let outage = state.outage { throw outage }
            guard let known = state.series[region] else { throw Status.invalid([.init("region", "unknown here")]) }
            let asked = Set(products.map(\.canonical))
            return known.filter { !asked.isDisjoint(with: $0.productIDs) }
        }
    }
}

extension BudgetTestEnvironment {
    /// The service for prices, with averages.
    func paidPrices(_ averages: TestAverages) -> PaidPricesService {
        PaidPricesService(ledger: service.store, averages: averages, log: TestDatabase.quietLogger, clock: clock)
    }
}
