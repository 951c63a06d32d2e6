import Postgres

/// Metrics of a program's connections to its database.
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
}
