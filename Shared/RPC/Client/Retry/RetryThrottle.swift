import Synchronization

/// The bucket of tokens of a channel, see ``RetryThrottling``. Costs a working service no more than a read.
final class RetryThrottle: Sendable {
    private let maximum: Int
    private let gain: Int
    /// In thousandths.
    private let tokens: Atomic<Int>

    init(_ limits: RetryThrottling) {
        maximum = limits.maximumTokens * 1_000
        gain = limits.thousandthsPerSuccess
        tokens = Atomic(maximum)
    }

    /// Whether a call may be tried again.
    var allowsRetry: Bool { tokens.load(ordering: .relaxed) > maximum / 2 }

    func succeeded() { if tokens.load(ordering: .relaxed) < maximum { change(by: gain) } }

    func failed() { change(by: -1_000) }

    private func change(by amount: Int) {
        var current = tokens.load(ordering: .relaxed)
        while true {
            let (exchanged, original) = tokens.weakCompareExchange(
                expected: current,
                desired: min(max(current + amount, 0), maximum),
                ordering: .relaxed
            )
            if exchanged { return }
            current = original
        }
    }
}
