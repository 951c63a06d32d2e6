import RPC
import Synchronization

/// Calls that begin at a steady rate, whatever becomes of those before, one kind after the other.
final class SteadyLoad: Sendable {
    /// A kind of call, and how it is meant to end.
    struct Call: Sendable {
        let name: String
        /// OK unless told otherwise.
        var expected: StatusCode = .ok
        let make: @Sendable () async throws -> Void
    }

    /// What became of the calls.
    struct Outcome: Sendable {
        var ended = 0
        /// How many did not end as they are meant to, by what they ended with.
        var failures: [String: Int] = [:]
    }

    private struct State {
        var outcome = Outcome()
        var isStopped = false
    }

    /// More calls than this are never made, should nobody stop them.
    private static let limit = 50_000

    private let period: Duration
    private let calls: [Call]
    private let state = Mutex(State())

    /// Makes nothing yet.
    /// - Parameter rate: Calls a second.
    init(rate: Int, calls: [Call]) {
        period = .seconds(1) / rate
        self.calls = calls
    }

    /// The calls that have ended up to now.
    var outcome: Outcome { state.withLock { $0.outcome } }

    /// Makes calls until ``stop()``, and waits for the end of all.
    /// - Returns: Once each kind was called once more after the stop.
    func run() async -> Outcome {
        let begin = ContinuousClock.now
        await withDiscardingTaskGroup { group in
            for index in 0..<SteadyLoad.limit {
                if state.withLock({ $0.isStopped }) { break }
                // A schedule and no pause in between: calls that begin late do not delay those after them.
                try? await ContinuousClock().sleep(until: begin + period * index)
                group.addTask { await self.make(self.calls[index % self.calls.count]) }
            }
        }
        await withDiscardingTaskGroup { group in
            for call in calls { group.addTask { await self.make(call) } }
        }
        return outcome
    }

    /// Begins no more calls.
    func stop() { state.withLock { $0.isStopped = true } }

    private func make(_ call: Call) async {
        var failure: String?
        do {
            try await call.make()
            if call.expected != .ok { failure = "\(call.name) succeeded" }
        } catch let status as Status {
            if status.code != call.expected { failure = "\(call.name): \(status.code) \(status.message)" }
        } catch {
            failure = "\(call.name): \(error)"
        }
        state.withLock { state in
            state.outcome.ended += 1
            if let failure { state.outcome.failures[failure, default: 0] += 1 }
        }
    }
}
