import CatalogDomain
import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// The service for securities and their prices.
struct SecuritiesService: Catalog.SecuritiesProvider {
    let store: SecuritiesStore
    /// Of each user one search at a time compares all securities.
    private let turns = SerialTurns<UUID>()

    init(store: SecuritiesStore) { self.store = store }

    func searchSecurities(
        _ request: Catalog.SearchSecuritiesRequest,
        context: CallContext
    ) async throws -> Catalog.SearchSecuritiesResponse {
        let user = try context.userID
        var validator = FieldValidator()
        let search = SecuritySearch(validating: request, &validator)
        try validator.finish()
        let page = try Page<SecurityKey>(request.page)
        let (found, next) = try await store.search(search, page)
        guard found.isEmpty, page.after == nil, !search.text.isEmpty else {
            return .init(securities: found.map(\.message), nextPageToken: next ?? "")
        }
        let similar = try await turns.withTurn(of: user) {
            let candidates = try await store.candidates(search)
            return try await offLoop(for: user) {
                SimilarSecurities.symbols(resembling: search.text, in: candidates, limit: SecuritySearch.similarLimit)
            }
        }
        return .init(securities: try await store.securities(similar).map(\.message), similar: !similar.isEmpty)
    }

    func getSecurity(_ request: Catalog.GetSecurityRequest, context: CallContext) async throws -> Catalog.Security {
        try await store.security(Self.symbol(request.symbol)).message
    }

    func getPrices(
        _ request: Catalog.GetPricesRequest,
        context: CallContext
    ) async throws -> Catalog.GetPricesResponse {
        let asked = try AskedPrices(validating: request)
        let entry = try await store.security(asked.symbol)
        let series = try await store.series(of: asked.symbol)
        let days = asked.days(in: entry.days)
        guard let days, let chosen = Self.series(in: series, covering: days) else {
            return .init(security: entry.message)
        }
        let prices = try await store.prices(of: asked.symbol, chosen.interval, in: days)
        let thinned = ThinnedPrices(prices, interval: chosen.interval, limit: asked.limit)
        return Catalog.GetPricesResponse(
            security: entry.message,
            prices: thinned.prices.map { Catalog.Price(day: $0.day.text, close: $0.close.description) },
            interval: .init(thinned.interval),
            source: chosen.source,
            fetchedAt: Common.Timestamp(chosen.fetchedAt)
        )
    }

    func getPriceHistory(
        _ request: Catalog.GetPriceHistoryRequest,
        context: CallContext
    ) async throws -> Catalog.PriceHistory {
        let symbol = try Self.symbol(request.symbol)
        let entry = try await store.security(symbol)
        var history = Catalog.PriceHistory(security: entry.message)
        for series in try await store.series(of: symbol) {
            let prices = try await store.prices(of: symbol, series.interval, in: series.days)
            history.series.append(try .init(series, prices))
        }
        return history
    }

    private static func symbol(_ text: String) throws(Status) -> String {
        var validator = FieldValidator()
        let symbol = validator.symbol(text, "symbol")
        try validator.finish()
        return symbol
    }

    /// The series of days where it covers the period, or else the one that begins first.
    private static func series(
        in all: [SecuritiesStore.Series],
        covering days: ClosedRange<CalendarDay>
    ) -> SecuritiesStore.Series? {
        let daily = all.first { $0.interval == .day }
        if let daily, daily.days.lowerBound <= days.lowerBound { return daily }
        return all.first { $0.interval == .month } ?? daily
    }
}

/// What a validated request asks for.
private struct AskedPrices {
    let symbol: String
    let limit: Int
    private let first: CalendarDay?
    private let last: CalendarDay?

    /// - Throws: INVALID_ARGUMENT with every violation.
    init(validating request: Catalog.GetPricesRequest) throws(Status) {
        var validator = FieldValidator()
        symbol = validator.symbol(request.symbol, "symbol")
        limit = request.limit == 0 ? 366 : Int(validator.number(request.limit, "limit", in: 2...1_000))
        first = Self.day(request.firstDay, "first_day", &validator)
        last = Self.day(request.lastDay, "last_day", &validator)
        if let first, let last, last < first { validator.reject("last_day", .catalog.ruleLastDay) }
        try validator.finish()
    }

    private static func day(_ text: String, _ field: String, _ validator: inout FieldValidator) -> CalendarDay? {
        guard !text.isEmpty else { return nil }
        let day = CalendarDay(text)
        if day == nil { validator.reject(field, .catalog.ruleDayOrEmpty) }
        return day
    }

    /// The days that are asked for, of those that there are; nil where there are none.
    func days(in present: ClosedRange<CalendarDay>?) -> ClosedRange<CalendarDay>? {
        guard let present else { return nil }
        let (from, to) = (
            max(first ?? present.lowerBound, present.lowerBound), min(last ?? present.upperBound, present.upperBound)
        )
        return from <= to ? from...to : nil
    }
}
