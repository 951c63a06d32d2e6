import Foundations
import NIOCore
import Wire

/// Decides whether and when one call is tried again.
struct RetryState {
    /// The longest retry delay that is followed. Beyond it the caller is in a better position to decide whether to
    /// wait.
    static let longestAdvice = Duration.seconds(1)

    let policy: RetryPolicy
    let idempotency: Idempotency
    let throttle: RetryThrottle?
    /// Instances that a call may be sent to.
    let instances: Int

    private(set) var counts = RetryStatistics()
    private var failures = 0
    /// Failures since the server last said when to come back, which the back-off grows by.
    private var failuresWithoutAdvice = 0
    /// Instances that have rejected the call since it last waited.
    private(set) var rejecters: Set<Endpoint> = []
    /// The earliest time at which one of them is to be asked again.
    private var shortestAdvice: Duration?

    init(_ policy: RetryPolicy, _ idempotency: Idempotency, _ throttle: RetryThrottle?, instances: Int) {
        self.policy = policy
        self.idempotency = idempotency
        self.throttle = throttle
        self.instances = instances
    }

    /// The call succeeded.
    func succeeded() { throttle?.succeeded() }

    /// After which time to try again; nil to give up.
    mutating func delay(after status: Status, on channel: RPCChannel) -> Duration? {
        if let rejecter = status.rejectedBy { rejecters.insert(rejecter) }
        let rejecters = rejecters
        return delay(after: status, isElsewhere: channel.isConnected(besides: rejecters))
    }

    /// After which time to try again; nil to give up.
    ///
    /// A call that no handler has seen goes to another instance at once, whatever advice came with the rejection: that is about
    /// the instance which gave it. Once all have rejected, the shortest advice is followed.
    /// - Parameter isElsewhere: Whether another instance could take the call at once.
    mutating func delay(after status: Status, isElsewhere: @autoclosure () -> Bool) -> Duration? {
        let mayHarm = !status.isUnprocessed && !idempotency.allowsRetry
        let isCounted = policy.codes.contains(status.code) && !status.isUnprocessed
        if isCounted { throttle?.failed() }
        failures += 1
        guard failures < policy.maximumAttempts, !mayHarm, isRetriable(status) else { return nil }
        if isCounted, throttle?.allowsRetry == false { return nil }
        let advice = status.isRemote ? status.retryDelay : nil
        if let advice, advice < .zero { return nil }
        if status.isUnprocessed, failures < instances, isElsewhere() {
            count(status)
            shortestAdvice = min(shortestAdvice, advice)
            return .zero
        }
        let wait = min(shortestAdvice, advice)
        shortestAdvice = nil
        rejecters = []
        if let wait {
            guard wait <= RetryState.longestAdvice else { return nil }
            count(status)
            failuresWithoutAdvice = 0
            return wait
        }
        count(status)
        failuresWithoutAdvice += 1
        return policy.backoff.delay(afterFailures: failuresWithoutAdvice)
    }

    private func min(_ one: Duration?, _ other: Duration?) -> Duration? {
        guard let one, let other else { return one ?? other }
        return Swift.min(one, other)
    }

    private func isRetriable(_ status: Status) -> Bool {
        if status.isUnprocessed {
            // One instance that is full says nothing about the others.
            if status.code == .resourceExhausted { return status.isRemote && instances > 1 }
            if status.code == .unavailable { return true }
        }
        return policy.codes.contains(status.code)
    }

    private mutating func count(_ status: Status) {
        if status.isUnprocessed { counts.transparentRetries += 1 } else { counts.retries += 1 }
    }
}
