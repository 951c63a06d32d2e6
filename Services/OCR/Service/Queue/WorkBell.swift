import Synchronization

/// Wakes those who wait for work. A ring between looking for work and waiting isn't missed.
final class WorkBell: Sendable {
    private struct State {
        var rings = 0
        var nextWaiter = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// How often it rang; to be read before looking for work.
    var rings: Int { state.withLock { $0.rings } }

    /// Wakes everyone.
    func ring() {
        let waiters = state.withLock { state in
            state.rings += 1
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        waiters.forEach { $0.resume() }
    }

    /// Returns at the first ring after `rings`, after `limit`, or when the task is cancelled.
    func wait(after rings: Int, atMost limit: Duration) async {
        await withTaskGroup { group in
            group.addTask { try? await Task.sleep(for: limit) }
            group.addTask { await self.wait(after: rings) }
            await group.next()
            group.cancelAll()
        }
    }

    private func wait(after rings: Int) async {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.rings != rings || Task.isCancelled { return true }
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
