package import CoreMetrics
package import NIOCore
import Synchronization

/// The metrics of a program, as Prometheus reads them.
///
/// Metrics are made once and kept by the code that records; recording takes no lock. Names become Prometheus' as in
/// OpenTelemetry's mapping: dots turn into underscores, the unit is added, and `_total` for counters. A metric is dropped,
/// and counted as such, when there are too many series already or when its name is one of another kind.
package final class PrometheusRegistry: MetricsFactory {
    private enum Value {
        case counter(PrometheusCounter)
        case gauge(PrometheusGauge)
        case histogram(PrometheusHistogram)
        /// Asked for when it is read; nil when there is none then.
        case sampled(@Sendable () -> Double?)

        var object: AnyObject? {
            switch self {
            case .counter(let counter): counter
            case .gauge(let gauge): gauge
            case .histogram(let histogram): histogram
            case .sampled: nil
            }
        }
    }

    private enum Kind: String {
        case counter
        case gauge
        case histogram
    }

    private struct Family {
        let kind: Kind
        let help: String
        /// By labels.
        var series: [String: Value] = [:]
    }

    private struct State {
        var families: [String: Family] = [:]
        var seriesCount = 0
    }

    private let state = Mutex(State())
    private let descriptions: [String: MetricDescription]
    private let maximumSeries: Int
    private let dropped = Atomic<Int>(0)

    /// An empty registry.
    /// - Parameters:
    ///   - descriptions: Of metrics beside those that every program has, by name.
    ///   - maximumSeries: A histogram counts as one.
    package init(descriptions: [String: MetricDescription] = [:], maximumSeries: Int = 10_000) {
        self.descriptions = KnownMetrics.all.merging(descriptions) { $1 }
        self.maximumSeries = maximumSeries
        sample("larder.metrics.series_dropped", isCounter: true) { [weak self] in
            self.map { Double($0.dropped.load(ordering: .relaxed)) }
        }
    }

    // MARK: Making metrics

    /// The counter with this name and these labels.
    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        counter(label, dimensions)
    }

    /// The counter with this name and these labels, for fractions.
    package func makeFloatingPointCounter(
        label: String,
        dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        counter(label, dimensions)
    }

    /// The gauge with this name and these labels.
    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        gauge(label, dimensions)
    }

    /// The histogram with this name and these labels; a gauge unless values are aggregated.
    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        aggregate ? histogram(label, dimensions, description(of: label)) : gauge(label, dimensions)
    }

    /// The histogram of times with this name and these labels.
    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        histogram(label, dimensions, descriptions[label] ?? .seconds(label))
    }

    /// Shows a value that is asked for whenever the metrics are read; from then on, for as long as the registry lives.
    /// - Parameter read: Nil when there is no value now. It must be quick.
    package func sample(
        _ label: String,
        isCounter: Bool = false,
        dimensions: [(String, String)] = [],
        _ read: @escaping @Sendable () -> Double?
    ) {
        _ = register(isCounter ? .counter : .gauge, label, dimensions, description(of: label)) { .sampled(read) }
    }

    private func counter(_ label: String, _ dimensions: [(String, String)]) -> PrometheusCounter {
        let made = register(.counter, label, dimensions, description(of: label)) { .counter(PrometheusCounter()) }
        if case .counter(let counter) = made { return counter }
        return PrometheusCounter()
    }

    private func gauge(_ label: String, _ dimensions: [(String, String)]) -> PrometheusGauge {
        let made = register(.gauge, label, dimensions, description(of: label)) { .gauge(PrometheusGauge()) }
        if case .gauge(let gauge) = made { return gauge }
        return PrometheusGauge()
    }

    private func histogram(
        _ label: String,
        _ dimensions: [(String, String)],
        _ description: MetricDescription
    ) -> PrometheusHistogram {
        let made = register(.histogram, label, dimensions, description) {
            .histogram(PrometheusHistogram(buckets: description.buckets))
        }
        if case .histogram(let histogram) = made { return histogram }
        return PrometheusHistogram(buckets: description.buckets)
    }

    private func description(of label: String) -> MetricDescription {
        descriptions[label] ?? MetricDescription(label)
    }

    /// - Returns: What stands under this name and these labels now; nil when nothing may.
    private func register(
        _ kind: Kind,
        _ label: String,
        _ dimensions: [(String, String)],
        _ description: MetricDescription,
        _ make: () -> Value
    ) -> Value? {
        let name = PrometheusName.metric(label, unit: description.unit, isCounter: kind == .counter)
        let labels = PrometheusText.labels(PrometheusName.labels(dimensions, isHistogram: kind == .histogram))
        return state.withLock { state in
            let family = state.families[name] ?? Family(kind: kind, help: description.help)
            if family.kind == kind, let known = family.series[labels] { return known }
            guard family.kind == kind, state.seriesCount < maximumSeries else {
                dropped.wrappingAdd(1, ordering: .relaxed)
                return nil
            }
            let value = make()
            state.families[name, default: family].series[labels] = value
            state.seriesCount += 1
            return value
        }
    }

    // MARK: Forgetting metrics

    /// Shows a counter no more.
    package func destroyCounter(_ handler: any CounterHandler) { forget(handler) }
    /// Shows a counter of fractions no more.
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { forget(handler) }
    /// Shows a gauge no more.
    package func destroyMeter(_ handler: any MeterHandler) { forget(handler) }
    /// Shows a histogram or gauge no more.
    package func destroyRecorder(_ handler: any RecorderHandler) { forget(handler) }
    /// Shows a histogram of times no more.
    package func destroyTimer(_ handler: any TimerHandler) { forget(handler) }

    private func forget(_ handler: AnyObject) {
        state.withLock { state in
            for (name, family) in state.families {
                guard let labels = family.series.first(where: { $0.value.object === handler })?.key else { continue }
                state.families[name]?.series[labels] = nil
                if family.series.count == 1 { state.families[name] = nil }
                state.seriesCount -= 1
            }
        }
    }

    // MARK: Reading

    /// All metrics in Prometheus' text format, ordered by name and labels.
    package func text() -> ByteBuffer {
        // What is sampled is asked for outside of the lock.
        let families = state.withLock { $0.families }
        var text = PrometheusText()
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            text.family(name, kind: family.kind.rawValue, help: family.help)
            for (labels, value) in family.series.sorted(by: { $0.key < $1.key }) {
                switch value {
                case .counter(let counter): text.sample(name, labels, counter.value)
                case .gauge(let gauge): text.sample(name, labels, gauge.value)
                case .histogram(let histogram): text.histogram(name, labels, histogram)
                case .sampled(let read): if let value = read() { text.sample(name, labels, value) }
                }
            }
        }
        return text.buffer
    }
}
