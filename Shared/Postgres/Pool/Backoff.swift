/// Growing pauses between attempts, with jitter so that many clients don't come back at once.
package struct Backoff: Sendable {
    /// The pause after the first failure.
    package var initial: Duration
    /// The longest pause.
    package var maximum: Duration

    /// Pauses from `initial`, doubling up to `maximum`.
    package init(initial: Duration, maximum: Duration) {
        self.initial = initial
        self.maximum = maximum
    }

    /// The pause after `failures` failures in a row: half of the exponential value plus a random part of the other half.
    /// - Parameter failures: at least 1.
    package func pause(afterFailures failures: Int) -> Duration {
        var ceiling = initial
        for _ in 1..<max(1, min(failures, 32)) where ceiling < maximum { ceiling *= 2 }
        return min(ceiling, maximum) * Double.random(in: 0.5...1)
    }
}
