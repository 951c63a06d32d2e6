/// Latencies in buckets whose width is at most 1/64 of their value, as in HdrHistogram: recording is an addition to a fixed
/// array, and memory doesn't grow with the number of calls.
public struct LatencyHistogram {
    private static let subBuckets = 64
    private static let subBucketBits = 6

    /// 64 buckets of 1 ns, then 64 for each power of two up to 2^63 ns.
    private var counts = [UInt64](repeating: 0, count: 59 * LatencyHistogram.subBuckets)

    /// Recorded latencies.
    public private(set) var count: UInt64 = 0

    /// An empty histogram.
    public init() {}

    /// Counts one latency.
    public mutating func record(nanoseconds: UInt64) {
        counts[LatencyHistogram.index(of: nanoseconds)] &+= 1
        count &+= 1
    }

    private static func index(of value: UInt64) -> Int {
        guard value >= UInt64(subBuckets) else { return Int(value) }
        let shift = 63 - value.leadingZeroBitCount - subBucketBits
        return (shift + 1) * subBuckets + Int(truncatingIfNeeded: value >> UInt64(shift)) - subBuckets
    }

    private static func middle(of index: Int) -> Double {
        guard index >= subBuckets else { return Double(index) }
        let shift = index / subBuckets - 1
        let base = UInt64(index % subBuckets + subBuckets) << UInt64(shift)
        return Double(base) + Double(UInt64(1) << UInt64(shift)) / 2
    }

    /// The latency in microseconds that `share` of all calls stayed within; 0 when there were none.
    public func microseconds(atShare share: Double) -> Double {
        guard count > 0 else { return 0 }
        let rank = max(1, UInt64((Double(count) * share).rounded(.up)))
        var seen: UInt64 = 0
        for (index, bucket) in counts.enumerated() {
            seen += bucket
            if seen >= rank { return LatencyHistogram.middle(of: index) / 1_000 }
        }
        return LatencyHistogram.middle(of: counts.count - 1) / 1_000
    }
}
