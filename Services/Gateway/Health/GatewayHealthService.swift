import RPC
import RPCStubs
import RPCValues
import ServiceKit

/// The health service of the gateway and of all services behind it.
///
/// The gateway's own health does not depend on the services.
struct GatewayHealthService: RPCMessages.HealthProvider {
    private let own: HealthService
    private let services: [BackendHealth]
    private let monitor: HealthMonitor

    init(channels: [String: RPCChannel], monitor: HealthMonitor) {
        self.monitor = monitor
        own = HealthService(program: "gateway", services: [], monitor: monitor)
        services = channels.map { BackendHealth(service: $0, channel: $1) }.sorted { $0.service < $1.service }
    }

    func checkHealth(
        _ request: RPCMessages.CheckHealthRequest,
        context: CallContext
    ) async throws -> RPCMessages.CheckHealthResponse {
        guard let backend = services.first(where: { $0.service == request.service }) else {
            return try await own.checkHealth(request, context: context)
        }
        let health = await backend.ask()
        return .init(status: health.status, explanation: health.explanation)
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
                try await backend.watch {
                    try await responses.write(.init(status: $0.status, explanation: $0.explanation))
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
        let gateway = try await own.listHealth(request, context: context)
        let behind = await withTaskGroup(of: RPCMessages.ServiceHealth.self) { group in
            for backend in services { group.addTask { await backend.ask() } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        return .init(services: gateway.services + behind.sorted { $0.service < $1.service })
    }
}
