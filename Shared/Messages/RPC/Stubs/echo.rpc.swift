// Generated from larder/rpc/v1/echo.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC
public import RPCValues

extension RPCMessages {
    /// What `larder.rpc.v1.Echo` has: its methods and who may call them.
    public enum EchoService {
        public static let unaryEcho = MethodDescriptor(
            service: "larder.rpc.v1.Echo",
            name: "UnaryEcho",
            kind: .unary,
            access: .anyone,
            idempotency: .noSideEffects,
            request: RPCMessages.EchoMessage.descriptor,
            response: RPCMessages.EchoMessage.descriptor
        )
        public static let collectEchoes = MethodDescriptor(
            service: "larder.rpc.v1.Echo",
            name: "CollectEchoes",
            kind: .clientStreaming,
            access: .anyone,
            idempotency: .none,
            request: RPCMessages.EchoMessage.descriptor,
            response: RPCMessages.EchoSummary.descriptor
        )
        public static let repeatEcho = MethodDescriptor(
            service: "larder.rpc.v1.Echo",
            name: "RepeatEcho",
            kind: .serverStreaming,
            access: .anyone,
            idempotency: .noSideEffects,
            request: RPCMessages.RepeatEchoRequest.descriptor,
            response: RPCMessages.EchoMessage.descriptor
        )
        public static let exchangeEchoes = MethodDescriptor(
            service: "larder.rpc.v1.Echo",
            name: "ExchangeEchoes",
            kind: .bidirectional,
            access: .anyone,
            idempotency: .none,
            request: RPCMessages.EchoMessage.descriptor,
            response: RPCMessages.EchoMessage.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.rpc.v1.Echo",
            methods: [unaryEcho, collectEchoes, repeatEcho, exchangeEchoes]
        )
    }

    /// Sends back what it gets, in all four call kinds. Served only by tests and benchmarks.
    public protocol EchoProvider: ServiceProvider {
        /// Callers: anyone.
        func unaryEcho(_ request: RPCMessages.EchoMessage, context: CallContext) async throws -> RPCMessages.EchoMessage
        /// Answers with the number of messages and bytes received.
        ///
        /// Callers: anyone.
        func collectEchoes(_ requests: MessageStream<RPCMessages.EchoMessage>, context: CallContext) async throws -> RPCMessages.EchoSummary
        /// Repeats the message as often as it asks for.
        ///
        /// Callers: anyone.
        func repeatEcho(_ request: RPCMessages.RepeatEchoRequest, responses: MessageWriter<RPCMessages.EchoMessage>, context: CallContext) async throws
        /// Callers: anyone.
        func exchangeEchoes(_ requests: MessageStream<RPCMessages.EchoMessage>, responses: MessageWriter<RPCMessages.EchoMessage>, context: CallContext) async throws
    }

    /// Calls `larder.rpc.v1.Echo`.
    public struct EchoClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        public func unaryEcho(_ request: RPCMessages.EchoMessage, options: CallOptions = CallOptions()) async throws -> RPCMessages.EchoMessage {
            try await channel.unary(EchoService.unaryEcho, request, options: options)
        }

        /// Answers with the number of messages and bytes received.
        public func collectEchoes(options: CallOptions = CallOptions(), _ send: (MessageWriter<RPCMessages.EchoMessage>) async throws -> Void) async throws -> RPCMessages.EchoSummary {
            try await channel.clientStreaming(EchoService.collectEchoes, options: options, send)
        }

        /// Repeats the message as often as it asks for.
        public func repeatEcho<Result>(_ request: RPCMessages.RepeatEchoRequest, options: CallOptions = CallOptions(), _ receive: (MessageStream<RPCMessages.EchoMessage>) async throws -> Result) async throws -> Result {
            try await channel.serverStreaming(EchoService.repeatEcho, request, options: options, receive)
        }

        public func exchangeEchoes<Result>(options: CallOptions = CallOptions(), _ body: (MessageWriter<RPCMessages.EchoMessage>, MessageStream<RPCMessages.EchoMessage>) async throws -> Result) async throws -> Result {
            try await channel.bidirectional(EchoService.exchangeEchoes, options: options, body)
        }
    }
}

extension RPCMessages.EchoProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { RPCMessages.EchoService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(RPCMessages.EchoService.unaryEcho) { (request: RPCMessages.EchoMessage, context: CallContext) async throws -> RPCMessages.EchoMessage in
                try await self.unaryEcho(request, context: context)
            },
            .clientStreaming(RPCMessages.EchoService.collectEchoes) { (requests: MessageStream<RPCMessages.EchoMessage>, context: CallContext) async throws -> RPCMessages.EchoSummary in
                try await self.collectEchoes(requests, context: context)
            },
            .serverStreaming(RPCMessages.EchoService.repeatEcho) { (request: RPCMessages.RepeatEchoRequest, responses: MessageWriter<RPCMessages.EchoMessage>, context: CallContext) async throws -> Void in
                try await self.repeatEcho(request, responses: responses, context: context)
            },
            .bidirectional(RPCMessages.EchoService.exchangeEchoes) { (requests: MessageStream<RPCMessages.EchoMessage>, responses: MessageWriter<RPCMessages.EchoMessage>, context: CallContext) async throws -> Void in
                try await self.exchangeEchoes(requests, responses: responses, context: context)
            },
        ]
    }
}
