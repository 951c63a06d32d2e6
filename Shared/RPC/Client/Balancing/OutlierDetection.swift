public import NIOCore

/// When an instance that fails more than the others gets no calls for a while.
///
/// Times and shares are those of gRPC's outlier detection (A50). Its two statistical algorithms need a hundred calls per
/// instance and interval and five instances to say anything; services here have two or three replicas. So what counts is
/// failures in a row, as in Envoy's `consecutive_gateway_failure`, which says something after a handful of calls to a single
/// one.
///
/// What counts is UNAVAILABLE from the instance itself, and time that was up although the instance had enough of it: for a
/// call with one response whose request was sent at once, more than ``ampleTime``. A caller that doesn't wait, an upload that
/// is slow to come and a stream that is followed up to its deadline say nothing of the instance. A call that its caller gives
/// up at the deadline counts as one whose time was up. (Envoy counts every
/// timeout, which there is the route's and not the caller's; A50 counts every failure, and compares instances instead.) Any
/// other answer speaks for the instance. Calls that no handler saw and calls whose connection was lost don't count: the
/// connection is no longer used then anyway.
public struct OutlierDetection: Sendable, Hashable {
    /// Calls in a row that fail on one connection in a way that counts.
    public var failuresInARow: Int
    /// A call that had more time than this counts when its time is up.
    public var ampleTime: TimeAmount
    /// Interval between checks for ejections that have expired.
    public var interval: TimeAmount
    /// Duration of the first ejection. Later ones last a multiple, which shrinks with each interval that goes well.
    public var baseEjection: TimeAmount
    /// How long an ejection takes at the most.
    public var longestEjection: TimeAmount
    /// How many of all instances may be ejected at once, in percent. One always may when there are two or more.
    public var maximumEjectedPercent: Int

    /// Makes limits. The defaults are 5 failures, 1 s, 10 s, 30 s, 300 s and 10 %.
    public init(
        failuresInARow: Int = 5,
        ampleTime: TimeAmount = .seconds(1),
        interval: TimeAmount = .seconds(10),
        baseEjection: TimeAmount = .seconds(30),
        longestEjection: TimeAmount = .seconds(300),
        maximumEjectedPercent: Int = 10
    ) {
        self.failuresInARow = failuresInARow
        self.ampleTime = ampleTime
        self.interval = interval
        self.baseEjection = baseEjection
        self.longestEjection = longestEjection
        self.maximumEjectedPercent = maximumEjectedPercent
    }

    var ampleMicroseconds: UInt64 { UInt64(max(0, ampleTime.nanoseconds / 1_000)) }
}

/// Who is ejected.
struct Ejections {
    private struct Record {
        var multiplier: Int
        /// Nil when it takes part.
        var since: NIODeadline?
    }

    let limits: OutlierDetection
    private var records: [Endpoint: Record] = [:]

    init(_ limits: OutlierDetection) { self.limits = limits }

    func isEjected(_ endpoint: Endpoint) -> Bool { records[endpoint]?.since != nil }

    /// Whether no instance is ejected or has a multiplier to decay.
    var isEmpty: Bool { records.isEmpty }

    /// Ejects an instance if not too many are already.
    /// - Returns: Whether it was.
    mutating func eject(_ endpoint: Endpoint, of count: Int, now: NIODeadline) -> Bool {
        guard count > 1, !isEjected(endpoint) else { return false }
        let ejected = records.values.count { $0.since != nil }
        guard ejected < max(1, count * limits.maximumEjectedPercent / 100) else { return false }
        records[endpoint, default: Record(multiplier: 0)].multiplier += 1
        records[endpoint]?.since = now
        return true
    }

    /// Lets those come back whose time is over, and forgives the others a step.
    mutating func sweep(now: NIODeadline) {
        for (endpoint, record) in records {
            if let since = record.since {
                let longest = max(limits.baseEjection, limits.longestEjection)
                let time = min(limits.baseEjection * min(record.multiplier, 1_000), longest)
                if now >= since + time { records[endpoint]?.since = nil }
            } else {
                records[endpoint] = record.multiplier > 1 ? Record(multiplier: record.multiplier - 1) : nil
            }
        }
    }

    /// Forgets instances that are no more.
    mutating func keep(_ endpoints: Set<Endpoint>) {
        records = records.filter { endpoints.contains($0.key) }
    }
}
