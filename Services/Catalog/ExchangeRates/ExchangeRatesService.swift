import CatalogDomain
import CatalogMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// The service for exchange rates.
struct ExchangeRatesService: Catalog.ExchangeRatesProvider {
    let store: ExchangeRateStore
    /// Of each user one request at a time reads the table.
    private let turns = SerialTurns<UUID>()

    init(store: ExchangeRateStore) { self.store = store }

    func findExchangeRates(
        _ request: Catalog.FindExchangeRatesRequest,
        context: CallContext
    ) async throws -> Catalog.FindExchangeRatesResponse {
        let asked = try AskedConversions(validating: request)
        guard !asked.amounts.isEmpty else { return .init() }
        // A service asks for nobody.
        guard let user = try? context.userID else { return try await find(asked) }
        return try await turns.withTurn(of: user) { try await find(asked) }
    }

    private func find(_ asked: AskedConversions) async throws -> Catalog.FindExchangeRatesResponse {
        let days = Dictionary(grouping: asked.amounts, by: \.currency).mapValues { Set($0.map(\.day)) }
        let rates = try await store.rates(of: ExchangeRateTable.spans(of: days, to: asked.currency))
        return try await offLoop { asked.response(by: ExchangeRateTable(rates)) }
    }
}

/// What a validated request asks for.
private struct AskedConversions: Sendable {
    /// The most currencies of a request.
    private static let mostCurrencies = 200
    /// The most days of a request, of all currencies together.
    private static let mostDays = 8_000

    let currency: String
    let amounts: [(currency: String, day: CalendarDay)]

    /// - Throws: INVALID_ARGUMENT with every violation.
    init(validating request: Catalog.FindExchangeRatesRequest) throws(Status) {
        var validator = FieldValidator()
        currency = validator.currency(request.to, "to")
        let count = request.amounts.reduce(0) { $0 + $1.days.count }
        if request.amounts.count > Self.mostCurrencies {
            validator.reject("amounts", .catalog.ruleCurrencies(highest: Self.mostCurrencies))
        } else if count > Self.mostDays {
            validator.reject("amounts", .catalog.ruleDays(highest: Self.mostDays))
        }
        try validator.finish()
        var amounts: [(currency: String, day: CalendarDay)] = []
        var seen: Set<String> = [currency]
        for (index, each) in request.amounts.enumerated() {
            let code = validator.currency(each.currency, "amounts[\(index)].currency")
            if !seen.insert(code).inserted {
                validator.reject("amounts[\(index)].currency", .catalog.ruleOtherCurrency)
            }
            for (place, day) in each.days.enumerated() {
                amounts.append((code, validator.rateDay(day, "amounts[\(index)].days[\(place)]")))
            }
        }
        try validator.finish()
        self.amounts = amounts
    }

    /// The conversions that a table has.
    func response(by table: ExchangeRateTable) -> Catalog.FindExchangeRatesResponse {
        var response = Catalog.FindExchangeRatesResponse()
        var places: [ExchangeRate: Int32] = [:]
        for (currency, day) in amounts {
            guard let steps = table.steps(from: currency, to: self.currency, on: day) else { continue }
            let found = steps.map { step in
                let place = places[step.rate] ?? Int32(response.rates.count)
                if places.updateValue(place, forKey: step.rate) == nil { response.rates.append(.init(step.rate)) }
                return Catalog.ExchangeStep(rate: place, inverse: step.isInverse)
            }
            response.conversions.append(.init(currency: currency, day: day.text, steps: found))
        }
        return response
    }
}
