import RPC
import RPCStubs
import RPCValues

/// Waits until the task is cancelled.
func cancellation() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    await withTaskCancellationHandler {
        for await _ in stream {}
    } onCancel: {
        continuation.finish()
    }
}

/// The health that every server offers; this one always serves.
struct HealthHandlers: RPCMessages.HealthProvider {
    func checkHealth(
        _ request: RPCMessages.CheckHealthRequest,
        context: CallContext
    ) async throws -> RPCMessages.CheckHealthResponse {
        .init(status: .serving)
    }

    func watchHealth(
        _ request: RPCMessages.CheckHealthRequest,
        responses: MessageWriter<RPCMessages.CheckHealthResponse>,
        context: CallContext
    ) async throws {
        try await responses.write(.init(status: .serving))
        await cancellation()
    }

    func listHealth(
        _ request: RPCMessages.ListHealthRequest,
        context: CallContext
    ) async throws -> RPCMessages.ListHealthResponse {
        .init(services: [.init(service: "conformance", status: .serving, healthyInstances: 1, instances: 1)])
    }
}
