import RPC
import RPCStubs
import RPCValues

/// The echo service as tests run it.
struct EchoService: RPCMessages.EchoProvider {
    func unaryEcho(_ request: RPCMessages.EchoMessage, context: CallContext) async throws -> RPCMessages.EchoMessage {
        request
    }

    func collectEchoes(
        _ requests: MessageStream<RPCMessages.EchoMessage>,
        context: CallContext
    ) async throws -> RPCMessages.EchoSummary {
        var summary = RPCMessages.EchoSummary()
        for try await request in requests {
            summary.messages += 1
            summary.bytes += Int64(request.payload.count)
        }
        return summary
    }

    func repeatEcho(
        _ request: RPCMessages.RepeatEchoRequest,
        responses: MessageWriter<RPCMessages.EchoMessage>,
        context: CallContext
    ) async throws {
        for _ in 0..<request.times { try await responses.write(request.message ?? RPCMessages.EchoMessage()) }
    }

    func exchangeEchoes(
        _ requests: MessageStream<RPCMessages.EchoMessage>,
        responses: MessageWriter<RPCMessages.EchoMessage>,
        context: CallContext
    ) async throws {
        for try await request in requests { try await responses.write(request) }
    }
}
