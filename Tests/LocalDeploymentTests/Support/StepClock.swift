import ConcurrencyTestSupport
import Foundation
import Foundations
import Synchronization

/// A wall clock whose sleeps end when the test lets them; the time then has moved by their length.
final class StepClock: WallClock {
    struct Sleep: Sendable {
        let duration: Duration
        let gate = Gate()
    }

    /// Every sleep that was begun.
    let sleeps = Recorder<Sleep>()
    private let time = Mutex(Date(timeIntervalSince1970: 1_700_000_000))

    var now: Date { time.withLock { $0 } }

    /// Moves the time without ending a sleep.
    func advance(by duration: Duration) { time.withLock { $0 += duration.inSeconds } }

    func sleep(for duration: Duration) async throws {
        let sleep = Sleep(duration: duration)
        sleeps.record(sleep)
        try await sleep.gate.wait()
        advance(by: duration)
    }

    /// Ends the sleep of a number, from 1, once it has begun.
    /// - Returns: Its length.
    @discardableResult
    func endSleep(_ number: Int) async throws -> Duration {
        let sleep = try await sleeps.wait(forCount: number)[number - 1]
        sleep.gate.open()
        return sleep.duration
    }
}
