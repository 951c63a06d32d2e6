import BudgetMessages
import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

/// What spending would have become, had the money been invested instead.
struct InvestingService: Budget.InvestingProvider {
    /// Where what was spent is.
    let ledger: SpendingStore
    let saved: SavedSecurityStore
    let prices: any SecurityPrices
    let badges: BadgeStore

    func compareWithSecurity(
        _ request: Budget.CompareWithSecurityRequest,
        context: CallContext
    ) async throws -> Budget.SecurityComparison {
        let user = try context.userID
        let asked = try AskedInvestment(validating: request)
        let history = try await history(of: asked.symbol)
        let timeline = try timeline(of: history, for: asked)
        let security = history.security ?? .init()
        let spent = SpentAmount(
            try await ledger.counted(from: asked.period.first, to: asked.period.last, of: user),
            in: security.currency,
            categories: ledger.names.categories(within: asked.categories)
        )
        let compared = try await computing(for: user) {
            let last = asked.last ?? timeline.lastDay
            guard let comparison = try SecurityComparison(spent.comparable, from: asked.first, to: last, in: timeline)
            else { throw Status.noPrices(in: timeline) }
            return try comparison.message(of: security, timeline, apart: spent.apart)
        }
        await badges.recordMilestone(.comparison, of: user)
        return compared
    }

    func estimateEarnings(
        _ request: Budget.EstimateEarningsRequest,
        context: CallContext
    ) async throws -> Budget.EarningsEstimate {
        let user = try context.userID
        let asked = try AskedInvestment(validating: request)
        let history = try await history(of: asked.symbol)
        let timeline = try timeline(of: history, for: asked)
        let security = history.security ?? .init()
        let purchases = try await ledger.counted(from: asked.period.first, to: asked.period.last, of: user)
        let categories = ledger.names.categories(within: asked.categories)
        let estimated = try await computing(for: user) {
            let apart = SpentAmount(purchases, in: security.currency, categories: categories).apart
            let estimate = try EarningsEstimate(
                purchases.filter { $0.currency == security.currency },
                categories: categories,
                in: asked.period,
                worthOn: asked.last ?? timeline.lastDay,
                timeline
            )
            guard let estimate else { throw Status.noPrices(in: timeline) }
            return try estimate.message(of: security, timeline, apart: apart)
        }
        await badges.recordMilestone(.earnings, of: user)
        return estimated
    }

    func listSavedSecurities(
        _ request: Budget.ListSavedSecuritiesRequest,
        context: CallContext
    ) async throws -> Budget.ListSavedSecuritiesResponse {
        Budget.ListSavedSecuritiesResponse(securities: try await saved.saved(of: context.userID).map(\.message))
    }

    func saveSecurity(
        _ request: Budget.SaveSecurityRequest,
        context: CallContext
    ) async throws -> Budget.SavedSecurity {
        let user = try context.userID
        let symbol = try Self.symbol(request.symbol)
        let known = try await prices.found { try await $0.security(symbol) }.symbol
        return try await once(try .init(request, context), of: user) {
            try await saved.save(known, of: user, in: $0)
        }
    }

    func removeSavedSecurity(
        _ request: Budget.RemoveSavedSecurityRequest,
        context: CallContext
    ) async throws -> Budget.SavedSecurity {
        let user = try context.userID
        let symbol = try Self.symbol(request.symbol)
        return try await once(try .init(request, context), of: user) {
            try await saved.remove(symbol, of: user, in: $0)
        }
    }

    private func history(of symbol: String) async throws -> Catalog.PriceHistory {
        try await prices.found { try await $0.history(of: symbol) }
    }

    /// - Throws: FAILED_PRECONDITION where the security has no prices.
    private func timeline(of history: Catalog.PriceHistory, for asked: AskedInvestment) throws(Status) -> PriceTimeline
    {
        guard let timeline = PriceTimeline.best(of: history, for: asked.first) else {
            throw Status(.failedPrecondition, .budget.noPricesAtAll, reason: .noPrices)
        }
        return timeline
    }

    /// Computes off the event loop; sums beyond what can be counted are reported.
    private func computing<Result: Sendable>(
        for user: UUID,
        _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        do {
            return try await offLoop(for: user, work)
        } catch is ArithmeticError {
            throw Status(.outOfRange, .budget.sumTooLarge)
        }
    }

    /// Changes what is saved once for its request.
    private func once(
        _ sent: IdempotencyStore.Request?,
        of user: UUID,
        _ change: (PostgresConnection) async throws -> SavedSecurity
    ) async throws -> Budget.SavedSecurity {
        try await ledger.once(sent, of: user) { connection, _ in try await change(connection).message }
    }

    private static func symbol(_ text: String) throws(Status) -> String {
        var validator = FieldValidator()
        let symbol = validator.securitySymbol(text, "symbol")
        try validator.finish()
        return symbol
    }
}

extension PriceTimeline {
    /// The day of the last price.
    var lastDay: CalendarDay { points[points.count - 1].day }
}

extension Status {
    /// The timeline has no prices at the beginning or the end.
    fileprivate static func noPrices(in timeline: PriceTimeline) -> Status {
        let (first, last) = (timeline.points[0].day.text, timeline.lastDay.text)
        return Status(.failedPrecondition, .budget.noPrices(first: first, last: last), reason: .noPrices)
    }
}

extension StatusReason {
    /// The security has no prices that the calculation needs.
    static let noPrices: StatusReason = "NO_PRICES"
}
