import Synchronization

/// A number of turns at once, of which holders get one after the other, however many each of them waits for.
///
/// The holder whose last turn is the longest ago is next, so one that has had none lately is before all that wait for more. Having
/// had none counts as having had one ``lately`` turns before coming, so that newcomers do not pass others forever, and no
/// more than so many holders are remembered.
///
/// Some turns can be kept: while several holders have more than one piece of work each, these are only for holders with a
/// single one, who then need not wait for the end of another's.
package final class FairTurns<Holder: Hashable & Sendable>: Sendable {
    private struct Waiter {
        let token: Int
        /// The number of turns that had begun when it came.
        let arrival: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        /// While somebody waits, at most those that are kept.
        var free: Int
        /// How many are kept while several holders have more than one piece of work.
        let kept: Int
        /// How many pieces of work each holder has, waiting or in their turns.
        var work: [Holder: Int] = [:]
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

        /// Begins the turns of those who may have one now.
        mutating func grant() -> [Waiter] {
            var granted: [Waiter] = []
            while let waiter = next() { granted.append(waiter) }
            return granted
        }

        /// Whether a holder's work may have a free turn.
        func admits(_ holder: Holder) -> Bool {
            guard free > 0 else { return false }
            return free > kept || work[holder] == 1 || work.values.count { $0 > 1 } < 2
        }

        /// A piece of work of a holder has ended, or is not wanted any more.
        mutating func end(_ holder: Holder) {
            let left = work[holder, default: 1] - 1
            work[holder] = left > 0 ? left : nil
        }

        private mutating func next() -> Waiter? {
            guard free > 0 else { return nil }
            let admitted = waiting.filter { admits($0.key) }
            guard let holder = admitted.min(by: { rank($0) < rank($1) })?.key else { return nil }
            free -= 1
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

    /// - Parameters:
    ///   - count: Turns at once, at least 1.
    ///   - kept: How many of them are kept for holders with a single piece of work; fewer than `count`.
    package init(_ count: Int, keeping kept: Int = 0) { state = Mutex(State(free: count, kept: kept)) }

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
        defer { release(holder) }
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
                    state.work[holder, default: 0] += 1
                    if state.admits(holder) {
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
        let (waiter, granted) = state.withLock { state in
            guard let waiter = state.remove(token, of: holder) else { return (Waiter?.none, [Waiter]()) }
            state.end(holder)
            return (waiter, state.grant())
        }
        waiter?.continuation.resume(throwing: CancellationError())
        for next in granted { next.continuation.resume() }
    }

    private func release(_ holder: Holder) {
        let granted = state.withLock { state in
            state.end(holder)
            state.free += 1
            return state.grant()
        }
        for next in granted { next.continuation.resume() }
    }
}
