import Foundations
package import NIOCore
import Wire

extension RPCChannel {
    /// Tries a call again as long as that is safe and makes sense.
    /// - Parameters:
    ///   - method: `package.Service/Method`.
    ///   - attempt: Makes the call; nothing of its answer may have been passed on when it throws.
    package func retrying<Result>(
        _ method: String,
        _ idempotency: Idempotency,
        deadline: NIODeadline?,
        _ attempt: () async throws -> Result
    ) async throws -> Result {
        try await retrying(policy(for: method).retry, idempotency, deadline: deadline, attempt)
    }

    func retrying<Result>(
        _ policy: RetryPolicy,
        _ idempotency: Idempotency,
        deadline: NIODeadline?,
        _ attempt: () async throws -> Result
    ) async throws -> Result {
        // Nearly all calls succeed at once and pay for nothing of what follows.
        let first: Status
        do {
            let result = try await attempt()
            throttle?.succeeded()
            return result
        } catch let status as Status {
            first = status
        }
        return try await retry(after: first, policy, idempotency, deadline: deadline, attempt)
    }

    /// Tries a call again that has failed once.
    func retry<Result>(
        after first: Status,
        _ policy: RetryPolicy,
        _ idempotency: Idempotency,
        deadline: NIODeadline?,
        _ attempt: () async throws -> Result
    ) async throws -> Result {
        var retries = RetryState(policy, idempotency, throttle, instances: instanceCount)
        var last = first
        while let delay = retries.delay(after: last, on: self) {
            try await waitForRetry(after: last, delay, deadline: deadline)
            do {
                let result = try await pool.avoiding(retries.rejecters) { try await attempt() }
                retries.succeeded()
                return result
            } catch let status as Status {
                last = status
            }
        }
        throw last
    }

    /// Waits before another attempt.
    /// - Throws: `status` when the deadline will have passed by then; `CancellationError`.
    func waitForRetry(after status: Status, _ delay: Duration, deadline: NIODeadline?) async throws {
        let time = clock.now + .nanoseconds(delay.wholeNanoseconds)
        if let deadline, time >= deadline { throw status }
        if delay > .zero { try await clock.sleep(until: time, on: group.any()) }
    }
}
