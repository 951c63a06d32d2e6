import CatalogMessages
import RPC
import ServiceKit

/// Where securities and their prices come from.
protocol SecurityPrices: Sendable {
    /// A security with all its prices.
    /// - Throws: NOT_FOUND for an unknown symbol.
    func history(of symbol: String) async throws -> Catalog.PriceHistory
    /// A security.
    /// - Throws: NOT_FOUND for an unknown symbol.
    func security(_ symbol: String) async throws -> Catalog.Security
}

/// Asks the catalog service over RPC.
struct CatalogPrices: SecurityPrices {
    private let client: Catalog.SecuritiesClient
    private let options = CallOptions(timeout: .seconds(10))

    /// Prices over a channel to catalog.
    init(_ channel: any CallChannel) { client = Catalog.SecuritiesClient(channel: channel) }

    func history(of symbol: String) async throws -> Catalog.PriceHistory {
        try await client.getPriceHistory(.init(symbol: symbol), options: options)
    }

    func security(_ symbol: String) async throws -> Catalog.Security {
        try await client.getSecurity(.init(symbol: symbol), options: options)
    }
}

extension SecurityPrices {
    /// What a call returns, with a failure in the caller's language.
    /// - Throws: NOT_FOUND for an unknown symbol.
    func found<Result>(_ call: (Self) async throws -> Result) async throws -> Result {
        do {
            return try await call(self)
        } catch let status as Status where status.code == .notFound {
            throw Status.notFound(.services.nounSecurity)
        }
    }
}
