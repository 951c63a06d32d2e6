import Foundation
import FoundationsTestSupport
import NIOCore
import PostgresTestSupport
import RPCTestSupport
import Testing

@testable import ServiceKit

@Suite("Reports of scheduled jobs")
struct JobReportsTests {
    private let registry = PrometheusRegistry()
    private let supervisor: WorkSupervisor
    private let lines = Recorder<String>()
    private let reports: JobReports
    private let due = Date(timeIntervalSince1970: 1_800_000_000)

    init() {
        supervisor = WorkSupervisor(log: TestDatabase.quietLogger, metrics: registry)
        reports = JobReports(
            ["tidy", "count"].map { ScheduledJob($0, .every(.seconds(60)), lateAfter: .seconds(100)) { _ in } },
            supervisor: supervisor,
            metrics: registry,
            log: RecordingLogHandler.logger(lines)
        )
    }

    private func state(_ name: String = "tidy", failures: Int = 0, error: String? = nil) -> JobTable.State {
        JobTable.State(name: name, dueAt: due, failures: failures, lastError: error)
    }

    private func value(_ name: String, _ labels: [String: String]) throws -> Double? {
        try Exposition(String(buffer: registry.text())).value(name, labels)
    }

    @Test("log once that a job is late, and once more after it was in time")
    func lateness() {
        for seconds in [100, 101, 300, 40, 200] { reports.publish([state()], now: due + TimeInterval(seconds)) }
        #expect(
            lines.values == [
                "error a scheduled job is late job=tidy seconds=101",
                "error a scheduled job is late job=tidy seconds=200",
            ]
        )
        #expect(supervisor.degradation == "the job tidy is late")
    }

    @Test("name the failure of a job that is late as well, with its reason if there is one")
    func failures() {
        reports.publish([state(failures: 1, error: "Offline"), state("count", failures: 3)], now: due + 500)
        #expect(supervisor.degradation == "the job count failed: no reason given; the job tidy failed: Offline")
        reports.publish([state(), state("count")], now: due)
        #expect(supervisor.degradation == nil)
    }

    @Test("leave out jobs that this program doesn't have, such as a former version's")
    func foreign() {
        reports.publish([state("former", failures: 9, error: "Offline")], now: due + 9_000)
        #expect(supervisor.degradation == nil)
        #expect(lines.values.isEmpty)
    }

    @Test("show no lateness before a job is due, and no duration below zero when the clock was set back")
    func neverNegative() throws {
        reports.publish([state()], now: due - 50)
        #expect(try value("larder_scheduled_job_lateness_seconds", ["job": "tidy"]) == 0)
        reports.ran("tidy", "succeeded", -3)
        reports.ran("tidy", "succeeded", 1.5)
        #expect(try value("larder_scheduled_job_runs_total", ["job": "tidy", "outcome": "succeeded"]) == 2)
        #expect(try value("larder_scheduled_job_duration_seconds_sum", ["job": "tidy"]) == 1.5)
    }
}
