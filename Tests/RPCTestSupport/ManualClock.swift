package import NIOCore
package import RPC
import Synchronization

/// A clock that a test moves.
package final class ManualClock: RPCClock {
    private struct Timer {
        let deadline: NIODeadline
        let loop: any EventLoop
        let work: @Sendable () -> Void
    }

    private struct State {
        var now = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
        var timers: [Int: Timer] = [:]
        var next = 0
        /// Those that anything was scheduled on.
        var loops: [any EventLoop] = []
        var waiters: [Int: (count: Int, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var nextWaiter = 0
    }

    private let state = Mutex(State())

    /// A clock that stands at an arbitrary time.
    package init() {}

    package var now: NIODeadline { state.withLock { $0.now } }

    /// Things that are still to be done.
    package var timers: Int { state.withLock { $0.timers.count } }

    package func schedule(
        at deadline: NIODeadline,
        on loop: any EventLoop,
        _ work: @escaping @Sendable () -> Void
    ) -> ScheduledWork {
        let (id, isDue) = state.withLock { state in
            state.next += 1
            if !state.loops.contains(where: { $0 === loop }) { state.loops.append(loop) }
            guard deadline > state.now else { return (state.next, true) }
            state.timers[state.next] = Timer(deadline: deadline, loop: loop, work: work)
            return (state.next, false)
        }
        if isDue { loop.execute(work) } else { wakeWaiters() }
        return ScheduledWork { _ = self.state.withLock { $0.timers.removeValue(forKey: id) } }
    }

    private func wakeWaiters() {
        let due = state.withLock { state in
            let count = state.timers.count
            let due = state.waiters.filter { $0.value.count <= count }
            for id in due.keys { state.waiters[id] = nil }
            return due.values
        }
        due.forEach { $0.continuation.resume() }
    }

    /// Returns once at least so many things are to be done at a later time.
    /// - Throws: `CancellationError` when the task is cancelled before.
    package func waitForTimers(_ count: Int) async throws {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if state.timers.count >= count { return .success(()) }
                    if Task.isCancelled { return .failure(CancellationError()) }
                    state.waiters[id] = (count, continuation)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Moves on, and does what becomes due on the way, in order, each with what it causes on event loops before the next.
    package func advance(by amount: TimeAmount) async throws {
        // For those who move it until something happens.
        try Task.checkCancellation()
        let end = now + amount
        while let timer = takeNext(until: end) {
            try await timer.loop.submit(timer.work).get()
            try await settle()
        }
        state.withLock { $0.now = max($0.now, end) }
    }

    /// Moves on at once, as if the event loops had stood still meanwhile: what became due is done late.
    package func jump(by amount: TimeAmount) async throws {
        state.withLock { $0.now = $0.now + amount }
        try await advance(by: .zero)
    }

    /// A ping crosses loops five times until its answer is there.
    private static let hops = 8

    private func settle() async throws {
        let loops = state.withLock { $0.loops }
        for _ in 0..<ManualClock.hops {
            for loop in loops { try await loop.submit {}.get() }
        }
    }

    private func takeNext(until end: NIODeadline) -> Timer? {
        state.withLock { state in
            guard let first = state.timers.min(by: { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }),
                first.value.deadline <= end
            else { return nil }
            state.timers[first.key] = nil
            state.now = max(state.now, first.value.deadline)
            return first.value
        }
    }

    /// Moves on by a millisecond at a time, as fast as it can, while something is done.
    package func whileRunning<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        let pump = Task {
            while !Task.isCancelled {
                try? await advance(by: .milliseconds(1))
                await Task.yield()
            }
        }
        defer { pump.cancel() }
        return try await body()
    }
}
