import BudgetMessages
import CommonMessages
import Foundations
import RPC

/// What spending in several currencies comes to in one.
struct ConvertedSpending: Sendable {
    private let currency: Currency
    private var present = ConvertedAmounts()
    private var former = ConvertedAmounts()

    /// Converts what was spent on each day of a period and of the one before it.
    /// - Throws: OUT_OF_RANGE for sums beyond 128 bits.
    init(_ summaries: [SpendingSummary], in period: SpendingPeriod, by conversions: Conversions) throws(Status) {
        currency = conversions.currency
        for summary in summaries {
            for (day, amount) in summary.days {
                let conversion = conversions[summary.currency, day]
                if period.contains(day) {
                    try present.add(amount, summary.currency, by: conversion)
                } else {
                    try former.add(amount, summary.currency, by: conversion)
                }
            }
        }
    }

    /// The message.
    /// - Parameter isUnavailable: Whether rates couldn't be asked for.
    /// - Throws: OUT_OF_RANGE for sums beyond 64 bits.
    func message(isUnavailable: Bool) throws(Status) -> Budget.ConvertedSpending {
        var others: [Budget.UnconvertedSpending] = []
        for code in Set(present.apart.keys).union(former.apart.keys).sorted() {
            others.append(
                Budget.UnconvertedSpending(
                    currency: code,
                    total: try Common.Money(counted: present.apart[code] ?? 0, code),
                    formerTotal: try Common.Money(counted: former.apart[code] ?? 0, code)
                )
            )
        }
        return Budget.ConvertedSpending(
            currency: currency.code,
            total: try money(present.total),
            formerTotal: try money(former.total),
            rates: present.rates,
            formerRates: former.rates,
            apart: others,
            unavailable: isUnavailable
        )
    }

    private func money(_ total: Int128?) throws(Status) -> Common.Money? {
        guard let total else { return nil }
        return try Common.Money(counted: total, currency.code)
    }
}
