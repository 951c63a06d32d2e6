package import RPC
import RPCStubs
package import RPCValues

/// Reports the health of a program over RPC.
package struct HealthService: RPCMessages.HealthProvider {
    private let program: String
    private let services: Set<String>
    private let monitor: HealthMonitor
    private let showsDetails: @Sendable (CallContext) -> Bool

    /// Answers for a program and the services in it.
    /// - Parameter showsDetails: Whether a caller learns explanations and numbers of instances, beside the status.
    package init(
        program: String,
        services: some Sequence<String>,
        monitor: HealthMonitor,
        showsDetails: @escaping @Sendable (CallContext) -> Bool = { _ in true }
    ) {
        self.program = program
        self.services = Set(services)
        self.monitor = monitor
        self.showsDetails = showsDetails
    }

    /// Answers whether the program or one of its services serves now.
    package func checkHealth(
        _ request: RPCMessages.CheckHealthRequest,
        context: CallContext
    ) async throws -> RPCMessages.CheckHealthResponse {
        guard knows(request.service) else { throw Status.notFound(.services.nounService) }
        return response(monitor.health, to: context)
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
        var last: RPCMessages.CheckHealthResponse?
        for await health in monitor.changes() {
            let response = response(health, to: context)
            // Changes that the caller doesn't learn of are none.
            guard response != last else { continue }
            last = response
            try await responses.write(response)
        }
    }

    /// Lists the health of the program.
    package func listHealth(
        _ request: RPCMessages.ListHealthRequest,
        context: CallContext
    ) async throws -> RPCMessages.ListHealthResponse {
        let response = response(monitor.health, to: context)
        guard showsDetails(context) else { return .init(services: [.init(service: program, status: response.status)]) }
        return .init(services: [
            .init(
                service: program,
                status: response.status,
                explanation: response.explanation,
                healthyInstances: response.status == .serving ? 1 : 0,
                instances: 1
            )
        ])
    }

    private func knows(_ service: String) -> Bool {
        service.isEmpty || service == program || services.contains(service)
    }

    private func response(_ health: Health, to context: CallContext) -> RPCMessages.CheckHealthResponse {
        .init(
            status: health.isServing ? .serving : .notServing,
            explanation: showsDetails(context) ? health.problem ?? health.degradation ?? "" : ""
        )
    }
}
