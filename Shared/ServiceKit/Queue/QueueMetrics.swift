import CoreMetrics
import Postgres

/// Metrics of a queue: what waits, what was given up, and how old the oldest work is.
enum QueueMetrics {
    /// How many rows are counted at the most.
    static let limit = 100_000

    /// Measures a queue every 15 seconds.
    /// - Parameter name: The value of the label `queue`.
    static func watch<Work: QueuedWork>(
        _ queue: LeaseQueue<Work>,
        as name: String,
        _ runtime: ServiceRuntime
    ) -> BackgroundWork {
        let gauges = QueueGauges("larder.queue", dimensions: [("queue", name)], factory: runtime.metrics)
        return .every(.seconds(15), "metrics of the queue \(name)", log: runtime.log) {
            gauges.set(try await queue.backlog(limit: limit))
        }
    }
}

/// The gauges of one queue, or of a part of one.
struct QueueGauges: Sendable {
    private let waiting: Meter
    private let parked: Meter
    private let age: Meter

    init(_ name: String, dimensions: [(String, String)], factory: any MetricsFactory) {
        waiting = Meter(label: "\(name).waiting", dimensions: dimensions, factory: factory)
        parked = Meter(label: "\(name).parked", dimensions: dimensions, factory: factory)
        age = Meter(label: "\(name).oldest_age", dimensions: dimensions, factory: factory)
    }

    func set(_ backlog: QueueBacklog) {
        waiting.set(backlog.waiting)
        parked.set(backlog.parked)
        age.set(backlog.oldestAge.map { $0 / .seconds(1) } ?? 0)
    }
}

extension LeaseWorker: ServicePart {
    /// Does the queue's work, and measures the queue.
    package func background(in runtime: ServiceRuntime) -> [BackgroundWork] {
        [.reporting("queue \(name)") { await run(reporting: $0) }, measurement(in: runtime)]
    }

    /// Measures the worker's queue, under the worker's name.
    package func measurement(in runtime: ServiceRuntime) -> BackgroundWork {
        QueueMetrics.watch(queue, as: name, runtime)
    }
}
