import CatalogDomain
import Foundation
import Foundations
import ServiceKit

/// Prices of Alpha Vantage, adjusted for splits and dividends.
///
/// Source: https://www.alphavantage.co/documentation/, the functions `TIME_SERIES_MONTHLY_ADJUSTED` and
/// `TIME_SERIES_DAILY_ADJUSTED`. Refusals come with the status 200, as a sentence under `Note` or `Information`.
struct AlphaVantage: Sendable {
    /// What the vendor says instead of prices.
    enum Refusal: Error, Equatable {
        /// It has no such symbol.
        case unknownSymbol
        /// It wants to be asked less often, or not at all with this key.
        case refused
        /// The response is none that is documented.
        case unreadable
    }

    /// What users see as the source.
    static let source = "Alpha Vantage"
    /// The vendor's host.
    static let host = "www.alphavantage.co"

    let provider: OutsideProvider
    /// `https://` with the vendor's host; a simulator's in tests.
    let base: URL
    let key: String
    let allowance: VendorAllowance

    /// All prices of a security that the vendor has, oldest first. Each attempt counts against the allowance.
    /// - Throws: ``Refusal``; ``VendorAllowance/UsedUp``; `OutsideError`.
    func prices(of symbol: String, _ interval: SeriesInterval) async throws -> [SecurityPrice] {
        let response = try await provider.get(address(of: symbol, interval)) { try await allowance.take() }
        guard response.status == 200 else { throw Refusal.unreadable }
        return try Self.read(response.body)
    }

    private func address(of symbol: String, _ interval: SeriesInterval) -> URL {
        base.appending(path: "query").appending(queryItems: [
            URLQueryItem(
                name: "function",
                value: interval == .month ? "TIME_SERIES_MONTHLY_ADJUSTED" : "TIME_SERIES_DAILY_ADJUSTED"
            ),
            URLQueryItem(name: "symbol", value: symbol),
            URLQueryItem(name: "outputsize", value: "full"),
            URLQueryItem(name: "apikey", value: key),
        ])
    }

    /// Reads a response.
    /// - Throws: ``Refusal``.
    static func read(_ body: [UInt8]) throws(Refusal) -> [SecurityPrice] {
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(body)) else { throw .unreadable }
        if answer.error != nil { throw .unknownSymbol }
        if answer.note != nil || answer.information != nil { throw .refused }
        guard let series = answer.monthly ?? answer.daily, !series.isEmpty else { throw .unreadable }
        var prices: [SecurityPrice] = []
        for (date, figures) in series {
            guard let day = CalendarDay(date), day >= .earliestPrice, let figure = figures["5. adjusted close"],
                let number = ExactDecimal(figure)
            else { throw .unreadable }
            // Very old prices are rounded to nothing by the vendor.
            if number.isZero { continue }
            guard let close = SecurityPrice.close(figure) else { throw .unreadable }
            prices.append(SecurityPrice(day: day, close: close))
        }
        return prices.sorted { $0.day < $1.day }
    }

    private struct Answer: Decodable {
        let error: String?
        let note: String?
        let information: String?
        let monthly: [String: [String: String]]?
        let daily: [String: [String: String]]?

        enum CodingKeys: String, CodingKey {
            case error = "Error Message"
            case note = "Note"
            case information = "Information"
            case monthly = "Monthly Adjusted Time Series"
            case daily = "Time Series (Daily)"
        }
    }
}
