/// Waiting times between attempts: exponential with jitter.
public struct Backoff: Sendable, Hashable {
    /// Wait before the second attempt; above zero.
    public var initial: Duration
    /// Factor between a wait and the next, at least 1.
    public var multiplier: Double
    /// Longest wait before jitter is applied.
    public var maximum: Duration
    /// Range of the random factor of a wait, so that clients don't retry in step; not negative.
    public var jitter: ClosedRange<Double>

    /// Makes a back-off.
    /// - Parameter jitter: `0.8...1.2` varies a wait by a fifth either way, `1...1` not at all.
    public init(
        initial: Duration,
        multiplier: Double = 1.6,
        maximum: Duration,
        jitter: ClosedRange<Double> = 0.8...1.2
    ) {
        self.initial = initial
        self.multiplier = multiplier
        self.maximum = maximum
        self.jitter = jitter
    }

    /// Waits that double up to a maximum and are never longer than it: jitter takes off up to a half.
    public static func doubling(from initial: Duration, to maximum: Duration) -> Backoff {
        Backoff(initial: initial, multiplier: 2, maximum: maximum, jitter: 0.5...1)
    }

    /// The wait after a number of failures in a row.
    /// - Parameter failures: From 1; smaller numbers count as 1.
    public func delay(afterFailures failures: Int) -> Duration {
        longest(afterFailures: failures) * Double.random(in: jitter)
    }

    /// The wait after a number of failures in a row, with the source of its jitter.
    /// - Parameter failures: From 1; smaller numbers count as 1.
    public func delay(
        afterFailures failures: Int,
        using generator: inout some RandomNumberGenerator
    ) -> Duration {
        longest(afterFailures: failures) * Double.random(in: jitter, using: &generator)
    }

    /// The wait before its jitter.
    private func longest(afterFailures failures: Int) -> Duration {
        let limit = maximum.inSeconds
        var seconds = min(initial.inSeconds, limit)
        var failure = 1
        while failure < failures, seconds < limit {
            let next = min(seconds * multiplier, limit)
            // A factor of 1, or an initial wait of zero, never reaches the limit.
            guard next > seconds else { break }
            seconds = next
            failure += 1
        }
        return .seconds(seconds)
    }
}
