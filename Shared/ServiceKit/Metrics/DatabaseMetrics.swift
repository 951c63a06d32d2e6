import CoreMetrics
import Foundation
import Logging
import Postgres

/// What there is to know of a program's database: the connections, and the events that wait in its outbox.
enum DatabaseMetrics {
    /// Shows the state of a pool.
    static func register(_ pool: PostgresPool, with registry: PrometheusRegistry) {
        func connections(_ state: String, _ count: @escaping @Sendable (PostgresPool) -> Int) {
            registry.sample("larder.database.connections", dimensions: [("state", state)]) { [weak pool] in
                pool.map { Double(count($0)) }
            }
        }
        connections("idle") { $0.idleConnectionCount }
        connections("used") { $0.openConnectionCount - $0.idleConnectionCount }
        registry.sample("larder.database.waiting") { [weak pool] in pool.map { Double($0.waiterCount) } }
    }

    /// Measures the outbox every 15 seconds. Only so many events are counted, so that this stays cheap with a long backlog.
    static func watchOutbox(
        of pool: PostgresPool,
        with factory: any MetricsFactory,
        log: Logger
    ) -> BackgroundWork {
        let waiting = Meter(label: "larder.outbox.events", dimensions: [("state", "waiting")], factory: factory)
        let parked = Meter(label: "larder.outbox.events", dimensions: [("state", "parked")], factory: factory)
        let age = Meter(label: "larder.outbox.oldest_event_age", factory: factory)
        return .every(.seconds(15), "outbox metrics", log: log) {
            let backlog = try await Outbox.backlog(in: pool, limit: 100_000)
            waiting.set(backlog.waiting)
            parked.set(backlog.parked)
            age.set(backlog.oldest.map { max(0, Date.now.timeIntervalSince($0)) } ?? 0)
        }
    }
}
