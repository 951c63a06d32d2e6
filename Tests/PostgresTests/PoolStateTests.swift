import ConcurrencyTestSupport
import PostgresTestSupport
import Synchronization
import Testing

@testable import Postgres

/// A pool's state with callers that wait in it.
private final class Callers: Sendable {
    private let state: Mutex<PoolState>
    let start = ContinuousClock.now

    init(size: Int, queueLimit: Int = 10) { state = Mutex(PoolState(size: size, queueLimit: queueLimit)) }

    func with<Result: Sendable>(_ body: @Sendable (inout PoolState) -> Result) -> Result {
        state.withLock { body(&$0) }
    }

    /// What a caller is to do that does not wait in the queue, `later` than the start.
    func decision(later: Duration = .zero) -> String {
        let now = start + later
        return with { state in
            switch state.acquire(nil, now: now) {
            case .use: "use"
            case .open: "open"
            case .wait: "wait"
            case .fail(let error): "\(error.code)"
            }
        }
    }

    /// Puts a caller into the queue and returns once it waits.
    func wait(
        as id: UInt64,
        of user: String? = nil,
        atMost limit: Duration = .seconds(60),
        isQueued: Bool = true
    ) async throws -> Task<PoolState.Grant, any Error> {
        let count = with(\.waiterCount)
        let task = Task {
            try await withCheckedThrowingContinuation { continuation in
                let waiter = PoolState.Waiter(
                    id: id,
                    customer: user.map(PoolState.Customer.user) ?? .work(id),
                    deadline: self.start + limit,
                    limit: limit,
                    continuation: continuation
                )
                if case .fail(let error) = self.state.withLock({ $0.acquire(waiter, now: self.start) }) {
                    continuation.resume(throwing: error)
                }
            }
        }
        if isQueued { try await until("the caller waits") { with(\.waiterCount) == count + 1 } }
        return task
    }

    func fail(_ error: PostgresError, later: Duration = .zero) -> Bool {
        let now = start + later
        let (resumptions, isFirst) = state.withLock { $0.noteFailure(error, now: now) }
        resumptions.resume()
        return isFirst
    }

    func drop() { state.withLock { $0.drop() }.resume() }

    func close() { state.withLock { $0.close() }.resume() }
}

private let outage = PostgresError(.unavailable, "gone")

@Suite("The state of a pool", .timeLimit(.minutes(5)))
struct PoolStateTests {
    @Test("opens connections up to its size, and lets further callers wait")
    func size() {
        let callers = Callers(size: 2)
        #expect([callers.decision(), callers.decision(), callers.decision()] == ["open", "open", "wait"])
        #expect(callers.with(\.openCount) == 2)
    }

    @Test("has room for one connection at least", arguments: [0, -3])
    func leastSize(size: Int) {
        let callers = Callers(size: size)
        #expect([callers.decision(), callers.decision()] == ["open", "wait"])
    }

    @Test("rejects a caller when the queue is full, with size and queue in the sentence")
    func fullQueue() async throws {
        let callers = Callers(size: 1, queueLimit: 1)
        #expect(callers.decision() == "open")
        let waiting = try await callers.wait(as: 1)
        let sentence = callers.with { state in
            guard case .fail(let error) = state.acquire(nil, now: .now) else { return "" }
            return "\(error)"
        }
        #expect(sentence == "poolExhausted: All 1 database connections are in use and 1 callers wait")
        callers.close()
        _ = await waiting.result
    }

    @Test("lets users wait in turns, and work that is nobody's in the order in which it came")
    func turns() async throws {
        let callers = Callers(size: 1)
        #expect(callers.decision() == "open")
        let served = Recorder<UInt64>()
        var waiting: [Task<Void, any Error>] = []
        for (id, user) in [(1, "ada"), (2, "ada"), (3, "ada"), (4, nil), (5, "bob"), (6, nil)] as [(UInt64, String?)] {
            let task = try await callers.wait(as: id, of: user)
            waiting.append(
                Task {
                    _ = try await task.value
                    served.record(id)
                }
            )
        }
        for count in 1...6 {
            callers.drop()
            try await until("the next is served") { served.count == count }
        }
        #expect(served.values == [1, 4, 5, 6, 2, 3])
        for task in waiting { try await task.value }
    }

