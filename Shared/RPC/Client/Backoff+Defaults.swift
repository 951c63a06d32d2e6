public import Foundations
import NIOCore

extension Backoff {
    /// Between attempts to connect: services that restart nearby are found again within moments.
    public static let connecting = Backoff(initial: .milliseconds(100), maximum: .seconds(3))

    /// Between attempts of a call that may be repeated.
    public static let retrying = Backoff(initial: .milliseconds(50), maximum: .seconds(2), jitter: 0.5...1.5)

    /// The wait after a number of failures in a row, from 1.
    func amount(afterFailures failures: Int) -> TimeAmount {
        .nanoseconds(delay(afterFailures: failures).wholeNanoseconds)
    }
}
