import BudgetMessages
import Foundation
import Foundations
import LocalDeployment
import OCRMessages
import RPC
import Testing

extension EndToEndTests {
    /// `LARDER_FAULT_SEEDS` chooses the seeds (`7,8`, or `random` for one that nobody has chosen), `LARDER_FAULT_SECONDS` for
    /// how long each run injects faults.
    @Suite("Faults at random moments under writes", .timeLimit(.minutes(60)))
    struct KillRunTests {
        private static let environment = ProcessInfo.processInfo.environment
        private static let seconds = environment["LARDER_FAULT_SECONDS"].flatMap { Int($0) } ?? 20
        private static let seeds: [UInt64] = {
            let seeds = environment["LARDER_FAULT_SEEDS"]?.split(separator: ",") ?? ["1"]
            return seeds.map { UInt64($0) ?? UInt64.random(in: 0..<1_000_000) }
        }()

        @Test(
            "what was acknowledged is there once, what was not at most once, every event arrives, and all programs serve again",
            arguments: seeds
        )
        func killRun(seed: UInt64) async throws {
            let deployment = try await TestDeployment.proxied
            let supervision = Task { await supervisor(of: deployment).run() }
            defer { supervision.cancel() }
            let run = KillRun(deployment: deployment, proxies: try #require(deployment.proxies), seed: seed)
            let differences = try await run.run(for: .seconds(KillRunTests.seconds))
            #expect(differences == [], "seed \(seed): \(run.history.text)")
        }

        /// As in an installation, but with shorter waits: the run has many ends in a minute.
        private func supervisor(of deployment: TestDeployment) -> Supervisor {
            Supervisor(
                deployment: deployment.local,
                requests: AsyncStream { $0.finish() },
                backoff: Backoff(initial: .milliseconds(100), maximum: .seconds(1)),
                report: { _ in }
            )
        }
    }
}
