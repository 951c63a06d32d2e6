import Foundations
import FoundationsTestSupport
import NIOCore
import Postgres
import PostgresTestSupport
import RPCTestSupport
import Testing

@testable import ServiceKit

@Suite("Supervised background work", .timeLimit(.minutes(5)))
struct WorkSupervisorTests {
    private struct Failure: Error {}

    private let clock = ManualWallClock()
    private let registry = PrometheusRegistry()
    private let supervisor: WorkSupervisor

    init() {
        supervisor = WorkSupervisor(
            log: TestDatabase.quietLogger,
            metrics: registry,
            clock: clock,
            backoff: Backoff.doubling(from: .seconds(10), to: .seconds(60))
        )
    }

    private var metrics: String { String(buffer: registry.text()) }

    /// Runs `body` while work is supervised.
    private func supervising(_ work: BackgroundWork, _ body: () async throws -> Void) async throws {
        let running = Task { await supervisor.run(work) }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        running.cancel()
        await running.value
        try outcome.get()
    }

    /// Returns once work has ended so often and its restart waits.
    private func waitForPause(_ count: Int, of work: String = "relay") async throws {
        try await until("it pauses for the \(count). time") {
            metrics.contains("larder_background_work_restarts_total{work=\"\(work)\"} \(count)\n")
                && clock.sleeperCount == 1
        }
    }

    @Test("is restarted after a pause, whether it returned or threw", arguments: [true, false])
    func restarted(returns: Bool) async throws {
        let starts = Recorder<Void>()
        let work = BackgroundWork("relay") {
            starts.record(())
            if !returns { throw Failure() }
        }
        try await supervising(work) {
            try await waitForPause(1)
            #expect(supervisor.degradation == "relay ended unexpectedly and is being restarted")
            #expect(metrics.contains("larder_background_work_failing{work=\"relay\"} 1"))
            clock.advance(by: 4.9)
            #expect(starts.count == 1)
            clock.advance(by: 5.1)
            try await starts.wait(forCount: 2)
        }
    }

    @Test("pauses for longer while it doesn't last")
    func growingPauses() async throws {
        let starts = Recorder<Void>()
        try await supervising(BackgroundWork("relay") { starts.record(()) }) {
            for (count, pause) in [(1, 10.0), (2, 20.0), (3, 40.0)] {
                try await waitForPause(count)
                clock.advance(by: pause / 2 - 0.1)
                #expect(starts.count == count)
                clock.advance(by: pause / 2 + 0.1)
            }
            try await starts.wait(forCount: 4)
        }
    }

    @Test("is in order again once it has gone on for a while, and begins with short pauses then")
    func settled() async throws {
        let starts = Recorder<Gate>()
        let work = BackgroundWork("relay") {
            let gate = Gate()
            starts.record(gate)
            try await gate.wait()
        }
        try await supervising(work) {
            for count in 1...3 {
                let gate = try #require(try await starts.wait(forCount: count).last)
                gate.open()
                try await waitForPause(count)
                clock.advance(by: 60)
            }
            let gate = try #require(try await starts.wait(forCount: 4).last)
            #expect(supervisor.degradation != nil)
            try await until("it goes on") { clock.sleeperCount == 1 }
            clock.advance(by: 10)
            try await until("it is in order") { supervisor.degradation == nil }
            #expect(metrics.contains("larder_background_work_failing{work=\"relay\"} 0"))
            gate.open()
            try await waitForPause(4)
            #expect(supervisor.degradation != nil)
            clock.advance(by: 10)
            try await starts.wait(forCount: 5)
        }
    }

    @Test("that has an end is restarted only when it fails")
    func once() async throws {
        let starts = Recorder<Void>()
        let running = Task {
            await supervisor.run(
                .once("first look") {
                    starts.record(())
                    if starts.count == 1 { throw Failure() }
                }
            )
        }
        try await waitForPause(1, of: "first look")
        clock.advance(by: 10)
        await running.value
        #expect(starts.count == 2)
    }

    @Test("ends when it is cancelled, without a word")
    func cancelled() async throws {
        let starts = Recorder<Void>()
        let work = BackgroundWork("relay") {
            starts.record(())
            try await Gate().wait()
        }
        try await supervising(work) { try await starts.wait(forCount: 1) }
        #expect(supervisor.degradation == nil)
        #expect(metrics.contains("larder_background_work_restarts_total{work=\"relay\"} 0"))
    }

    @Test("that is periodic shows in health from a failure until a turn succeeds")
    func periodic() async throws {
        let turns = Recorder<Void>()
        let work = BackgroundWork.every(.seconds(30), "metrics", log: TestDatabase.quietLogger, clock: clock) {
            turns.record(())
            if turns.count == 2 { throw Failure() }
        }
        try await supervising(work) {
            try await turns.wait(forCount: 1)
            try await until("it waits") { clock.sleeperCount == 2 }
            #expect(supervisor.degradation == nil)
            clock.advance(by: 30)
            try await turns.wait(forCount: 2)
            try await until("it is noticed") { supervisor.degradation == "metrics failed" }
            #expect(metrics.contains("larder_background_work_failing{work=\"metrics\"} 1"))
            #expect(metrics.contains("larder_background_work_restarts_total{work=\"metrics\"} 0"))
            try await until("it waits") { clock.sleeperCount == 1 }
            clock.advance(by: 30)
            try await turns.wait(forCount: 3)
            try await until("it is in order") { supervisor.degradation == nil }
        }
    }

    @Test("names everything that is out of order")
    func several() {
        supervisor.status(of: "b").fail("b failed")
        supervisor.status(of: "a").fail("a failed")
        #expect(supervisor.degradation == "a failed; b failed")
    }
}
