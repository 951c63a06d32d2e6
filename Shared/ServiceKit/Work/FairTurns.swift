import Synchronization

/// A number of turns at once, of which holders get one after the other, however many each of them waits for.
///
/// The holder whose last turn is the longest ago is next, so one that has had none lately is before all that wait for more. Having
/// had none counts as having had one ``lately`` turns before coming, so that newcomers do not pass others forever, and no
/// more than so many holders are remembered.
package final class FairTurns<Holder: Hashable & Sendable>: Sendable {
    private struct Waiter {
        let token: Int
        /// The number of turns that had begun when it came.
        let arrival: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        /// Above 0 only while nobody waits.
        var free: Int
        var nextToken = 0
        /// Turns that have begun.
        var begun = 0
        /// The number of each holder's last turn, of those that have had one lately.
        var lastTurns: [Holder: Int] = [:]
        var waiting: [Holder: [Waiter]] = [:]

        mutating func begin(_ holder: Holder) {
            begun += 1
            lastTurns[holder] = begun
            let oldest = begun - FairTurns.lately
            lastTurns = lastTurns.filter { $0.value > oldest }
        }

        mutating func next() -> Waiter? {
            guard let holder = waiting.min(by: { rank($0) < rank($1) })?.key else { return nil }
            let waiter = waiting[holder]?.removeFirst()
            if waiting[holder]?.isEmpty == true { waiting[holder] = nil }
            begin(holder)
            return waiter
        }

        /// When a holder had its last turn, and when it came.
        private func rank(_ entry: (key: Holder, value: [Waiter])) -> (Int, Int) {
            guard let first = entry.value.first else { return (.max, .max) }
            return (lastTurns[entry.key] ?? first.arrival - FairTurns.lately, first.token)
        }

        mutating func remove(_ token: Int, of holder: Holder) -> Waiter? {
            guard let index = waiting[holder]?.firstIndex(where: { $0.token == token }) else { return nil }
            let waiter = waiting[holder]?.remove(at: index)
            if waiting[holder]?.isEmpty == true { waiting[holder] = nil }
            return waiter
        }
    }

    /// For how many turns it matters that a holder had one.
    private static var lately: Int { 32 }

    private let state: Mutex<State>

    /// - Parameter count: Turns at once, at least 1.
    package init(_ count: Int) { state = Mutex(State(free: count)) }

    /// How many wait.
    package var waiting: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

    /// Whether a newcomer has to wait.
    package var isBusy: Bool { state.withLock { $0.free == 0 } }

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
                        state.begin(holder)
                        return true
                    }
                    let waiter = Waiter(token: token, arrival: state.begun, continuation: continuation)
                    state.waiting[holder, default: []].append(waiter)
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
