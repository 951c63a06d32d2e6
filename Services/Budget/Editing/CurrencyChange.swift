import Foundation
import Foundations
import ServiceKit
import Texts

extension PurchaseContent {
    /// The reason why a purchase cannot have a currency.
    struct CurrencyProblem: Error {
        /// The rest of a sentence that begins with the field.
        let rule: LocalizedText
    }

    /// Reinterprets the printed amounts in another currency: 12.30 stays 12.30, in that currency's minor units.
    /// - Throws: when an amount has more digits after the point than the currency, or becomes too large.
    mutating func change(to new: Currency) throws(CurrencyProblem) {
        var changed = self
        func reinterpreted(_ minorUnits: Int64) throws(CurrencyProblem) -> Int64 {
            try Self.reinterpreted(ExactDecimal(minorUnits, scale: Currency.minorDigits(ofCode: currency)), in: new)
        }
        for index in items.indices {
            changed.items[index].amount = try reinterpreted(items[index].amount)
            changed.items[index].discount = try reinterpreted(items[index].discount)
            if let price = items[index].unitPrice { changed.items[index].unitPrice = try reinterpreted(price) }
        }
        for index in taxes.indices { changed.taxes[index].amount = try reinterpreted(taxes[index].amount) }
        if let subtotal { changed.subtotal = try reinterpreted(subtotal) }
        if let total { changed.total = try reinterpreted(total) }
        changed.currency = new.code
        self = changed
    }

    /// A printed amount in the minor units of a currency.
    /// - Throws: when it has more digits after the point than the currency, or becomes too large.
    static func reinterpreted(
        _ amount: ExactDecimal,
        in currency: Currency
    ) throws(CurrencyProblem) -> Int64 {
        do {
            return try Money(exactly: amount, currency: currency).minorUnits
        } catch .inexact {
            let digits = currency.minorDigits
            throw CurrencyProblem(
                rule: digits == 0 ? .budget.ruleCurrencyNoDigits : .budget.ruleCurrencyDigits(number: digits)
            )
        } catch {
            throw CurrencyProblem(rule: .budget.ruleCurrencyTooLarge)
        }
    }
}
