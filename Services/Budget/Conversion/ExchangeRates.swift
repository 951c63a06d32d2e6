import CatalogMessages
import Foundations
import Logging
import RPC

/// Asks catalog for what sums are converted with.
struct ExchangeRates: Sendable {
    /// How many days catalog takes in one call.
    private static let mostDays = 8_000
    /// How long a sum waits for its rates.
    private static let timeLimit = Duration.seconds(3)

    let catalog: Catalog.ExchangeRatesClient
    let log: Logger

    /// The conversions to a currency of the days on which each currency has amounts; nil while catalog can't be asked.
    /// - Parameter amounts: The days of each other currency, by its code.
    func conversions(of amounts: [String: [CalendarDay]], to currency: Currency) async throws -> Conversions? {
        var conversions = Conversions(to: currency)
        let days = amounts.keys.sorted().flatMap { code in amounts[code, default: []].map { (code: code, day: $0) } }
        do {
            for start in stride(from: 0, to: days.count, by: Self.mostDays) {
                let asked = Dictionary(grouping: days[start..<min(start + Self.mostDays, days.count)], by: \.code)
                let request = Catalog.FindExchangeRatesRequest(
                    to: currency.code,
                    amounts: asked.sorted { $0.key < $1.key }.map { code, days in
                        Catalog.AmountDays(currency: code, days: days.map(\.day.text))
                    }
                )
                let options = CallOptions(timeout: Self.timeLimit)
                try conversions.add(try await catalog.findExchangeRates(request, options: options))
            }
        } catch let error where !(error is CancellationError) {
            try Task.checkCancellation()
            log.warning("exchange rates are missing", metadata: ["error": "\(error)"])
            return nil
        }
        return conversions
    }
}

/// What amounts of several currencies and days are converted to one currency with.
struct Conversions: Sendable {
    /// What an amount of a day is converted with.
    struct Conversion: Sendable {
        /// From minor units of its currency to those of the other.
        let factor: Rational
        /// The rates that this is made of; none for the currency itself.
        let rates: [Catalog.ExchangeRate]

        /// Of amounts that are in the currency already.
        static let identity = Conversion(factor: .one, rates: [])
    }

    /// Catalog has answered what is no conversion.
    private struct InvalidConversion: Error {
        let conversion: Catalog.ExchangeConversion
    }

    private struct Key: Hashable {
        let currency: String
        let day: String
    }

    let currency: Currency
    private var conversions: [Key: Conversion] = [:]

    init(to currency: Currency) { self.currency = currency }

    /// The conversion of an amount; nil where there is no rate.
    subscript(_ code: String, _ day: CalendarDay) -> Conversion? {
        code == currency.code ? .identity : conversions[Key(currency: code, day: day.text)]
    }

    /// Adds what catalog has answered.
    mutating func add(_ answer: Catalog.FindExchangeRatesResponse) throws {
        for conversion in answer.conversions {
            let invalid = InvalidConversion(conversion: conversion)
            guard let from = Currency(code: conversion.currency), !conversion.steps.isEmpty else { throw invalid }
            var product = Rational.one
            var rates: [Catalog.ExchangeRate] = []
            for step in conversion.steps {
                guard answer.rates.indices.contains(Int(step.rate)) else { throw invalid }
                let rate = answer.rates[Int(step.rate)]
                guard let figure = ExactDecimal(rate.rate), figure > .zero else { throw invalid }
                product = try step.inverse ? product / Rational(figure) : product * Rational(figure)
                rates.append(rate)
            }
            let factor = try Rational(minorUnitsOf: from, in: currency, at: product)
            conversions[Key(currency: conversion.currency, day: conversion.day)] = Conversion(
                factor: factor,
                rates: rates
            )
        }
    }
}
