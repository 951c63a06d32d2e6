import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import ServiceKit
import Texts

/// What owners may type in or import: beyond it are slips, such as a year with a wrong digit.
///
/// Receipts are recorded as they were read, for their owners to correct, and what is in the ledger stays in it.
struct EntryBounds: Sendable {
    /// Most digits of an amount before its decimals.
    static let digits = 10

    /// Most entries of a ledger to which its owner can add more, with those that were discarded: as much as is still read as a whole at
    /// once. That is 27 a day for ten years.
    var entries = 100_000
    /// Says which day it is.
    var clock: any WallClock = SystemWallClock()

    /// The last day that something may be bought on: a year from today, wherever its owner is.
    var lastDay: CalendarDay { CalendarDay(of: clock.now, in: .gmt).advanced(by: 366 + 1) }

    /// Whether an amount has more digits than it may.
    static func isTooLarge(_ minorUnits: Int64, _ currency: String) -> Bool {
        let decimals = Currency(code: currency)?.minorDigits ?? 2
        let limit = (0..<digits + decimals).reduce(1 as UInt64) { power, _ in power * 10 }
        return minorUnits.magnitude >= limit
    }

    /// Why an entry of a file is none; nil for one that may be.
    static func problem(of content: PurchaseContent, until lastDay: CalendarDay) -> RowProblem? {
        if let day = content.purchasedAt.day, day > lastDay {
            return RowProblem(.budget.importDayTooLate(day: day.text))
        }
        let amounts =
            content.items.flatMap { [$0.amount, $0.discount, $0.unitPrice ?? 0] } + content.taxes.map(\.amount)
            + [content.subtotal ?? 0, content.total ?? 0]
        let isTooLarge = amounts.contains { Self.isTooLarge($0, content.currency) }
        return isTooLarge ? RowProblem(.budget.importAmountTooLong(number: digits)) : nil
    }
}

// MARK: Requests

extension FieldValidator {
    /// Rejects what is too far off or too large in a purchase that is typed in.
    mutating func bound(_ request: Budget.CreatePurchaseRequest, _ bounds: EntryBounds) {
        bound(day: request.purchasedAt?.date, "purchased_at.date", bounds)
        for (index, item) in request.items.prefix(PurchaseLimits.items).enumerated() { bound(item, "items[\(index)]") }
        bound(request.taxes, "taxes")
        bound(request.subtotal, "subtotal")
        bound(request.total, "total")
    }

    /// Rejects what is too far off or too large in an expenditure.
    mutating func bound(_ request: Budget.CreateExpenditureRequest, _ bounds: EntryBounds) {
        bound(day: request.purchasedAt?.date, "purchased_at.date", bounds)
        bound(request.amount, "amount")
    }

    /// Rejects what is too far off or too large in what an edit sets.
    mutating func bound(_ edit: Budget.PurchaseEdit, _ path: String, _ bounds: EntryBounds) {
        switch edit.edit {
        case .date(let text): bound(day: text.value, "\(path).date", bounds)
        case .subtotal(let amount): bound(amount.value, "\(path).subtotal")
        case .total(let amount): bound(amount.value, "\(path).total")
        case .taxes(let correction): bound(correction.taxes, "\(path).taxes.taxes")
        case .newItem(let item): bound(item, "\(path).new_item")
        case .item(let item):
            bound(item.amount, "\(path).item.amount")
            bound(item.unitPrice?.value, "\(path).item.unit_price")
            bound(item.discount, "\(path).item.discount")
        default: break
        }
    }

    /// Rejects an amount that is too large.
    mutating func bound(_ amount: Common.Money?, _ field: String) {
        guard let amount, EntryBounds.isTooLarge(amount.minorUnits, amount.currency) else { return }
        reject(field, .budget.ruleAmountDigits(number: EntryBounds.digits))
    }

    private mutating func bound(_ item: Budget.NewItem, _ path: String) {
        bound(item.amount, "\(path).amount")
        bound(item.unitPrice, "\(path).unit_price")
        bound(item.discount, "\(path).discount")
    }

    private mutating func bound(_ taxes: [Budget.PurchaseTax], _ field: String) {
        for (index, tax) in taxes.prefix(PurchaseLimits.taxes).enumerated() {
            bound(tax.amount, "\(field)[\(index)].amount")
        }
    }

    private mutating func bound(day text: String?, _ field: String, _ bounds: EntryBounds) {
        guard let text, let day = CalendarDay(purchaseDay: text), day > bounds.lastDay else { return }
        reject(field, .budget.ruleLatestDay)
    }
}
