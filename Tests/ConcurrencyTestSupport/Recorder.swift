import Synchronization

/// Records values and lets tests wait for them.
package final class Recorder<Value: Sendable>: Sendable {
    private struct State {
        var values: [Value] = []
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0
    }

    private struct Waiter {
        let condition: @Sendable ([Value]) -> Bool
        let continuation: CheckedContinuation<[Value], any Error>
    }

    private let state = Mutex(State())

    /// An empty recorder.
    package init() {}

    /// Records a value.
    package func record(_ value: Value) {
        let (values, met) = state.withLock { state in
            state.values.append(value)
            let values = state.values
            let met = state.waiters.filter { $0.value.condition(values) }
            for id in met.keys { state.waiters[id] = nil }
            return (values, met.values)
        }
        met.forEach { $0.continuation.resume(returning: values) }
    }

    /// The recorded values, in order.
    package var values: [Value] { state.withLock { $0.values } }

    /// The number of recorded values.
    package var count: Int { state.withLock { $0.values.count } }

    /// Waits until a condition on all values holds.
    /// - Throws: `CancellationError` when the task is cancelled before.
    @discardableResult
    package func wait(until condition: @escaping @Sendable ([Value]) -> Bool) async throws -> [Value] {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<[Value], any Error>? = state.withLock { state in
                    if condition(state.values) { return .success(state.values) }
                    if Task.isCancelled { return .failure(CancellationError()) }
                    state.waiters[id] = Waiter(condition: condition, continuation: continuation)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Waits until this many values are recorded.
    /// - Throws: `CancellationError` when the task is cancelled before.
    @discardableResult
    package func wait(forCount count: Int) async throws -> [Value] {
        try await wait { $0.count >= count }
    }
}
