package import RPC
import RPCStubs
package import RPCValues

/// Reports the health of a program over RPC.
package struct HealthService: RPCMessages.HealthProvider {
    private let program: String
    private let services: Set<String>
    private let monitor: HealthMonitor

    /// Answers for a program and the services in it.
    package init(program: String, services: some Sequence<String>, monitor: HealthMonitor) {
        self.program = program
        self.services = Set(services)
        self.monitor = monitor
    }

    /// Answers whether the program or one of its services serves now.
    package func checkHealth(
        _ request: RPCMessages.CheckHealthRequest,
        context: CallContext
    ) async throws -> RPCMessages.CheckHealthResponse {
        guard knows(request.service) else { throw Status.notFound("service here") }
        return response(monitor.health)
    }

    /// Sends the present health and each change until the program stops.
    package func watchHealth(
        _ request: RPCMessages.CheckHealthRequest,
        responses: MessageWriter<RPCMessages.CheckHealthResponse>,
        context: CallContext
    ) async throws {
        guard knows(request.service) else {
            try await responses.write(.init(status: .serviceUnknown))
            // A client keeps its watch; it would only come back at once if this one ended.
            for await _ in monitor.changes() {}
            return
        }
        for await health in monitor.changes() { try await responses.write(response(health)) }
    }

    /// Lists the health of the program.
    package func listHealth(
        _ request: RPCMessages.ListHealthRequest,
        context: CallContext
    ) async throws -> RPCMessages.ListHealthResponse {
        let response = response(monitor.health)
        return .init(services: [
            .init(
                service: program,
                status: response.status,
                explanation: response.explanation,
                healthyInstances: monitor.health.isServing ? 1 : 0,
                instances: 1
            )
        ])
    }

    private func knows(_ service: String) -> Bool {
        service.isEmpty || service == program || services.contains(service)
    }

    private func response(_ health: Health) -> RPCMessages.CheckHealthResponse {
        .init(
            status: health.isServing ? .serving : .notServing,
            explanation: health.problem ?? health.degradation ?? ""
        )
    }
}
