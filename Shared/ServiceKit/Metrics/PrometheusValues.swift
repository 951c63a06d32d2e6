import CoreMetrics
import Synchronization

/// A number that only grows.
final class PrometheusCounter: CounterHandler, FloatingPointCounterHandler {
    private let whole = Atomic<Int64>(0)
    private let fraction = Atomic<UInt64>(0)

    func increment(by amount: Int64) {
        if amount > 0 { whole.wrappingAdd(amount, ordering: .relaxed) }
    }

    func increment(by amount: Double) {
        if amount > 0, amount.isFinite { fraction.addDouble(amount) }
    }

    func reset() {
        whole.store(0, ordering: .relaxed)
        fraction.store(0, ordering: .relaxed)
    }

    var value: Double {
        Double(whole.load(ordering: .relaxed)) + Double(bitPattern: fraction.load(ordering: .relaxed))
    }
}

/// A number that goes up and down.
final class PrometheusGauge: MeterHandler, RecorderHandler {
    private let bits = Atomic<UInt64>(0)

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }
    func record(_ value: Int64) { set(value) }
    func record(_ value: Double) { set(value) }
    func increment(by amount: Double) { bits.addDouble(amount) }
    func decrement(by amount: Double) { bits.addDouble(-amount) }

    var value: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }
}

/// Counts of recorded values by size, and their sum.
///
/// Recording is two additions without a lock. A concurrent reading may see one of them without the other; the next one sees
/// both.
final class PrometheusHistogram: RecorderHandler, TimerHandler {
    let buckets: HistogramBuckets
    // Made once, freed with the histogram and touched through atomics only.
    private nonisolated(unsafe) let counts: UnsafeMutablePointer<Atomic<UInt64>>
    private let sum = Atomic<Int64>(0)

    init(buckets: HistogramBuckets) {
        self.buckets = buckets
        counts = .allocate(capacity: buckets.bounds.count + 1)
        for index in 0...buckets.bounds.count { (counts + index).initialize(to: Atomic(0)) }
    }

    deinit {
        counts.deinitialize(count: buckets.bounds.count + 1)
        counts.deallocate()
    }

    func record(_ value: Int64) {
        counts[buckets.index(of: value)].wrappingAdd(1, ordering: .relaxed)
        sum.wrappingAdd(max(0, value), ordering: .relaxed)
    }

    /// Records a value in the unit that is shown, to the nearest of the recorded unit.
    func record(_ value: Double) {
        guard value.isFinite else { return }
        let scaled = (value * Double(buckets.scale)).rounded()
        record(scaled > 0 ? Int64(exactly: scaled) ?? .max : 0)
    }

    func recordNanoseconds(_ duration: Int64) {
        // Buckets that are not of times count the seconds.
        record(buckets.scale == 1_000_000_000 ? duration : duration / 1_000_000_000 * buckets.scale)
    }

    /// How many values each bucket has, without those of the others, and the sum of all in the recorded unit.
    var snapshot: (counts: [UInt64], sum: Int64) {
        ((0...buckets.bounds.count).map { counts[$0].load(ordering: .relaxed) }, sum.load(ordering: .relaxed))
    }
}

extension Atomic<UInt64> {
    /// Adds to a floating-point number that is kept as its bits.
    fileprivate func addDouble(_ amount: Double) {
        var old = load(ordering: .relaxed)
        while true {
            let new = (Double(bitPattern: old) + amount).bitPattern
            let (exchanged, original) = weakCompareExchange(expected: old, desired: new, ordering: .relaxed)
            if exchanged { return }
            old = original
        }
    }
}
