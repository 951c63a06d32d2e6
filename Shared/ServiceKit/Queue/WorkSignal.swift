package import Foundations
import Synchronization

/// Wakes tasks that wait for work. A signal between looking for work and waiting isn't missed.
package final class WorkSignal: Sendable {
    private struct State {
        var count = 0
        var nextWaiter = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// A signal that has not been given yet.
    package init() {}

    /// How often the signal was given; to be read before looking for work.
    package var count: Int { state.withLock { $0.count } }

    /// Wakes every task that waits.
    package func notify() {
        let waiters = state.withLock { state in
            state.count += 1
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        waiters.forEach { $0.resume() }
    }

    /// Returns at the first signal after `count`, after `limit`, or when the task is cancelled.
    package func wait(
        after count: Int,
        atMost limit: Duration,
        clock: any WallClock = SystemWallClock()
    ) async {
        await withTaskGroup { group in
            group.addTask { try? await clock.sleep(for: limit) }
            group.addTask { await self.wait(after: count) }
            await group.next()
            group.cancelAll()
        }
    }

    private func wait(after count: Int) async {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.count != count || Task.isCancelled { return true }
                    state.waiters[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
    }
}
