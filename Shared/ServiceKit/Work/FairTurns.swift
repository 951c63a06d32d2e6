import Foundations
import Synchronization

/// A number of turns at once, of which holders get one after the other, however many each of them waits for: in the order of
/// a ``FairQueue``.
///
/// Some turns can be kept: while several holders have more than one piece of work each, these are only for holders with a
/// single one, who then need not wait for the end of another's.
package final class FairTurns<Holder: Hashable & Sendable>: Sendable {
    private struct Waiter: Identifiable {
        let id: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        /// While somebody waits, at most those that are kept.
        var free: Int
        /// How many are kept while several holders have more than one piece of work.
        let kept: Int
        /// How many pieces of work each holder has, waiting or in their turns.
        var work: [Holder: Int] = [:]
        var nextID = 0
        var waiting = FairQueue<Holder, Waiter>()

        init(free: Int, kept: Int) {
            self.free = free
            self.kept = kept
        }

        /// Whether only holders with a single piece of work may have a turn.
        private var keepsRest: Bool { free <= kept && work.values.count { $0 > 1 } >= 2 }

        /// Begins a turn that is free.
        mutating func begin(_ holder: Holder) -> Bool {
            guard free > 0, !keepsRest || work[holder] == 1 else { return false }
            free -= 1
            waiting.beginTurn(of: holder)
            return true
        }

        /// Begins the turns of those who may have one now.
        mutating func grant() -> [Waiter] {
            var granted: [Waiter] = []
            while free > 0 {
                let (work, keepsRest) = (work, keepsRest)
                guard let waiter = waiting.popFirst(where: { !keepsRest || work[$0] == 1 }) else { break }
                free -= 1
                granted.append(waiter)
            }
            return granted
        }

        /// A piece of work of a holder has ended, or is not wanted any more.
        mutating func end(_ holder: Holder) {
            let left = work[holder, default: 1] - 1
            work[holder] = left > 0 ? left : nil
        }
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - count: Turns at once, at least 1.
    ///   - kept: How many of them are kept for holders with a single piece of work; fewer than `count`.
    package init(_ count: Int, keeping kept: Int = 0) { state = Mutex(State(free: count, kept: kept)) }

    /// How many wait.
    package var waiting: Int { state.withLock { $0.waiting.count } }

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
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isFree = state.withLock { state in
                    state.work[holder, default: 0] += 1
                    if state.begin(holder) { return true }
                    state.waiting.append(Waiter(id: id, continuation: continuation), of: holder)
                    return false
                }
                if isFree {
                    continuation.resume()
                } else if Task.isCancelled {
                    cancel(id, of: holder)
                }
            }
        } onCancel: {
            cancel(id, of: holder)
        }
    }

    private func cancel(_ id: Int, of holder: Holder) {
        let (waiter, granted) = state.withLock { state in
            guard let waiter = state.waiting.remove(id, of: holder) else { return (Waiter?.none, [Waiter]()) }
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
