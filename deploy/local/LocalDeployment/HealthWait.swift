import Foundation
import Messages
import RPC
import ServiceStubs

/// Asks the gateway for everybody's health until all is well.
package struct HealthWait: Sendable {
    private let deployment: LocalDeployment

    /// Watches a deployment.
    package init(deployment: LocalDeployment) { self.deployment = deployment }

    /// Returns once all programs serve.
    /// - Throws: ``DeploymentError`` that names a program which has ended, or those that do not serve in time.
    package func waitUntilHealthy(within limit: Duration, unless isStopping: () -> Bool = { false }) async throws {
        let channel = try deployment.gatewayChannel()
        defer { channel.close() }
        let health = RPCMessages.HealthClient(channel: channel)
        let deadline = ContinuousClock.now + limit
        var problems: [String] = ["the gateway does not answer"]
        while ContinuousClock.now < deadline, !isStopping() {
            try checkProcesses()
            if let answer = try? await health.listHealth(.init(), options: .init(timeout: .seconds(2))) {
                problems = answer.services.filter { $0.status != .serving }.map { "\($0.service): \($0.explanation)" }
                if problems.isEmpty { return }
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        if isStopping() { return }
        throw DeploymentError("Not everything is healthy: \(problems.joined(separator: "; ")).")
    }

    private func checkProcesses() throws {
        for program in LocalDeployment.programs {
            guard let process = deployment.process(program), let status = process.exitStatus else { continue }
            throw DeploymentError("\(program) has ended with status \(status): \(process.lastLogLines(1))")
        }
    }
}
