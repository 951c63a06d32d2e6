import Foundation
import Foundations
import ServiceKit

extension PurchaseContent {
    /// The reason why a purchase cannot have a currency.
    struct CurrencyProblem: Error {
        /// The rest of a sentence that begins with the field.
        let rule: String
    }

    /// Reinterprets the printed amounts in another currency: 12.30 stays 12.30, in that currency's minor units.
    /// - Throws: when an amount has more digits after the point than the currency, or becomes too large.
    mutating func change(to new: Currency) throws(CurrencyProblem) {
        let old = Currency.minorDigits(ofCode: currency)
        var changed = self
        let steps = new.minorDigits - old
        func scaled(_ amount: Int64) throws(CurrencyProblem) -> Int64 { try Self.scaled(amount, by: steps, to: new) }
        for index in items.indices {
            changed.items[index].amount = try scaled(items[index].amount)
            changed.items[index].discount = try scaled(items[index].discount)
            if let price = items[index].unitPrice { changed.items[index].unitPrice = try scaled(price) }
        }
        for index in taxes.indices { changed.taxes[index].amount = try scaled(taxes[index].amount) }
        if let subtotal { changed.subtotal = try scaled(subtotal) }
        if let total { changed.total = try scaled(total) }
        changed.currency = new.code
        self = changed
    }

    /// The amount scaled to another number of decimals.
    /// - Parameter steps: the number of additional digits after the point.
    private static func scaled(_ amount: Int64, by steps: Int, to new: Currency) throws(CurrencyProblem) -> Int64 {
        let factor = (0..<abs(steps)).reduce(Int64(1)) { product, _ in product * 10 }
        if steps >= 0 {
            let (result, overflows) = amount.multipliedReportingOverflow(by: factor)
            guard !overflows else { throw CurrencyProblem(rule: "would make an amount larger than can be counted") }
            return result
        }
        guard amount % factor == 0 else {
            let digits = new.minorDigits == 0 ? "no digits" : "\(new.minorDigits) digits"
            throw CurrencyProblem(
                rule: "has \(digits) after the point, and some amounts have more; correct them first, or with it"
            )
        }
        return amount / factor
    }
}
