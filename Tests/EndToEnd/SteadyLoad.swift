import RPC
import Synchronization

/// Starts calls at a constant rate, regardless of earlier ones, one kind after the other.
final class SteadyLoad: Sendable {
    /// A kind of call with its expected outcome.
    struct Call: Sendable {
        let name: String
        /// The expected status.
        var expected: StatusCode = .ok
        let make: @Sendable () async throws -> Void
    }

    /// The outcomes of the calls.
    struct Outcome: Sendable {
        var ended = 0
        /// The number of unexpected outcomes, by outcome.
        var failures: [String: Int] = [:]
        /// How long the calls of each kind took.
        var durations: [String: [Duration]] = [:]
    }

    private struct State {
        var outcome = Outcome()
        var isStopped = false
    }

    private let limit: Int
    private let period: Duration
    private let calls: [Call]
    private let state = Mutex(State())

    /// A load that has not started.
    /// - Parameters:
    ///   - rate: calls per second.
    ///   - limit: the maximum number of calls, in case the load is never stopped.
    init(rate: Int, limit: Int = 50_000, calls: [Call]) {
        period = .seconds(1) / rate
        self.limit = limit
        self.calls = calls
    }

    /// The outcomes of the calls that have ended.
    var outcome: Outcome { state.withLock { $0.outcome } }

    /// Makes calls until ``stop()``, and waits for all to end.
    /// - Returns: once each kind was called once more after the stop.
    func run() async -> Outcome {
        let begin = ContinuousClock.now
        await withDiscardingTaskGroup { group in
            for index in 0..<limit {
                if state.withLock({ $0.isStopped }) { break }
                // A schedule rather than pauses: a late call does not delay those after it.
                try? await ContinuousClock().sleep(until: begin + period * index)
                group.addTask { await self.make(self.calls[index % self.calls.count]) }
            }
        }
        await withDiscardingTaskGroup { group in
            for call in calls { group.addTask { await self.make(call) } }
        }
        return outcome
    }

    /// Starts no more calls.
    func stop() { state.withLock { $0.isStopped = true } }

    private func make(_ call: Call) async {
        var failure: String?
        let start = ContinuousClock.now
        do {
            try await call.make()
            if call.expected != .ok { failure = "\(call.name) succeeded" }
        } catch let status as Status {
            if status.code != call.expected { failure = "\(call.name): \(status.code) \(status.message)" }
        } catch {
            failure = "\(call.name): \(error)"
        }
        let duration = ContinuousClock.now - start
        state.withLock { state in
            state.outcome.ended += 1
            state.outcome.durations[call.name, default: []].append(duration)
            if let failure { state.outcome.failures[failure, default: 0] += 1 }
        }
    }
}
