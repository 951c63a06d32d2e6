import FoundationsTestSupport
import PostgresTestSupport
import RPCTestSupport
import Testing

@testable import ServiceKit

@Suite("Work beside guards", .timeLimit(.minutes(5)))
struct GuardingTests {
    private struct Failure: Error, Equatable { var number = 0 }

    private let clock = ManualWallClock()

    @Test("is cancelled by the first guard that throws, whose error counts")
    func refused() async throws {
        let ended = Recorder<String>()
        let work: @Sendable () async throws -> Int = {
            do { try await Gate().wait() } catch { ended.record("\(type(of: error))") }
            return 7
        }
        let running = Task {
            try await guarding(
                work,
                by: { [clock] in
                    try await clock.sleep(for: .seconds(20))
                    throw Failure(number: 20)
                },
                { [clock] in
                    try await clock.sleep(for: .seconds(10))
                    throw Failure(number: 10)
                }
            )
        }
        try await until("both guards wait") { clock.sleeperCount == 2 }
        clock.advance(by: 10)
        await #expect(throws: Failure(number: 10)) { try await running.value }
        #expect(ended.values == ["CancellationError"])
        #expect(clock.sleeperCount == 0)
    }

    @Test("ends its guards when it ends, whether it returns or throws", arguments: [true, false])
    func ended(returns: Bool) async throws {
        let gate = Gate()
        let running = Task {
            try await guarding(
                {
                    try await gate.wait()
                    if !returns { throw Failure() }
                    return 7
                },
                by: { [clock] in try await clock.sleep(for: .seconds(10)) }
            )
        }
        try await until("the guard waits") { clock.sleeperCount == 1 }
        gate.open()
        let result = await running.result
        #expect((try? result.get()) == (returns ? 7 : nil))
        #expect(clock.sleeperCount == 0)
    }

    @Test("counts as done when it ends well although its task is cancelled")
    func doneAlthoughCancelled() async throws {
        let gate = Gate()
        let running = Task {
            try await guarding(
                {
                    await gate.waitThroughCancellation()
                    return 7
                },
                by: { [clock] in try await clock.sleep(for: .seconds(10)) }
            )
        }
        try await until("the guard waits") { clock.sleeperCount == 1 }
        running.cancel()
        try await until("the guard has ended") { clock.sleeperCount == 0 }
        gate.open()
        #expect(try await running.value == 7)
    }

    @Test("goes on without a guard that has nothing to say")
    func satisfied() async throws {
        let passed = Recorder<Void>()
        let gate = Gate()
        let running = Task {
            try await guarding(
                {
                    try await gate.wait()
                    return 7
                },
                by: { passed.record(()) }
            )
        }
        try await passed.wait(forCount: 1)
        gate.open()
        #expect(try await running.outcome == 7)
    }
}
