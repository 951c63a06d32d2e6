import FoundationsTestSupport
import PostgresTestSupport
import RPCTestSupport
import Testing

@testable import ServiceKit

@Suite("A signal of work", .timeLimit(.minutes(5)))
struct WorkSignalTests {
    private let signal = WorkSignal()
    // It moves only when a test advances it: a signal that is missed ends no wait.
    private let clock = ManualWallClock()
    private let woken = Recorder<Void>()

    /// A task that waits for a signal after `count`, at most a minute.
    private func waiter(after count: Int) -> Task<Void, Never> {
        Task {
            await signal.wait(after: count, atMost: .seconds(60), clock: clock)
            woken.record(())
        }
    }

    @Test("is not missed when it is given between looking for work and waiting")
    func early() async {
        let count = signal.count
        signal.notify()
        #expect(signal.count == count + 1)
        await waiter(after: count).outcome
    }

    @Test("wakes every task that waits, once: the next wait is for the next signal")
    func waiters() async throws {
        let early = (0..<10).map { _ in waiter(after: 0) }
        try await until("all wait") { clock.sleeperCount == 10 }
        signal.notify()
        for task in early { await task.outcome }
        let later = waiter(after: signal.count)
        try await until("it waits") { clock.sleeperCount == 1 }
        #expect(woken.count == 10)
        signal.notify()
        await later.outcome
        #expect(clock.sleeperCount == 0)
    }

    @Test("is waited for until the limit and no longer")
    func limit() async throws {
        let waiting = waiter(after: 0)
        try await until("it waits") { clock.sleeperCount == 1 }
        clock.advance(by: 59.9)
        #expect(clock.sleeperCount == 1)
        clock.advance(by: 0.1)
        await waiting.outcome
        #expect(signal.count == 0)
    }

    @Test("is not waited for by a task that is cancelled, meanwhile or before")
    func cancellation() async throws {
        let meanwhile = waiter(after: 0)
        try await until("it waits") { clock.sleeperCount == 1 }
        meanwhile.cancel()
        await meanwhile.outcome
        let before = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await signal.wait(after: 0, atMost: .seconds(60), clock: clock)
        }
        await before.outcome
        #expect(clock.sleeperCount == 0)
        // Nobody waits any more: waking one of them a second time would end the process.
        signal.notify()
    }

    @Test("loses no task when signals, cancellations and waits come at once")
    func concurrency() async {
        let tasks = (0..<400).map { _ in waiter(after: signal.count) }
        await withTaskGroup { group in
            group.addTask { for task in tasks.indices where task.isMultiple(of: 3) { tasks[task].cancel() } }
            for _ in 0..<4 { group.addTask { for _ in 0..<50 { signal.notify() } } }
        }
        #expect(signal.count == 200)
        // Those that began to wait behind the last signal.
        signal.notify()
        for task in tasks { await task.outcome }
        #expect(woken.count == 400)
    }
}