    @Test("rejects a user who has as many waiting as there are places left, and no other")
    func placesOfUser() async throws {
        let callers = Callers(size: 1, queueLimit: 4)
        #expect(callers.decision() == "open")
        var waiting = [try await callers.wait(as: 1, of: "ada"), try await callers.wait(as: 2, of: "ada")]
        await #expect(throws: PostgresError.self) { try await callers.wait(as: 3, of: "ada", isQueued: false).value }
        waiting.append(try await callers.wait(as: 4, of: "bob"))
        callers.close()
        for task in waiting { _ = await task.result }
    }

    @Test("gives the slot of a connection that broke to the caller who has waited longest")
    func brokenConnection() async throws {
        let callers = Callers(size: 1)
        #expect(callers.decision() == "open")
        let first = try await callers.wait(as: 1)
        let second = try await callers.wait(as: 2)
        callers.drop()
        guard case .slot = try await first.value else {
            Issue.record("the caller got something else than a slot")
            return
        }
        #expect(callers.with(\.waiterCount) == 1)
        #expect(callers.with(\.openCount) == 1)
        callers.close()
        _ = await second.result
    }

    @Test("fails callers at once during an outage, until it is time to try again")
    func pause() {
        let callers = Callers(size: 2)
        #expect(callers.decision() == "open")
        #expect(callers.fail(outage))
        // The first pause is 25 to 50 ms.
        #expect(callers.decision(later: .milliseconds(24)) == "unavailable")
        #expect(callers.decision(later: .milliseconds(50)) == "open")
    }

    @Test("pauses longer after each failure, but at most a second")
    func growingPauses() {
        let callers = Callers(size: 1)
        var now = Duration.zero
        for failure in 1...12 {
            #expect(callers.decision(later: now) == "open")
            #expect(callers.fail(outage, later: now) == (failure == 1))
            let least = min(500, 25 << (failure - 1))
            #expect(callers.decision(later: now + .milliseconds(least - 1)) == "unavailable")
            now += .seconds(1)
        }
    }

    @Test("reports the end of an outage once")
    func recovery() {
        let callers = Callers(size: 1)
        #expect(callers.decision() == "open")
        #expect(callers.fail(outage))
        #expect(callers.decision(later: .seconds(1)) == "open")
        #expect(callers.with { $0.noteOpened() })
        #expect(!callers.with { $0.noteOpened() })
    }

    @Test("fails all who wait when the last connection can't be opened")
    func failedWaiters() async throws {
        let callers = Callers(size: 1)
        #expect(callers.decision() == "open")
        let waiting = [try await callers.wait(as: 1), try await callers.wait(as: 2)]
        #expect(callers.fail(outage))
        for task in waiting {
            let error = await #expect(throws: PostgresError.self) { try await task.value }
            #expect(error?.code == .unavailable)
        }
        #expect(callers.with(\.openCount) == 0)
    }

    @Test("lets those who wait go on waiting while another connection stands")
    func partialFailure() async throws {
        let callers = Callers(size: 2)
        #expect([callers.decision(), callers.decision()] == ["open", "open"])
        let waiting = try await callers.wait(as: 1)
        // One connection stands; the slot of the other goes to the caller, who tries anew.
        _ = callers.fail(outage)
        guard case .slot = try await waiting.value else {
            Issue.record("the caller got something else than a slot")
            return
        }
        #expect(callers.with(\.openCount) == 2)
    }

    @Test("forgets a caller who gave up, once")
    func removal() async throws {
        let callers = Callers(size: 1)
        #expect(callers.decision() == "open")
        let waiting = try await callers.wait(as: 7)
        #expect(callers.with { $0.removeWaiter(8, of: .work(8)) == nil })
        let waiter = callers.with { $0.removeWaiter(7, of: .work(7)) }
        waiter?.continuation.resume(throwing: CancellationError())
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(callers.with { $0.removeWaiter(7, of: .work(7)) == nil })
        // The slot of the connection that comes back is nobody's.
        callers.drop()
        #expect(callers.with(\.openCount) == 0)
    }

