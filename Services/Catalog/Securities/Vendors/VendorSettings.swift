import Foundation
import Logging
import Postgres
import ServiceKit

/// Whether and how prices are renewed from a vendor.
enum VendorSettings {
    static let keys = ["prices.keyFile", "prices.dailyCalls"]

    /// The job that renews prices; nil where no key is configured.
    /// - Throws: `ConfigurationError` when the key can't be read, or the number of calls is none.
    static func renewal(_ runtime: ServiceRuntime, _ store: SecuritiesStore) throws -> ScheduledJob? {
        let configuration = runtime.configuration
        // The free allowance.
        let limit = try configuration.number("prices.dailyCalls", default: 25, in: 1...1_000_000)
        guard let path = configuration.text("prices.keyFile") else { return nil }
        guard
            let key = try? String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(
                in: .whitespacesAndNewlines
            ),
            key.wholeMatch(of: /[A-Za-z0-9]{1,100}/) != nil
        else { throw ConfigurationError("The file \(path) of prices.keyFile has no key of Alpha Vantage.") }
        guard let base = URL(string: "https://\(AlphaVantage.host)") else {
            preconditionFailure("the vendor's address")
        }
        let vendor = AlphaVantage(
            provider: OutsideProvider(.init(hosts: [AlphaVantage.host])),
            base: base,
            key: key,
            allowance: VendorAllowance(vendor: "alpha-vantage", limit: limit, pool: store.pool)
        )
        let renewal = PriceRenewal(store: store, vendor: vendor, log: runtime.log)
        return ScheduledJob("renew prices of securities", .every(.seconds(3_600))) { _ in try await renewal.run() }
    }
}
