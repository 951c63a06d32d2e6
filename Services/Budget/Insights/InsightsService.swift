import BudgetMessages
import CommonMessages
import Foundations
import RPC
import ServiceKit

/// What a user's ledger says.
struct InsightsService: Budget.InsightsProvider {
    let store: SpendingStore
    let rates: ExchangeRates

    func summarizeSpending(
        _ request: Budget.SummarizeSpendingRequest,
        context: CallContext
    ) async throws -> Budget.SpendingSummary {
        let asked = try AskedSummary(validating: request)
        let (period, user) = (asked.period, try context.userID)
        let ledger = try await store.counted(
            from: period.former.first,
            to: period.last,
            of: user,
            with: asked.grouping.details
        )
        let categories = asked.categories.isEmpty ? [] : store.names.categories(within: asked.categories)
        let summaries = try await offLoop(for: user) {
            SpendingSummary.summaries(of: ledger, in: period, by: asked.grouping, categories: categories)
        }
        return Budget.SpendingSummary(
            firstDay: period.first.text,
            lastDay: period.last.text,
            formerFirstDay: period.former.first.text,
            formerLastDay: period.former.last.text,
            currencies: try summaries.map { try $0.message(isInOrder: asked.grouping.isInOrder) },
            converted: try await converted(summaries, asked)
        )
    }

    /// What sums come to in the currency that is asked for; nil where none is.
    private func converted(_ summaries: [SpendingSummary], _ asked: AskedSummary) async throws -> Budget
        .ConvertedSpending?
    {
        guard let currency = asked.currency else { return nil }
        var amounts: [String: [CalendarDay]] = [:]
        for summary in summaries where summary.currency != currency.code && Currency.isMoney(summary.currency) {
            amounts[summary.currency] = summary.days.keys.sorted()
        }
        let conversions = try await rates.conversions(of: amounts, to: currency)
        return try ConvertedSpending(summaries, in: asked.period, by: conversions ?? Conversions(to: currency))
            .message(isUnavailable: conversions == nil)
    }
}

extension InsightsService {
    func checkLedger(_ request: Budget.CheckLedgerRequest, context: CallContext) async throws -> Budget.LedgerCheck {
        let check = try await store.check(of: try context.userID)
        return Budget.LedgerCheck(
            purchases: Int32(clamping: check.purchases),
            totals: try check.totals.sorted { $0.key < $1.key }.map { try Common.Money(counted: $1, $0) },
            differences: try check.differences.map { try $0.message },
            differenceCount: Int32(clamping: check.differenceCount)
        )
    }
}

extension LedgerCheck.Difference {
    /// - Throws: OUT_OF_RANGE for sums beyond 64 bits.
    fileprivate var message: Budget.LedgerDifference {
        get throws(Status) {
            Budget.LedgerDifference(
                kind: kind.message,
                purchaseID: purchase?.canonical ?? "",
                day: day?.text ?? "",
                storeName: storeName,
                kept: try Common.Money(counted: kept, currency),
                recomputed: try Common.Money(counted: recomputed, currency)
            )
        }
    }
}

extension LedgerCheck.Difference.Kind {
    fileprivate var message: Budget.LedgerDifferenceKind {
        switch self {
        case .printedTotal: .printedTotal
        case .stored: .stored
        case .sum: .sum
        }
    }
}

/// What a validated request asks for.
private struct AskedSummary {
    /// How far the last day is from the first one at most when grouping by day.
    private static let mostDays = 366

    let period: SpendingPeriod
    let grouping: SpendingGrouping
    let categories: Set<String>
    /// The currency that totals are converted to; nil for none.
    let currency: Currency?

    /// - Throws: INVALID_ARGUMENT with every violation.
    init(validating request: Budget.SummarizeSpendingRequest) throws(Status) {
        var validator = FieldValidator()
        period = SpendingPeriod(request.firstDay, request.lastDay, &validator)
        grouping = SpendingGrouping(request.grouping, &validator)
        if grouping == .day, period.first.distance(to: period.last) > Self.mostDays {
            validator.reject("last_day", .budget.rulePeriodLength(highest: Self.mostDays + 1))
        }
        categories = Set(validator.categories(request.categories, "categories"))
        currency = Currency.isMoney(request.convertTo) ? Currency(code: request.convertTo) : nil
        if currency == nil, !request.convertTo.isEmpty {
            validator.reject("convert_to", .budget.ruleCurrencyOrEmpty)
        }
        try validator.finish()
    }
}

extension SpendingGrouping {
    /// What it needs to know of a ledger beside amounts.
    fileprivate var details: CountedPurchase.Details {
        switch self {
        case .store: .storeNames
        case .product: .productNames
        case .total, .category, .day, .month, .kind: []
        }
    }

    fileprivate init(_ message: Budget.SpendingGrouping, _ validator: inout FieldValidator) {
        switch message {
        case .unspecified: self = .total
        case .category: self = .category
        case .product: self = .product
        case .store: self = .store
        case .day: self = .day
        case .month: self = .month
        case .kind: self = .kind
        case .unrecognized:
            let values = "category, product, store, day, month"
            validator.reject("grouping", .services.ruleOneOf(values: values, last: "kind"))
            self = .total
        }
    }
}

extension SpendingSummary {
    /// - Throws: OUT_OF_RANGE for sums beyond 64 bits.
    fileprivate func message(isInOrder: Bool) throws(Status) -> Budget.CurrencySpending {
        var groups: [Budget.SpendingGroup] = []
        for group in self.groups {
            groups.append(
                Budget.SpendingGroup(
                    part: .init(group.part),
                    key: group.key,
                    name: group.name,
                    symbol: group.symbol,
                    amount: try .init(counted: group.amount, currency),
                    formerAmount: isInOrder ? nil : try .init(counted: group.former, currency),
                    purchases: Int32(clamping: group.purchases)
                )
            )
        }
        return Budget.CurrencySpending(
            currency: currency,
            total: try .init(counted: total, currency),
            formerTotal: try .init(counted: former, currency),
            purchases: Int32(clamping: purchases),
            groups: groups
        )
    }
}

extension Common.Money {
    /// A sum.
    /// - Throws: OUT_OF_RANGE beyond 64 bits.
    init(counted amount: Int128, _ currency: String) throws(Status) {
        guard let minorUnits = Int64(exactly: amount) else { throw Status(.outOfRange, .budget.sumTooLarge) }
        self.init(minorUnits: minorUnits, currency: currency)
    }
}

extension Budget.SpendingPart {
    fileprivate init(_ part: SpendingSummary.Part) {
        switch part {
        case .group: self = .group
        case .taxes: self = .taxes
        case .unlisted: self = .unlisted
        case .others: self = .others
        }
    }
}
