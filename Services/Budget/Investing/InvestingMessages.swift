import BudgetMessages
import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import RPC
import ServiceKit

extension SecurityComparison {
    /// - Throws: OUT_OF_RANGE for sums beyond 64 bits.
    func message(
        of security: Catalog.Security,
        _ timeline: PriceTimeline,
        apart: [String: Int128]
    ) throws(Status) -> Budget.SecurityComparison {
        let currency = security.currency
        var message = Budget.SecurityComparison(
            security: .init(security, timeline),
            outcome: try outcome.message(in: currency),
            worst: try outlook?.worst.message(in: currency),
            best: try outlook?.best.message(in: currency),
            starts: Int32(clamping: outlook?.starts ?? 0),
            losses: Int32(clamping: outlook?.losses ?? 0),
            apart: try .sorted(apart)
        )
        for point in points {
            message.points.append(
                .init(day: point.day.text, worth: try Common.Money(counted: point.worth, currency))
            )
        }
        return message
    }
}

extension EarningsEstimate {
    /// - Throws: OUT_OF_RANGE for sums beyond 64 bits.
    func message(
        of security: Catalog.Security,
        _ timeline: PriceTimeline,
        apart: [String: Int128]
    ) throws(Status) -> Budget.EarningsEstimate {
        let currency = security.currency
        var message = Budget.EarningsEstimate(
            security: .init(security, timeline),
            outcome: try outcome.message(in: currency),
            worst: try outlook?.worst.message(in: currency),
            best: try outlook?.best.message(in: currency),
            starts: Int32(clamping: outlook?.starts ?? 0),
            losses: Int32(clamping: outlook?.losses ?? 0),
            apart: try .sorted(apart),
            withoutPrices: withoutPrices == 0 ? nil : try Common.Money(counted: withoutPrices, currency)
        )
        for month in months {
            message.months.append(
                Budget.MonthlyEarnings(
                    month: month.month,
                    invested: try Common.Money(counted: month.invested, currency),
                    worth: try Common.Money(counted: month.worth, currency),
                    gain: try Common.Money(counted: month.worth - month.invested, currency)
                )
            )
        }
        return message
    }
}

extension InvestmentOutcome {
    /// - Throws: OUT_OF_RANGE for sums beyond 64 bits.
    fileprivate func message(in currency: String) throws(Status) -> Budget.InvestmentOutcome {
        Budget.InvestmentOutcome(
            firstDay: firstDay.text,
            lastDay: lastDay.text,
            invested: try Common.Money(counted: invested, currency),
            worth: try Common.Money(counted: worth, currency),
            gain: try Common.Money(counted: gain, currency),
            change: basisPoints.map { Budget.Change(basisPoints: Int64(clamping: $0)) }
        )
    }
}

extension Budget.ComparedSecurity {
    fileprivate init(_ security: Catalog.Security, _ timeline: PriceTimeline) {
        self.init(
            symbol: security.symbol,
            name: security.name,
            currency: security.currency,
            withoutDividends: security.adjustment == .price,
            source: timeline.source,
            fetchedAt: timeline.fetchedAt.map { Common.Timestamp($0) },
            firstDay: timeline.points[0].day.text,
            lastDay: timeline.lastDay.text,
            monthly: timeline.isMonthly
        )
    }
}

extension [Common.Money] {
    /// Sums in the order of their currencies' codes.
    /// - Throws: OUT_OF_RANGE beyond 64 bits.
    fileprivate static func sorted(_ sums: [String: Int128]) throws(Status) -> [Common.Money] {
        var amounts: [Common.Money] = []
        for (code, amount) in sums.sorted(by: { $0.key < $1.key }) {
            amounts.append(try Common.Money(counted: amount, code))
        }
        return amounts
    }
}

extension SavedSecurity {
    var message: Budget.SavedSecurity {
        Budget.SavedSecurity(symbol: symbol, savedAt: Common.Timestamp(savedAt), removed: isRemoved)
    }
}
