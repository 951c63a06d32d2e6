import CatalogMessages
import CoreMetrics
import Foundation
import Foundations
import Logging
import ServiceKit

/// Checks that the links of brokers lead somewhere, where operators want that.
struct BrokerLinkChecker: Sendable {
    static let configurationKeys = ["brokers.checkLinks"]
    /// Descriptions of the metrics, by name.
    static let metrics = [
        metric: MetricDescription("Links of brokers that users don't see, since they are broken.")
    ]
    private static let metric = "larder.catalog.broken_broker_links"
    /// The most links of a run, those first that were checked longest ago, and how many are checked at the same time.
    private static let linkLimit = 400
    private static let concurrency = 8

    let store: BrokerStore
    let log: Logger
    let metrics: any MetricsFactory
    /// Whether a simulator on this machine may be called.
    var allowsLoopback = false
    /// The pauses between attempts.
    var backoff = Backoff.doubling(from: .seconds(1), to: .seconds(30))

    /// The job that checks all links once a day; nil where operators don't want that.
    /// - Throws: `ConfigurationError` for anything but yes and no.
    static func job(_ runtime: ServiceRuntime, _ store: BrokerStore) throws -> ScheduledJob? {
        guard try runtime.configuration.isYes("brokers.checkLinks") else { return nil }
        let checker = BrokerLinkChecker(store: store, log: runtime.log, metrics: runtime.metrics)
        return ScheduledJob("check links of brokers", .every(.seconds(86_400))) { _ in try await checker.run() }
    }

    /// Checks links, and notes what they say. Where no host at all can be reached, the fault is here rather
    /// than there, and nothing is noted.
    func run() async throws {
        var outcomes: [(slug: String, address: String, failure: LinkFailure?)] = []
        var left = try await store.addresses(limit: Self.linkLimit)[...]
        while !left.isEmpty {
            outcomes += try await check(left.prefix(Self.concurrency))
            left = left.dropFirst(Self.concurrency)
        }
        guard outcomes.contains(where: { $0.failure != .unreachable }) else {
            if !outcomes.isEmpty { log.warning("no broker can be reached, so their links are not judged") }
            return
        }
        let broken = try await store.record(outcomes)
        Gauge(label: Self.metric, factory: metrics).record(broken)
        if broken > 0 { log.warning("links of brokers are broken", metadata: ["count": "\(broken)"]) }
    }

    /// Checks links at the same time.
    private func check(
        _ links: ArraySlice<(slug: String, address: String)>
    ) async throws -> [(slug: String, address: String, failure: LinkFailure?)] {
        try await withThrowingTaskGroup(of: (String, String, LinkFailure?).self) { group in
            for link in links { group.addTask { (link.slug, link.address, try await check(link.address)) } }
            return try await group.reduce(into: []) { $0.append((slug: $1.0, address: $1.1, failure: $1.2)) }
        }
    }

    /// Why a link doesn't work; nil for one that does. A page that wants no programs is one that works.
    private func check(_ address: String) async throws -> LinkFailure? {
        guard let url = URL(string: address), let host = url.host()?.lowercased() else { return .notFound }
        var policy = OutsideProvider.Policy(hosts: [host])
        policy.mostBytes = 1 << 16
        policy.attempts = 2
        policy.backoff = backoff
        policy.allowsLoopback = allowsLoopback
        do {
            return Self.failure(status: try await OutsideProvider(policy).get(url).status)
        } catch let error as OutsideError {
            return switch error {
            case .tooLarge(let status), .failed(let status): Self.failure(status: status)
            case .timedOut, .unreachable, .paused: .unreachable
            case .notAllowed: .notFound
            }
        }
    }
    /// What a status says of a link. One that asks for less haste, or for no programs, works for people.
    private static func failure(status: Int) -> LinkFailure? {
        switch status {
        case ..<400, 401, 403, 405, 429: nil
        case 404, 410: .notFound
        default: .failed
        }
    }
}
