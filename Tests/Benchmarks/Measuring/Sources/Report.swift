/// What a client prints when it has finished: one line of JSON.
public struct Report {
    /// Calls that ended well within the measured time, for each of its seconds.
    public var callsPerSecond: Double
    /// Half of the measured calls took at most as many microseconds.
    public var p50: Double
    /// 99 of 100 measured calls took at most as many microseconds.
    public var p99: Double
    /// Calls that ended well, those of the warm-up included: what the server has worked for.
    public var totalCalls: UInt64
    /// Calls that failed, at any time.
    public var errors: UInt64

    /// A report from its figures.
    public init(callsPerSecond: Double, latencies: LatencyHistogram, totalCalls: UInt64, errors: UInt64) {
        self.callsPerSecond = callsPerSecond
        p50 = latencies.microseconds(atShare: 0.5)
        p99 = latencies.microseconds(atShare: 0.99)
        self.totalCalls = totalCalls
        self.errors = errors
    }

    /// The line.
    public var json: String {
        """
        {"rps":\(Report.tenths(callsPerSecond)),"p50_us":\(Report.tenths(p50)),"p99_us":\(Report.tenths(p99)),\
        "total_calls":\(totalCalls),"errors":\(errors)}
        """
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
