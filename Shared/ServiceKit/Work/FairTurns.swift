import Synchronization

/// A number of turns at once that holders take one after the other, however many each of them waits for.
package final class FairTurns<Holder: Hashable & Sendable>: Sendable {
    private struct Waiter {
        let token: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        /// Above 0 only while nobody waits.
        var free: Int
        var nextToken = 0
        var waiting: [Holder: [Waiter]] = [:]
        /// The holders that wait, the next one first.
        var order: [Holder] = []

        mutating func append(_ waiter: Waiter, of holder: Holder) {
            if waiting[holder] == nil { order.append(holder) }
            waiting[holder, default: []].append(waiter)
        }

        mutating func next() -> Waiter? {
            guard !order.isEmpty else { return nil }
            let holder = order.removeFirst()
            let waiter = waiting[holder]?.removeFirst()
            if waiting[holder]?.isEmpty == false { order.append(holder) } else { waiting[holder] = nil }
            return waiter
        }

        mutating func remove(_ token: Int, of holder: Holder) -> Waiter? {
            guard let index = waiting[holder]?.firstIndex(where: { $0.token == token }) else { return nil }
            let waiter = waiting[holder]?.remove(at: index)
            if waiting[holder]?.isEmpty == true {
                waiting[holder] = nil
                order.removeAll { $0 == holder }
            }
            return waiter
        }
    }

    private let state: Mutex<State>

    /// - Parameter count: Turns at once, at least 1.
    package init(_ count: Int) { state = Mutex(State(free: count)) }

    /// How many wait.
    package var waiting: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

    /// Runs `body` when it is the holder's turn.
    /// - Throws: `CancellationError` when the task is cancelled before; what `body` throws.
    nonisolated(nonsending) package func withTurn<Result>(
        of holder: Holder,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async throws -> Result {
        try await acquire(holder)
        defer { release() }
        return try await body()
    }

    private func acquire(_ holder: Holder) async throws {
        let token = state.withLock { state in
            state.nextToken += 1
            return state.nextToken
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isFree = state.withLock { state in
                    guard state.free == 0 else {
                        state.free -= 1
                        return true
                    }
                    state.append(Waiter(token: token, continuation: continuation), of: holder)
                    return false
                }
                if isFree {
                    continuation.resume()
                } else if Task.isCancelled {
                    cancel(token, of: holder)
                }
            }
        } onCancel: {
            cancel(token, of: holder)
        }
    }

    private func cancel(_ token: Int, of holder: Holder) {
        let waiter = state.withLock { $0.remove(token, of: holder) }
        waiter?.continuation.resume(throwing: CancellationError())
    }

    private func release() {
        let next = state.withLock { state in
            let next = state.next()
            if next == nil { state.free += 1 }
            return next
        }
        next?.continuation.resume()
    }
}
