import RPC
import RPCStubs
import RPCValues
import ServiceKit

/// The health service of the gateway and of all services behind it.
///
/// The gateway's own health does not depend on the services. Only operators, by their certificate, learn explanations and
/// numbers of instances.
struct GatewayHealthService: RPCMessages.HealthProvider {
    private let own: HealthService
    private let services: [BackendHealth]
    private let monitor: HealthMonitor

    init(services: [BackendHealth], monitor: HealthMonitor) {
        self.services = services
        self.monitor = monitor
        own = HealthService(
            program: "gateway",
            services: [],
            monitor: monitor,
            showsDetails: GatewayHealthService.isOperator
        )
    }

    private static func isOperator(_ context: CallContext) -> Bool { context.peerService == "operator" }

    func checkHealth(
        _ request: RPCMessages.CheckHealthRequest,
        context: CallContext
    ) async throws -> RPCMessages.CheckHealthResponse {
        guard let backend = services.first(where: { $0.service == request.service }) else {
            return try await own.checkHealth(request, context: context)
        }
        return response(await backend.health(), to: context)
    }

    func watchHealth(
        _ request: RPCMessages.CheckHealthRequest,
        responses: MessageWriter<RPCMessages.CheckHealthResponse>,
        context: CallContext
    ) async throws {
        guard let backend = services.first(where: { $0.service == request.service }) else {
            return try await own.watchHealth(request, responses: responses, context: context)
        }
        let monitor = monitor
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                var last: RPCMessages.CheckHealthResponse?
                for await health in backend.changes() {
                    let response = response(health, to: context)
                    guard response != last else { continue }
                    last = response
                    try await responses.write(response)
                }
            }
            // A watching call must not delay the program's shutdown.
            group.addTask { for await _ in monitor.changes() {} }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    func listHealth(
        _ request: RPCMessages.ListHealthRequest,
        context: CallContext
    ) async throws -> RPCMessages.ListHealthResponse {
        var list = try await own.listHealth(request, context: context)
        let behind = await withTaskGroup(of: RPCMessages.ServiceHealth.self) { group in
            for backend in services { group.addTask { await backend.health() } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        list.services += behind.sorted { $0.service < $1.service }.map { health in
            GatewayHealthService.isOperator(context)
                ? health : .init(service: health.service, status: health.status)
        }
        return list
    }

    private func response(
        _ health: RPCMessages.ServiceHealth,
        to context: CallContext
    ) -> RPCMessages.CheckHealthResponse {
        .init(
            status: health.status,
            explanation: GatewayHealthService.isOperator(context) ? health.explanation : ""
        )
    }
}
