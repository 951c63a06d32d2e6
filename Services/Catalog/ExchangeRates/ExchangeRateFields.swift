import CatalogDomain
import Foundations
import ServiceKit

extension FieldValidator {
    /// A supported currency.
    mutating func currency(_ code: String, _ field: String) -> String {
        if !Currency.isMoney(code) { reject(field, .catalog.ruleCurrency) }
        return code
    }

    /// Two supported currencies.
    mutating func pair(_ from: String, _ to: String, _ path: String = "") -> CurrencyPair {
        let pair = CurrencyPair(currency(from, "\(path)from"), currency(to, "\(path)to"))
        if from == to, Currency.isMoney(to) { reject("\(path)to", .catalog.ruleOtherCurrency) }
        return pair
    }

    /// A day; another one after a violation.
    /// - Parameter last: The last day that it may be; nil for any.
    mutating func rateDay(_ text: String, _ field: String, until last: CalendarDay? = nil) -> CalendarDay {
        let first = ExchangeRateFile.firstDay
        guard let day = CalendarDay(text), day >= first else {
            reject(field, .catalog.ruleDay)
            return first
        }
        if let last, day > last { reject(field, .catalog.rulePastDay) }
        return day
    }
}

extension ExchangeRateStore.Filter {
    /// What a list is narrowed to by a request's fields, each of which may be empty.
    init(from: String, to: String, day: String, _ validator: inout FieldValidator) {
        if !from.isEmpty { self.from = validator.currency(from, "from") }
        if !to.isEmpty { self.to = validator.currency(to, "to") }
        if !day.isEmpty { self.day = validator.rateDay(day, "day") }
    }
}
