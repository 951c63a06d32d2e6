import Glibc

/// Nanoseconds of a clock that only goes forward.
public func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Counts the calls of a run: a warm-up, then the time that is measured.
///
/// It belongs to one thread, as all programs make their calls from one, and is never changed while it is read: nothing
/// of it may cost the callers. Times are those of ``monotonicNanoseconds()``.
public final class CallStatistics {
    private let warmUpEnd: UInt64
    private let end: UInt64
    @exclusivity(unchecked) private var latencies = LatencyHistogram()
    @exclusivity(unchecked) private var totalCalls: UInt64 = 0
    /// Calls that failed.
    @exclusivity(unchecked) public private(set) var errors: UInt64 = 0

    /// More failures than this end the run: nothing that is measured then would mean anything.
    private static let maximumErrors: UInt64 = 100

    /// Statistics of a run that begins now.
    public init(warmUp: Duration, duration: Duration) {
        warmUpEnd = monotonicNanoseconds() + UInt64(warmUp / .nanoseconds(1))
        end = warmUpEnd + UInt64(duration / .nanoseconds(1))
    }

    /// Whether a call may begin at `now`.
    public func isRunning(at now: UInt64) -> Bool {
        now < end && errors < CallStatistics.maximumErrors
    }

    /// Counts a call that ended well at `now`.
    public func succeeded(from start: UInt64, at now: UInt64) {
        totalCalls += 1
        if now > warmUpEnd && now <= end { latencies.record(nanoseconds: now - start) }
    }

    /// Counts a call that failed; the first one is told.
    public func failed(_ reason: String) {
        if errors == 0 { warn(reason) }
        errors += 1
    }

    /// The figures of the run.
    public var report: Report {
        let seconds = Double(end - warmUpEnd) / 1e9
        return Report(
            callsPerSecond: seconds > 0 ? Double(latencies.count) / seconds : 0,
            latencies: latencies,
            totalCalls: totalCalls,
            errors: errors
        )
    }
}
