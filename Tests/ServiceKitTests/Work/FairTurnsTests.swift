import PostgresTestSupport
import RPCTestSupport
import ServiceKit
import Testing

@Suite("Fair turns", .timeLimit(.minutes(5)))
struct FairTurnsTests {
    @Test("one who waits for a turn comes after one turn of another who waits for many")
    func order() async throws {
        let turns = FairTurns<String>(1)
        let (gate, taken) = (Gate(), Recorder<String>())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await turns.withTurn(of: "first") { try await gate.wait() } }
            for number in 1...4 {
                group.addTask { try await turns.withTurn(of: "greedy") { taken.record("greedy") } }
                try await until("it waits") { turns.waiting >= number }
            }
            group.addTask { try await turns.withTurn(of: "innocent") { taken.record("innocent") } }
            try await until("it waits") { turns.waiting == 5 }
            gate.open()
            try await group.waitForAll()
        }
        #expect(taken.values == ["greedy", "innocent", "greedy", "greedy", "greedy"])
        try await turns.withTurn(of: "greedy") {}
    }

    @Test("one who is cancelled waits no longer, and nobody else is held up")
    func cancelled() async throws {
        let turns = FairTurns<Int>(1)
        let gate = Gate()
        let holder = Task { try await turns.withTurn(of: 1) { try await gate.wait() } }
        let waiting = Task { try await turns.withTurn(of: 2) {} }
        try await until("it waits") { turns.waiting == 1 }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(turns.waiting == 0)
        gate.open()
        try await holder.value
        try await turns.withTurn(of: 2) {}
    }
}
