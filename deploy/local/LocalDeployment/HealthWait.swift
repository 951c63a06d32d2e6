import Foundation
import RPC
import RPCStubs
import RPCValues

/// Waits until every instance of the gateway reports that all programs are healthy.
package struct HealthWait: Sendable {
    private let deployment: LocalDeployment

    /// Watches a deployment.
    package init(deployment: LocalDeployment) { self.deployment = deployment }

    /// Returns once all instances of all programs serve and the gateway reports so.
    /// - Throws: ``DeploymentError`` that names a program which has ended, or those that do not serve in time.
    package func waitUntilHealthy(within limit: Duration, unless isStopping: () -> Bool = { false }) async throws {
        // Only operators learn which instances serve.
        let channel = try deployment.channel(to: "gateway", as: "operator")
        defer { channel.close() }
        let gateways = channel.instances.map { RPCMessages.HealthClient(channel: $0) }
        let deadline = ContinuousClock.now + limit
        var problems: [String] = []
        while !isStopping() {
            try checkProcesses()
            problems = []
            for gateway in gateways { problems += await self.problems(reportedBy: gateway) }
            if problems.isEmpty { return }
            guard ContinuousClock.now < deadline else {
                throw DeploymentError("Not everything is healthy: \(problems.joined(separator: "; ")).")
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    private func problems(reportedBy gateway: RPCMessages.HealthClient) async -> [String] {
        guard let answer = try? await gateway.listHealth(.init(), options: .init(timeout: .seconds(2))) else {
            return ["the gateway does not answer"]
        }
        return answer.services.compactMap { service in
            if service.status != .serving { return "\(service.service): \(service.explanation)" }
            // The gateway reports itself alone.
            let wanted = service.service == "gateway" ? 1 : deployment.ports.replicas
            if service.healthyInstances >= wanted { return nil }
            return "\(service.service): \(service.healthyInstances) of \(wanted) instances serve"
        }
    }

    private func checkProcesses() throws {
        for instance in deployment.instances {
            guard let process = deployment.process(instance), process.exitStatus != nil else { continue }
            throw DeploymentError("\(instance) \(process.end): \(process.lastLogLines(1))")
        }
    }
}
