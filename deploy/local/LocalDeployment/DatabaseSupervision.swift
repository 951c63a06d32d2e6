import Foundation
import Foundations

/// Keeps the database server of a deployment running: starts it again, after a growing wait, when it has ended.
struct DatabaseSupervision {
    let deployment: LocalDeployment
    let backoff: Backoff
    let clock: any WallClock
    let report: @Sendable (String) -> Void

    /// Supervises until the task is cancelled. Nothing is started after it returns.
    func run() async {
        var failures = 0
        while let server = deployment.database {
            let begin = clock.now
            guard (try? await server.waitForEnd()) != nil else { return }
            if clock.now.timeIntervalSince(begin) >= Supervisor.stablePeriod { failures = 0 }
            var reason = "The database has ended."
            // Somebody else may start it meanwhile.
            while deployment.database === server {
                failures += 1
                let delay = backoff.delay(afterFailures: failures)
                let seconds = delay.formatted(.units(allowed: [.minutes, .seconds], width: .wide))
                let log = deployment.folder.postgres.relativePath
                report("\(reason) It is started again in \(seconds); its log is in \(log).")
                guard (try? await clock.sleep(for: delay)) != nil else { return }
                guard deployment.database === server else { break }
                do {
                    try await deployment.startDatabase()
                    report("The database has been started again.")
                } catch {
                    reason = "The database could not be started: \(error)"
                }
            }
        }
    }
}
