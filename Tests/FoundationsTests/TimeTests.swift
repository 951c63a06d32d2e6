import Foundation
import Foundations
import FoundationsTestSupport
import Testing

@Suite("A back-off")
struct BackoffTests {
    private let exact = Backoff(initial: .milliseconds(100), multiplier: 2, maximum: .seconds(3), jitter: 1...1)

    @Test(
        "grows by its factor up to its maximum",
        arguments: [(-5, 0.1), (0, 0.1), (1, 0.1), (2, 0.2), (3, 0.4), (5, 1.6), (6, 3), (7, 3), (Int.max, 3)]
            as [(Int, Double)]
    )
    func growth(failures: Int, seconds: Double) {
        #expect(abs(exact.delay(afterFailures: failures).inSeconds - seconds) < 1e-9)
    }

    @Test("varies within its jitter, and uses all of it")
    func jitter() {
        var generator = SeededGenerator(seed: 1)
        let backoff = Backoff(initial: .seconds(1), maximum: .seconds(1))
        let delays = (0..<2_000).map { _ in backoff.delay(afterFailures: 1, using: &generator).inSeconds }
        #expect(delays.allSatisfy { (0.8...1.2).contains($0) })
        #expect(delays.contains { $0 < 0.82 } && delays.contains { $0 > 1.18 })
    }

    @Test("is the same for the same random numbers")
    func repeatable() {
        var (first, second) = (SeededGenerator(seed: 7), SeededGenerator(seed: 7))
        let backoff = Backoff.doubling(from: .milliseconds(50), to: .seconds(2))
        for failures in 1...20 {
            #expect(
                backoff.delay(afterFailures: failures, using: &first)
                    == backoff.delay(afterFailures: failures, using: &second)
            )
        }
    }

    @Test("that doubles never exceeds its maximum and waits at least half of it")
    func doubling() {
        let backoff = Backoff.doubling(from: .milliseconds(500), to: .seconds(15))
        for failures in 1...100 {
            let ceiling = min(0.5 * pow(2, Double(min(failures, 30) - 1)), 15)
            let delay = backoff.delay(afterFailures: failures).inSeconds
            #expect(delay >= ceiling / 2 - 1e-9 && delay <= ceiling + 1e-9)
        }
    }

    @Test("that doesn't grow ends at once", arguments: [1.0, 0.5])
    func constant(multiplier: Double) {
        let backoff = Backoff(initial: .seconds(1), multiplier: multiplier, maximum: .seconds(9), jitter: 1...1)
        #expect(backoff.delay(afterFailures: .max) == .seconds(1))
    }

    @Test("never starts above its maximum")
    func initialAboveMaximum() {
        #expect(
            Backoff(initial: .seconds(9), maximum: .seconds(2), jitter: 1...1).delay(afterFailures: 1) == .seconds(2)
        )
    }
}

@Suite("A duration")
struct DurationTests {
    @Test("in seconds keeps its fraction", arguments: [(1_500, 1.5), (-250, -0.25), (0, 0)] as [(Int, Double)])
    func seconds(milliseconds: Int, seconds: Double) {
        #expect(Duration.milliseconds(milliseconds).inSeconds == seconds)
    }

    @Test("is rounded towards zero")
    func rounding() {
        #expect(Duration.microseconds(1_999).wholeMilliseconds == 1)
        #expect(Duration.microseconds(-1_999).wholeMilliseconds == -1)
        #expect(Duration(secondsComponent: 0, attosecondsComponent: 1_999_999_999).wholeNanoseconds == 1)
        #expect(
            Duration(secondsComponent: -3, attosecondsComponent: -500_000_000_000_000_000).wholeMilliseconds == -3_500
        )
    }

    @Test("that is too long is the longest that can be counted")
    func saturation() {
        let (longest, shortest) = (Duration.seconds(Int64.max), Duration.seconds(Int64.min))
        #expect(longest.wholeMilliseconds == .max && shortest.wholeMilliseconds == .min)
        #expect(longest.wholeNanoseconds == .max / 2 && shortest.wholeNanoseconds == .min / 2)
    }

    @Test("of nanoseconds can be added to another without overflow")
    func addition() {
        let longest = Duration.seconds(Int64.max).wholeNanoseconds
        #expect(!longest.addingReportingOverflow(longest).overflow)
    }
}

@Suite("A wall clock", .timeLimit(.minutes(5)))
struct WallClockTests {
    @Test("of the machine returns the machine's time")
    func system() async throws {
        let before = Date()
        let now = SystemWallClock().now
        #expect(now >= before && now <= Date())
        let clock: any WallClock = .system
        try await clock.sleep(for: .milliseconds(1))
        try await clock.sleep(until: now)
        #expect(clock.now > now)
    }

    @Test(
        "counts whole seconds, rounded down",
        arguments: [(1.9, 1), (-0.1, -1), (1_700_000_000, 1_700_000_000)] as [(Double, Int64)]
    )
    func seconds(time: Double, seconds: Int64) {
        #expect(ManualWallClock(now: Date(timeIntervalSince1970: time)).unixSeconds == seconds)
    }

    @Test("of a test wakes only the tasks that are due")
    func advancing() async throws {
        let clock = ManualWallClock()
        let short = Task { try await clock.sleep(for: .seconds(5)) }
        let long = Task { try await clock.sleep(until: clock.now + 60) }
        while clock.sleeperCount < 2 { await Task.yield() }
        clock.advance(by: 4.5)
        #expect(clock.sleeperCount == 2)
        clock.advance(by: 0.5)
        try await short.value
        #expect(clock.sleeperCount == 1)
        clock.advance(by: 55)
        try await long.value
    }

    @Test("of a test ends the sleep of a cancelled task")
    func cancellation() async throws {
        let clock = ManualWallClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(5)) }
        while clock.sleeperCount < 1 { await Task.yield() }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test("of a test rejects the sleep of a task that is cancelled already")
    func cancelledBefore() async {
        let clock = ManualWallClock()
        let sleeper = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(5))
        }
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test("of a test lists when tasks are due, the earliest first")
    func dueTimes() async throws {
        let clock = ManualWallClock()
        let start = clock.now
        let sleepers = [20, 5, 10].map { seconds in Task { try await clock.sleep(for: .seconds(seconds)) } }
        while clock.sleeperCount < 3 { await Task.yield() }
        #expect(clock.dueTimes == [start + 5, start + 10, start + 20])
        clock.advance(by: 7)
        #expect(clock.dueTimes == [start + 10, start + 20])
        clock.advance(by: 13)
        #expect(clock.dueTimes.isEmpty)
        for sleeper in sleepers { try await sleeper.value }
    }

    @Test("of a test loses no task when many sleep, move it and are cancelled at once")
    func concurrency() async throws {
        let clock = ManualWallClock()
        let sleepers = (1...300).map { seconds in Task { try? await clock.sleep(for: .seconds(seconds)) } }
        await withTaskGroup { group in
            group.addTask { for sleeper in sleepers.suffix(100) { sleeper.cancel() } }
            for _ in 0..<4 { group.addTask { for _ in 0..<50 { clock.advance(by: 1) } } }
        }
        #expect(clock.now == ManualWallClock().now + 200)
        let mover = Task {
            while !Task.isCancelled {
                clock.advance(by: 300)
                await Task.yield()
            }
        }
        for sleeper in sleepers { await sleeper.value }
        mover.cancel()
        #expect(clock.sleeperCount == 0)
    }
}
