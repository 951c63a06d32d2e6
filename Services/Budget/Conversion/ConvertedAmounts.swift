import CatalogMessages
import Foundations
import RPC

/// What amounts of several currencies and days come to in one, with the rates that they were converted with.
struct ConvertedAmounts: Sendable {
    private var sum = ConversionSum()
    private var keys: Set<RateKey> = []
    private var isEmpty = true
    /// The amounts that there is no rate for, by the codes of their currencies.
    private(set) var apart: [String: Int128] = [:]

    /// Adds an amount of a currency.
    /// - Parameter conversion: What it is converted with; nil where there is no rate.
    /// - Throws: OUT_OF_RANGE for a sum beyond 128 bits.
    mutating func add(_ amount: Int128, _ code: String, by conversion: Conversions.Conversion?) throws(Status) {
        guard let conversion else {
            apart[code, default: 0] += amount
            return
        }
        do { try sum.add(amount, times: conversion.factor) } catch { throw Status(.outOfRange, .budget.sumTooLarge) }
        keys.formUnion(conversion.rates.map(RateKey.init))
        isEmpty = false
    }

    /// The sum without those that are apart, rounded once; nil of no amounts.
    var total: Int128? { isEmpty ? nil : sum.rounded }

    /// Every rate that is in the sum, by currencies and day.
    var rates: [Catalog.ExchangeRate] {
        keys.sorted { $0.fields.lexicographicallyPrecedes($1.fields) }.map(\.rate)
    }
}

/// A rate, by its currencies and day.
private struct RateKey: Hashable, Sendable {
    let rate: Catalog.ExchangeRate

    static func == (first: RateKey, second: RateKey) -> Bool { first.fields == second.fields }
    func hash(into hasher: inout Hasher) { hasher.combine(fields) }

    var fields: [String] { [rate.from, rate.to, rate.day] }
}
