import Foundation
import Foundations
import FoundationsTestSupport
import Logging
import NIOCore
import PostgresTestSupport
import RPC
import RPCTestSupport
import Testing

@testable import ServiceKit

@Suite("The status of background work")
struct WorkStatusTests {
    private let sentences = Recorder<String?>()

    private var status: WorkStatus { WorkStatus { sentences.record($0) } }

    @Test("names how the work ended before what the work itself reports, until it has settled")
    func precedence() {
        let status = status
        status.fail("the relay is slow")
        status.ended("the relay ended")
        status.fail("the relay is slower")
        status.settled()
        status.succeed()
        #expect(
            sentences.values == [
                "the relay is slow", "the relay ended", "the relay ended", "the relay is slower", nil,
            ]
        )
    }

    @Test("is in order when the work succeeds, however it ended before")
    func success() {
        let status = status
        status.ended("the relay ended")
        status.succeed()
        #expect(sentences.values == ["the relay ended", nil])
    }

    @Test("has settled only since its latest start")
    func settling() {
        let status = status
        #expect(!status.hasSettled)
        status.settled()
        #expect(status.hasSettled)
        status.begun()
        #expect(!status.hasSettled)
        // A start alone is no reason to report anything.
        #expect(sentences.values == [nil])
    }
}

@Suite("Periodic work", .timeLimit(.minutes(5)))
struct PeriodicWorkTests {
    private struct Failure: Error {}

    private let clock = ManualWallClock()

    @Test("does each turn as a trace of its own, which the line of a failure names")
    func traces() async throws {
        let (traces, lines) = (Recorder<String>(), Recorder<String>())
        let log = RecordingLogHandler.logger(lines)
        let work = BackgroundWork.every(.seconds(30), "metrics", log: log, clock: clock) {
            traces.record(TraceContext.current?.traceID ?? "none")
            throw Failure()
        }
        let supervisor = WorkSupervisor(log: log, metrics: PrometheusRegistry(), clock: clock)
        let running = Task { await supervisor.run(work) }
        for count in 1...3 {
            try await lines.wait(forCount: count)
            try await until("it waits") { clock.dueTimes.contains(clock.now + 30) }
            clock.advance(by: 30)
        }
        try await lines.wait(forCount: 4)
        running.cancel()
        await running.outcome
        #expect(Set(traces.values).count == traces.count && !traces.values.contains("none"))
        for (line, trace) in zip(lines.values, traces.values) {
            #expect(line == "warning periodic work failed error=Failure() trace=\(trace) work=metrics")
        }
    }

    @Test("ends with its task, which is no failure", arguments: [true, false])
    func cancelled(failsItself: Bool) async throws {
        let (begun, lines) = (Recorder<Void>(), Recorder<String>())
        let log = RecordingLogHandler.logger(lines)
        let work = BackgroundWork.every(.seconds(30), "metrics", log: log, clock: clock) {
            begun.record(())
            do { try await Gate().wait() } catch { throw failsItself ? Failure() : error }
        }
        let supervisor = WorkSupervisor(log: log, metrics: PrometheusRegistry(), clock: clock)
        let running = Task { await supervisor.run(work) }
        try await begun.wait(forCount: 1)
        running.cancel()
        await running.outcome
        #expect(lines.values.isEmpty)
        #expect(supervisor.degradation == nil)
    }
}
