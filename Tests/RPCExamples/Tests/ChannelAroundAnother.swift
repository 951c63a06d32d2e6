import Logging
import MessageCoding
import NIOPosix
import RPC
import RPCStubs
import RPCValues
import Synchronization
import Testing
import Wire

/// What gRPC calls an interceptor of a client: a channel around another, which sees every call and may change it.
private final class LabellingChannel: CallChannel {
    private let base: any CallChannel
    private let seen = Mutex<[String]>([])

    init(_ base: any CallChannel) { self.base = base }

    var methods: [String] { seen.withLock { $0 } }

    private func changed(_ options: CallOptions, _ method: MethodDescriptor) -> CallOptions {
        seen.withLock { $0.append(method.name) }
        var options = options
        options.metadata.add("tenant", "north")
        return options
    }

    func unary<Request: Message, Response: Message>(
        _ method: MethodDescriptor,
        _ request: Request,
        options: CallOptions
    ) async throws -> Response {
        try await base.unary(method, request, options: changed(options, method))
    }

    func clientStreaming<Request: Message, Response: Message>(
        _ method: MethodDescriptor,
        options: CallOptions,
        _ send: (MessageWriter<Request>) async throws -> Void
    ) async throws -> Response {
        try await base.clientStreaming(method, options: changed(options, method), send)
    }

    func serverStreaming<Request: Message, Response: Message, Result>(
        _ method: MethodDescriptor,
        _ request: Request,
        options: CallOptions,
        _ receive: (MessageStream<Response>) async throws -> Result
    ) async throws -> Result {
        try await base.serverStreaming(method, request, options: changed(options, method), receive)
    }

    func bidirectional<Request: Message, Response: Message, Result>(
        _ method: MethodDescriptor,
        options: CallOptions,
        _ body: (MessageWriter<Request>, MessageStream<Response>) async throws -> Result
    ) async throws -> Result {
        try await base.bidirectional(method, options: changed(options, method), body)
    }
}

/// Answers with the tenant that the metadata name.
private struct TenantEcho: RPCMessages.EchoProvider {
    private func answer(_ context: CallContext) -> RPCMessages.EchoMessage {
        RPCMessages.EchoMessage(payload: Array((context.metadata[text: "tenant"] ?? "none").utf8))
    }

    func unaryEcho(
        _ request: RPCMessages.EchoMessage,
        context: CallContext
    ) async throws -> RPCMessages.EchoMessage { answer(context) }

    func collectEchoes(
        _ requests: MessageStream<RPCMessages.EchoMessage>,
        context: CallContext
    ) async throws -> RPCMessages.EchoSummary {
        for try await _ in requests {}
        return RPCMessages.EchoSummary(bytes: Int64(answer(context).payload.count))
    }

    func repeatEcho(
        _ request: RPCMessages.RepeatEchoRequest,
        responses: MessageWriter<RPCMessages.EchoMessage>,
        context: CallContext
    ) async throws { try await responses.write(answer(context)) }

    func exchangeEchoes(
        _ requests: MessageStream<RPCMessages.EchoMessage>,
        responses: MessageWriter<RPCMessages.EchoMessage>,
        context: CallContext
    ) async throws { try await responses.write(answer(context)) }
}

@Suite("A channel around another", .timeLimit(.minutes(5)))
struct ChannelAroundAnotherTests {
    @Test("sees and changes calls of all kinds, for clients that know nothing of it")
    func allKinds() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let log = Logger(label: "test")
        let (network, endpoint) = (InProcessNetwork(), Endpoint(host: "echo", port: 1))
        let configuration = ServerConfiguration(inProcess: TenantEcho().handlers)
        let server = RPCServer.start(configuration, on: network, at: endpoint, group: group, log: log)
        let base = RPCChannel(serviceName: "echo", endpoints: [endpoint], on: network, group: group, log: log)
        let channel = LabellingChannel(base)
        let echo = RPCMessages.EchoClient(channel: channel)
        let tenant = Array("north".utf8)
        #expect(try await echo.unaryEcho(.init()).payload == tenant)
        #expect(try await echo.collectEchoes { _ in }.bytes == Int64(tenant.count))
        #expect(try await echo.repeatEcho(.init()) { try await $0.next()?.payload } == tenant)
        #expect(try await echo.exchangeEchoes { try await $1.next()?.payload } == tenant)
        #expect(channel.methods == ["UnaryEcho", "CollectEchoes", "RepeatEcho", "ExchangeEchoes"])
        base.close()
        await server.stop()
    }
}
