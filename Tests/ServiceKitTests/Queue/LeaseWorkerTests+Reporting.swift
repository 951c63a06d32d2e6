import Foundation
import Foundations
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPCTestSupport
import Testing

@testable import ServiceKit

extension LeaseWorkerTests {
    @Test("is reported as failing once its queue has been unreadable for a while, until it can be read again")
    func unreadableQueue() async throws {
        try await withJobs(1) { pool in
            let supervisor = WorkSupervisor(
                log: TestDatabase.quietLogger,
                metrics: PrometheusRegistry(),
                clock: clock
            )
            let done = Recorder<Void>()
            let worker = worker(pool) { _ in
                done.record(())
                return .finished
            }
            try await pool.execute("ALTER TABLE jobs RENAME TO renamed_jobs")
            let task = Task { await supervisor.run(.reporting("jobs") { await worker.run(reporting: $0) }) }
            let outcome: Result<Void, any Error>
            do {
                // The supervisor, and the worker's pause after it has failed for the first time.
                try await until("the worker pauses") { clock.sleeperCount == 2 }
                #expect(supervisor.degradation == nil)
                try await until("it is reported") {
                    clock.advance(by: 1)
                    return supervisor.degradation == "the queue jobs can't be read"
                }
                try await pool.execute("ALTER TABLE renamed_jobs RENAME TO jobs")
                try await until("it is in order again") {
                    clock.advance(by: 1)
                    return supervisor.degradation == nil
                }
                try await done.wait(forCount: 1)
                outcome = .success(())
            } catch {
                outcome = .failure(error)
            }
            task.cancel()
            await task.value
            try outcome.get()
        }
    }

    @Test("isn't reported for an outage that passes soon")
    func shortOutage() {
        let reports = Recorder<String?>()
        let status = WorkStatus { reports.record($0) }
        var outage = QueueOutage(of: "jobs", reportingTo: status)
        let start = clock.now
        outage.fail(at: start)
        outage.fail(at: start.addingTimeInterval(9))
        outage.end()
        outage.fail(at: start.addingTimeInterval(11))
        #expect(reports.values.isEmpty)
        outage.fail(at: start.addingTimeInterval(21))
        #expect(reports.values == ["the queue jobs can't be read"])
        outage.end()
        #expect(reports.values == ["the queue jobs can't be read", nil])
    }
}
