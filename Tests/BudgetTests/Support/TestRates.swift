import CatalogMessages
import PostgresTestSupport
import RPC
import RPCTestSupport
import Synchronization

@testable import larder_budget

/// Catalog's rates behind the network, which may be down.
final class TestRates: Catalog.ExchangeRatesProvider {
    private struct State {
        var conversions: [String: String]
        var outage: Status?
        var requests: [Catalog.FindExchangeRatesRequest] = []
    }

    private let state: Mutex<State>

    init(_ conversions: [String: String] = [:], outage: Status? = nil) {
        state = Mutex(State(conversions: conversions, outage: outage))
    }

    /// What an amount is converted with, such as `×1.5 USD CAD 2025-03-07`, by `USD CAD 2025-03-07`.
    var conversions: [String: String] {
        get { state.withLock { $0.conversions } }
        set { state.withLock { $0.conversions = newValue } }
    }

    /// The status returned instead of rates; nil when it works.
    var outage: Status? {
        get { state.withLock { $0.outage } }
        set { state.withLock { $0.outage = newValue } }
    }

    var requests: [Catalog.FindExchangeRatesRequest] { state.withLock { $0.requests } }

    /// Runs `body` with budget's side of it.
    func with<Result: Sendable>(_ body: (ExchangeRates) async throws -> Result) async throws -> Result {
        try await InProcessPeers.with(handlers, as: "budget") { channel in
            let client = Catalog.ExchangeRatesClient(channel: channel)
            return try await body(ExchangeRates(catalog: client, log: TestDatabase.quietLogger))
        }
    }

    func findExchangeRates(
        _ request: Catalog.FindExchangeRatesRequest,
        context: CallContext
    ) async throws -> Catalog.FindExchangeRatesResponse {
        state.withLock { $0.requests.append(request) }
        if let outage { throw outage }
        let conversions = conversions
        var response = Catalog.FindExchangeRatesResponse()
        for amount in request.amounts {
            for day in amount.days {
                guard let text = conversions["\(amount.currency) \(request.to) \(day)"] else { continue }
                let words = text.split(separator: " ").map(String.init)
                var conversion = Catalog.ExchangeConversion(currency: amount.currency, day: day)
                for start in stride(from: 0, to: words.count, by: 4) {
                    let isInverse = words[start].hasPrefix("÷")
                    conversion.steps.append(.init(rate: Int32(response.rates.count), inverse: isInverse))
                    response.rates.append(
                        .init(
                            from: words[start + 1],
                            to: words[start + 2],
                            day: words[start + 3],
                            rate: String(words[start].dropFirst()),
                            source: "Test"
                        )
                    )
                }
                response.conversions.append(conversion)
            }
        }
        return response
    }
}
