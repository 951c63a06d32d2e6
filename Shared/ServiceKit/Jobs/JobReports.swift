import CoreMetrics
import Foundation
import Logging
import Synchronization

/// Shows how jobs stand: in metrics, in health, and in the log when one becomes late.
final class JobReports: Sendable {
    private let jobs: [String: ScheduledJob]
    private let statuses: [String: WorkStatus]
    private let lateness: [String: Meter]
    private let metrics: any MetricsFactory
    private let log: Logger
    private let late = Mutex<Set<String>>([])

    init(_ jobs: [ScheduledJob], supervisor: WorkSupervisor, metrics: any MetricsFactory, log: Logger) {
        self.jobs = Dictionary(jobs.map { ($0.name, $0) }) { first, _ in first }
        statuses = self.jobs.mapValues { supervisor.status(of: "job \($0.name)") }
        lateness = self.jobs.mapValues {
            Meter(label: "larder.scheduled_job.lateness", dimensions: [("job", $0.name)], factory: metrics)
        }
        self.metrics = metrics
        self.log = log
    }

    /// A run has ended.
    func ran(_ job: String, _ outcome: String, _ seconds: TimeInterval) {
        let dimensions = [("job", job)]
        Counter(
            label: "larder.scheduled_job.runs",
            dimensions: dimensions + [("outcome", outcome)],
            factory: metrics
        ).increment()
        CoreMetrics.Timer(label: "larder.scheduled_job.duration", dimensions: dimensions, factory: metrics)
            .recordNanoseconds(Int64(max(0, seconds) * 1e9))
    }

    /// Shows how jobs stand at a time.
    func publish(_ states: [JobTable.State], now: Date) {
        for state in states {
            guard let job = jobs[state.name], let status = statuses[state.name] else { continue }
            let delay = max(0, now.timeIntervalSince(state.dueAt))
            lateness[state.name]?.set(delay)
            let isLate = delay > job.lateAfter / .seconds(1)
            report(job.name, isLate: isLate, delay)
            if state.failures > 0 {
                status.fail("the job \(job.name) failed: \(state.lastError ?? "no reason given")")
            } else if isLate {
                status.fail("the job \(job.name) is late")
            } else {
                status.succeed()
            }
        }
    }

    private func report(_ job: String, isLate: Bool, _ delay: TimeInterval) {
        let isNew = late.withLock { late in
            if isLate { return late.insert(job).inserted }
            late.remove(job)
            return false
        }
        guard isNew else { return }
        log.error("a scheduled job is late", metadata: ["job": "\(job)", "seconds": "\(Int(delay))"])
    }
}
