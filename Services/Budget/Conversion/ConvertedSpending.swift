import BudgetMessages
import CatalogMessages
import CommonMessages
import Foundations
import RPC

/// What spending in several currencies comes to in one.
struct ConvertedSpending: Sendable {
    /// A sum of one of the two periods.
    fileprivate struct Total: Sendable {
        var sum = ConversionSum()
        var isEmpty = true
        fileprivate var rates: Set<RateKey> = []
    }

    /// The amounts of a currency that there is no rate for.
    fileprivate struct Apart: Sendable {
        var total: Int128 = 0
        var former: Int128 = 0
    }

    private let currency: Currency
    private var present = Total()
    private var former = Total()
    private var apart: [String: Apart] = [:]

    /// Converts what was spent on each day of a period and of the one before it.
    /// - Throws: OUT_OF_RANGE for sums beyond 128 bits.
    init(_ summaries: [SpendingSummary], in period: SpendingPeriod, by conversions: Conversions) throws(Status) {
        currency = conversions.currency
        do {
            for summary in summaries {
                for (day, amount) in summary.days {
                    let isPresent = period.contains(day)
                    guard let conversion = conversions[summary.currency, day] else {
                        apart[summary.currency, default: Apart()].add(amount, isPresent)
                        continue
                    }
                    if isPresent { try present.add(amount, conversion) } else { try former.add(amount, conversion) }
                }
            }
        } catch {
            throw Status(.outOfRange, .budget.sumTooLarge)
        }
    }

    /// The message.
    /// - Parameter isUnavailable: Whether rates couldn't be asked for.
    /// - Throws: OUT_OF_RANGE for sums beyond 64 bits.
    func message(isUnavailable: Bool) throws(Status) -> Budget.ConvertedSpending {
        var others: [Budget.UnconvertedSpending] = []
        for (code, sums) in apart.sorted(by: { $0.key < $1.key }) {
            others.append(
                Budget.UnconvertedSpending(
                    currency: code,
                    total: try Common.Money(counted: sums.total, code),
                    formerTotal: try Common.Money(counted: sums.former, code)
                )
            )
        }
        return Budget.ConvertedSpending(
            currency: currency.code,
            total: try present.money(in: currency),
            formerTotal: try former.money(in: currency),
            rates: present.listed,
            formerRates: former.listed,
            apart: others,
            unavailable: isUnavailable
        )
    }
}

/// A rate, by its currencies and day.
private struct RateKey: Hashable, Sendable {
    let rate: Catalog.ExchangeRate

    static func == (first: RateKey, second: RateKey) -> Bool { first.fields == second.fields }
    func hash(into hasher: inout Hasher) { hasher.combine(fields) }

    var fields: [String] { [rate.from, rate.to, rate.day] }
}

extension ConvertedSpending.Total {
    fileprivate mutating func add(_ amount: Int128, _ conversion: Conversions.Conversion) throws(ArithmeticError) {
        try sum.add(amount, times: conversion.factor)
        rates.formUnion(conversion.rates.map(RateKey.init))
        isEmpty = false
    }

    /// The rates by their currencies and days.
    fileprivate var listed: [Catalog.ExchangeRate] {
        rates.sorted { $0.fields.lexicographicallyPrecedes($1.fields) }.map(\.rate)
    }

    /// The sum; nil of no amounts.
    fileprivate func money(in currency: Currency) throws(Status) -> Common.Money? {
        isEmpty ? nil : try Common.Money(counted: sum.rounded, currency.code)
    }
}

extension ConvertedSpending.Apart {
    fileprivate mutating func add(_ amount: Int128, _ isPresent: Bool) {
        if isPresent { total += amount } else { former += amount }
    }
}
