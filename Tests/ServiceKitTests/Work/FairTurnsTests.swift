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
            try await until("it is busy") { turns.isBusy }
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

    @Test("one who has had no turn lately comes before all who wait for another")
    func newcomer() async throws {
        let turns = FairTurns<String>(1)
        let greedy = ["first", "second", "third"]
        for holder in greedy { try await turns.withTurn(of: holder) {} }
        let (gate, taken) = (Gate(), Recorder<String>())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await turns.withTurn(of: "first") { try await gate.wait() } }
            try await until("it is busy") { turns.isBusy }
            for (number, holder) in (greedy + greedy).enumerated() {
                group.addTask { try await turns.withTurn(of: holder) { taken.record(holder) } }
                try await until("it waits") { turns.waiting == number + 1 }
            }
            group.addTask { try await turns.withTurn(of: "innocent") { taken.record("innocent") } }
            try await until("it waits") { turns.waiting == 7 }
            gate.open()
            try await group.waitForAll()
        }
        #expect(taken.values == ["innocent", "second", "third", "first", "second", "third", "first"])
    }

    @Test("a kept turn is for one with a single piece of work, while several others have more")
    func kept() async throws {
        let turns = FairTurns<String>(2, keeping: 1)
        let (gates, taken) = ([Gate(), Gate()], Recorder<String>())
        try await withThrowingTaskGroup(of: Void.self) { group in
            // Alone, one holder has all turns.
            for gate in gates[..<2] {
                group.addTask { try await turns.withTurn(of: "first") { try await gate.wait() } }
            }
            try await until("it is busy") { turns.isBusy }
            for (number, holder) in ["first", "second", "second", "first"].enumerated() {
                group.addTask { try await turns.withTurn(of: holder) { taken.record(holder) } }
                try await until("it waits") { turns.waiting == number + 1 }
            }
            gates[0].open()
            try await until("a turn is kept") { !turns.isBusy }
            #expect(turns.waiting == 4 && taken.values == [])
            try await turns.withTurn(of: "innocent") { taken.record("innocent") }
            #expect(turns.waiting == 4 && !turns.isBusy)
            gates[1].open()
            try await group.waitForAll()
        }
        #expect(taken.values.first == "innocent" && taken.values.count == 5)
        #expect(turns.waiting == 0 && !turns.isBusy)
    }

    @Test("one who has had a turn is not passed by newcomers forever")
    func repeated() async throws {
        let turns = FairTurns<Int>(1)
        let taken = Recorder<Int>()
        try await withThrowingTaskGroup(of: Void.self) { group in
            var gate = Gate()
            group.addTask { [gate] in try await turns.withTurn(of: 0) { try await gate.wait() } }
            try await until("it is busy") { turns.isBusy }
            group.addTask { try await turns.withTurn(of: 0) { taken.record(0) } }
            try await until("it waits") { turns.waiting == 1 }
            // Each comes during the turn of the one before.
            for newcomer in 1...50 {
                let (next, waiting) = (Gate(), turns.waiting)
                group.addTask {
                    try await turns.withTurn(of: newcomer) {
                        taken.record(newcomer)
                        try await next.wait()
                    }
                }
                try await until("it waits") { turns.waiting == waiting + 1 }
                gate.open()
                try await until("it has its turn") { taken.values.contains(newcomer) }
                gate = next
            }
            gate.open()
            try await group.waitForAll()
        }
        #expect(taken.values.firstIndex(of: 0) == 32)
    }

    @Test("one who is cancelled waits no longer, and nobody else is held up")
    func cancelled() async throws {
        let turns = FairTurns<Int>(1)
        let gate = Gate()
        let holder = Task { try await turns.withTurn(of: 1) { try await gate.wait() } }
        try await until("it is busy") { turns.isBusy }
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
