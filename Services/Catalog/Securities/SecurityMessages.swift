import CatalogDomain
import CatalogMessages
import CommonMessages
import Foundations
import RPC
import ServiceKit

extension SecuritiesStore.Entry {
    /// The security in messages to clients.
    var message: Catalog.Security {
        Catalog.Security(
            symbol: security.symbol,
            name: security.name,
            exchange: security.exchange,
            currency: security.currency,
            kind: .init(security.kind),
            region: security.region,
            adjustment: security.adjustment == .price ? .price : .totalReturn,
            source: source,
            firstDay: days?.lowerBound.text ?? "",
            lastDay: days?.upperBound.text ?? ""
        )
    }
}

extension Catalog.SecurityKind {
    fileprivate init(_ kind: SecurityKind) {
        switch kind {
        case .stock: self = .stock
        case .etf: self = .etf
        case .index: self = .index
        case .bond: self = .bond
        }
    }
}

extension Catalog.PriceInterval {
    init(_ interval: ThinnedPrices.Interval) {
        switch interval {
        case .day: self = .day
        case .week: self = .week
        case .month: self = .month
        }
    }

    init(_ interval: SeriesInterval) { self = interval == .day ? .day : .month }
}

extension Catalog.PriceSeries {
    /// A series with its prices in units of the smallest digit of any.
    /// - Throws: `ArithmeticError` for prices of more digits than fit.
    init(_ series: SecuritiesStore.Series, _ prices: [SecurityPrice]) throws {
        let scale = prices.map(\.close.scale).max() ?? 0
        self.init(
            interval: .init(series.interval),
            source: series.source,
            fetchedAt: Common.Timestamp(series.fetchedAt),
            days: prices.map { Int32($0.day.dayNumber) },
            closes: try prices.map { price in
                guard let close = Int64(exactly: try price.close.rounded(toScale: scale).coefficient) else {
                    throw ArithmeticError.overflow
                }
                return close
            },
            scale: Int32(scale)
        )
    }
}
