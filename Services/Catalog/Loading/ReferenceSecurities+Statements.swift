import CatalogDomain
import Foundation
import Postgres

extension ReferenceData {
    /// Statements that store the securities that ship with Larder, without those that operators have replaced.
    func securityStatements(at now: Date) -> [Statement] {
        guard !securities.isEmpty else { return [] }
        let shipped = securities.map { security in
            Security(
                symbol: security.symbol,
                name: security.name,
                exchange: security.exchange,
                currency: security.currency,
                kind: security.kind,
                region: security.region,
                adjustment: security.adjustment
            )
        }
        let prices = Dictionary(grouping: self.prices, by: \.symbol)
        let series = securities.flatMap { security -> [Statement] in
            let own = (prices[security.symbol] ?? []).sorted { $0.day < $1.day }
            return SecuritiesStore.replacement(
                of: [security.symbol: own.map { SecurityPrice(day: $0.day, close: $0.close) }],
                .month,
                source: security.source,
                isShipped: true,
                at: now
            )
        }
        return [SecuritiesStore.insertion(of: shipped, isShipped: true, at: now)] + series
    }
}
