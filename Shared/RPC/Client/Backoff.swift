import NIOCore

/// Waiting times between attempts: exponential with jitter.
public struct Backoff: Sendable, Hashable {
    /// Before the second attempt.
    public var initial: Duration
    /// What each further wait is multiplied by.
    public var multiplier: Double
    /// Longest wait.
    public var maximum: Duration
    /// Share of a wait by which it varies at random, so that clients don't come back all at once: 0 to 1.
    public var jitter: Double

    /// Makes a back-off.
    public init(initial: Duration, multiplier: Double = 1.6, maximum: Duration, jitter: Double = 0.2) {
        self.initial = initial
        self.multiplier = multiplier
        self.maximum = maximum
        self.jitter = jitter
    }

    /// Between attempts to connect: services that restart nearby are found again within moments.
    public static let connecting = Backoff(initial: .milliseconds(100), maximum: .seconds(3))

    /// Between tries of a call that may be repeated.
    public static let retrying = Backoff(initial: .milliseconds(50), maximum: .seconds(2), jitter: 0.5)

    /// The wait after this many failures in a row, from 1.
    func amount(afterFailures failures: Int) -> TimeAmount {
        .nanoseconds(delay(afterFailures: failures).wholeNanoseconds)
    }

    /// The wait after this many failures in a row, from 1.
    func delay(afterFailures failures: Int) -> Duration {
        var seconds = initial.inSeconds
        for _ in 1..<max(1, min(failures, 64)) { seconds = min(seconds * multiplier, maximum.inSeconds) }
        return .seconds(min(seconds, maximum.inSeconds) * Double.random(in: (1 - jitter)...(1 + jitter)))
    }
}

extension Duration {
    /// Seconds as a number with a fraction.
    package var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