    @Test("ends the waits that are over their time with one timer, set anew while somebody waits")
    func timer() async throws {
        let callers = Callers(size: 1)
        let start = callers.start
        #expect(callers.decision() == "open")
        let short = try await callers.wait(as: 1, atMost: .seconds(1))
        let long = try await callers.wait(as: 2, atMost: .seconds(5))
        #expect(callers.with { $0.setTimer(to: start + .seconds(1)) })
        #expect(callers.with { !$0.setTimer(to: start + .seconds(5)) })
        let first = callers.with { $0.timerFired(at: start + .seconds(1), now: start + .seconds(1)) }
        #expect(first.expired.map(\.id) == [1])
        #expect(first.next == start + .seconds(5))
        let last = callers.with { state in
            _ = state.setTimer(to: start + .seconds(5))
            return state.timerFired(at: start + .seconds(5), now: start + .seconds(6))
        }
        #expect(last.expired.map(\.id) == [2])
        #expect(last.next == nil)
        for waiter in first.expired + last.expired { waiter.continuation.resume(throwing: CancellationError()) }
        await #expect(throws: CancellationError.self) { try await short.value }
        await #expect(throws: CancellationError.self) { try await long.value }
    }

    @Test("leaves the timer to the one that fires first")
    func earlierTimer() async throws {
        let callers = Callers(size: 1)
        let start = callers.start
        #expect(callers.decision() == "open")
        let waiting = try await callers.wait(as: 1, atMost: .seconds(9))
        #expect(callers.with { $0.setTimer(to: start + .seconds(9)) })
        #expect(callers.with { $0.setTimer(to: start + .seconds(2)) })
        let early = callers.with { $0.timerFired(at: start + .seconds(2), now: start + .seconds(2)) }
        #expect(early.expired.isEmpty)
        #expect(early.next == start + .seconds(9))
        #expect(callers.with { $0.setTimer(to: start + .seconds(9)) })
        // A timer that was set first, for the same time, ends the wait; the other one then finds nobody.
        let late = callers.with { $0.timerFired(at: start + .seconds(9), now: start + .seconds(9)) }
        late.expired.first?.continuation.resume(throwing: CancellationError())
        await #expect(throws: CancellationError.self) { try await waiting.value }
        let again = callers.with { $0.timerFired(at: start + .seconds(9), now: start + .seconds(10)) }
        #expect(again.expired.isEmpty && again.next == nil)
    }

    @Test("rejects everyone once it is closed, and is done when the last connection is back")
    func closing() async throws {
        let callers = Callers(size: 1)
        #expect(callers.decision() == "open")
        let waiting = try await callers.wait(as: 1)
        callers.close()
        let error = await #expect(throws: PostgresError.self) { try await waiting.value }
        #expect(error?.code == .closed)
        #expect(callers.decision() == "closed")
        let closer = Task {
            await withCheckedContinuation { continuation in
                if !callers.with({ $0.awaitLast(continuation) }) { continuation.resume() }
            }
        }
        callers.drop()
        await closer.value
        #expect(callers.with(\.openCount) == 0)
    }

    @Test("keeps no connection that comes back after it was closed")
    func lateReturn() async throws {
        try await TestDatabase.withDatabase { database in
            let connection = try await PostgresConnection.open(database.configuration)
            let callers = Callers(size: 1)
            #expect(callers.decision() == "open")
            callers.close()
            callers.with { $0.giveBack(connection) }.resume()
            #expect(callers.with(\.idleCount) == 0)
            #expect(callers.with(\.openCount) == 0)
        }
    }

    @Test("lends the connection that was used last, which leaves the others to grow old")
    func order() async throws {
        try await TestDatabase.withDatabase { database in
            let connections = [
                try await PostgresConnection.open(database.configuration),
                try await PostgresConnection.open(database.configuration),
            ]
            let callers = Callers(size: 2)
            #expect([callers.decision(), callers.decision()] == ["open", "open"])
            for connection in connections { callers.with { $0.giveBack(connection) }.resume() }
            #expect(callers.with(\.idleCount) == 2)
            let isLast = callers.with { state in
                guard case .use(let lent) = state.acquire(nil, now: .now) else { return false }
                return lent === connections[1]
            }
            #expect(isLast)
        }
    }
}
