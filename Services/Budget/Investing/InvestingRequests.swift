import BudgetMessages
import Foundations
import RPC
import ServiceKit

/// What a validated request for a comparison or an estimate asks for.
struct AskedInvestment {
    /// Of the spending.
    let period: SpendingPeriod
    /// The slugs of those whose items alone count, as given; empty for everything.
    let categories: [String]
    let symbol: String
    /// The first day on which it is invested.
    let first: CalendarDay
    /// The day on which it is worth that; nil for that of the last price.
    let last: CalendarDay?

    /// - Throws: INVALID_ARGUMENT with every violation.
    init(validating request: Budget.CompareWithSecurityRequest) throws(Status) {
        var validator = FieldValidator()
        period = SpendingPeriod(request.firstDay, request.lastDay, &validator)
        categories = validator.categories(request.categories, "categories")
        symbol = validator.securitySymbol(request.symbol, "symbol")
        let first = validator.priceDay(request.securityFirstDay, "security_first_day")
        last =
            request.securityLastDay.isEmpty
            ? nil : validator.priceDay(request.securityLastDay, "security_last_day")
        if let first, let last, last < first { validator.reject("security_last_day", .budget.ruleLastDay) }
        try validator.finish()
        self.first = first ?? period.first
    }

    /// - Throws: INVALID_ARGUMENT with every violation.
    init(validating request: Budget.EstimateEarningsRequest) throws(Status) {
        var validator = FieldValidator()
        period = SpendingPeriod(request.firstDay, request.lastDay, &validator)
        categories = validator.categories(request.categories, "categories")
        symbol = validator.securitySymbol(request.symbol, "symbol")
        last = request.worthOn.isEmpty ? nil : validator.priceDay(request.worthOn, "worth_on")
        if let last, last < period.last { validator.reject("worth_on", .budget.ruleWorthOn) }
        try validator.finish()
        first = period.first
    }
}

extension FieldValidator {
    /// The symbol of a security, in capitals.
    mutating func securitySymbol(_ text: String, _ field: String) -> String {
        let symbol = text.uppercased()
        if symbol.wholeMatch(of: /[A-Z0-9.^=\-]{1,20}/) == nil {
            reject(field, .budget.ruleSymbol(example: "RY.TO"))
        }
        return symbol
    }

    /// A day of which there may be prices; nil after a violation.
    fileprivate mutating func priceDay(_ text: String, _ field: String) -> CalendarDay? {
        let day = CalendarDay(text).flatMap { $0.year >= 1_800 ? $0 : nil }
        if day == nil { reject(field, .budget.rulePriceDay) }
        return day
    }
}
