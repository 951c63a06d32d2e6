import CoreMetrics
import NIOCore
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
        registry.sample("larder.database.permission_denied", isCounter: true) {
            Double(PostgresError.permissionDenials)
        }
        registry.sample("larder.database.waiting") { [weak pool] in pool.map { Double($0.waiterCount) } }
    }
}

/// Measures how late event loops run what is due: time in which a loop was busy with something else.
enum EventLoopLag {
    /// Measures every second, at no noticeable cost.
    static let interval = TimeAmount.seconds(1)

    /// Measures every loop of a group for as long as it runs.
    static func measure(_ group: any EventLoopGroup, with factory: any MetricsFactory) {
        let timer = Timer(label: "larder.event_loop.lag", factory: factory)
        for loop in group.makeIterator() { schedule(on: loop, at: .now() + interval, timer) }
    }

    private static func schedule(on loop: any EventLoop, at due: NIODeadline, _ timer: CoreMetrics.Timer) {
        _ = loop.scheduleTask(deadline: due) {
            let now = NIODeadline.now()
            timer.recordNanoseconds((now - due).nanoseconds)
            schedule(on: loop, at: now + interval, timer)
        }
    }
}
