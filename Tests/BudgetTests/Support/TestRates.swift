import CatalogMessages
import PostgresTestSupport
import RPC
import RPCTestSupport
import Synchronization

@testable import larder_budget

/// Catalog's rates behind the network, which may be down.
final class TestRates: Catalog.ExchangeRatesProvider {
    /// What an amount is converted with, such as `×1.5 USD CAD 2025-03-07`, by `USD CAD 2025-03-07`.
    private let conversions: [String: String]
    private let outage: Status?
    private let received = Mutex<[Catalog.FindExchangeRatesRequest]>([])

    init(_ conversions: [String: String], outage: Status? = nil) {
        self.conversions = conversions
        self.outage = outage
    }

    var requests: [Catalog.FindExchangeRatesRequest] { received.withLock { $0 } }

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
        received.withLock { $0.append(request) }
        if let outage { throw outage }
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
