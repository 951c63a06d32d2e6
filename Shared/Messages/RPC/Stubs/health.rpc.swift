// Generated from larder/rpc/v1/health.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC
public import RPCValues

extension RPCMessages {
    /// What `larder.rpc.v1.Health` has: its methods and who may call them.
    public enum HealthService {
        public static let checkHealth = MethodDescriptor(
            service: "larder.rpc.v1.Health",
            name: "CheckHealth",
            kind: .unary,
            access: .anyone,
            idempotency: .noSideEffects,
            request: RPCMessages.CheckHealthRequest.descriptor,
            response: RPCMessages.CheckHealthResponse.descriptor
        )
        public static let watchHealth = MethodDescriptor(
            service: "larder.rpc.v1.Health",
            name: "WatchHealth",
            kind: .serverStreaming,
            access: .anyone,
            idempotency: .noSideEffects,
            request: RPCMessages.CheckHealthRequest.descriptor,
            response: RPCMessages.CheckHealthResponse.descriptor
        )
        public static let listHealth = MethodDescriptor(
            service: "larder.rpc.v1.Health",
            name: "ListHealth",
            kind: .unary,
            access: .anyone,
            idempotency: .noSideEffects,
            request: RPCMessages.ListHealthRequest.descriptor,
            response: RPCMessages.ListHealthResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.rpc.v1.Health",
            methods: [checkHealth, watchHealth, listHealth]
        )
    }

    /// Health of a process and of the services in it. The gateway leaves explanations and numbers of instances out for callers
    /// other than operators.
    public protocol HealthProvider: ServiceProvider {
        /// The health of one service, or of the whole process when the name is empty.
        ///
        /// Callers: anyone.
        func checkHealth(_ request: RPCMessages.CheckHealthRequest, context: CallContext) async throws -> RPCMessages.CheckHealthResponse
        /// Sends the present health at once and every change from then on.
        ///
        /// Callers: anyone.
        func watchHealth(_ request: RPCMessages.CheckHealthRequest, responses: MessageWriter<RPCMessages.CheckHealthResponse>, context: CallContext) async throws
        /// The health of everything this process knows of. The gateway lists all services behind it.
        ///
        /// Callers: anyone.
        func listHealth(_ request: RPCMessages.ListHealthRequest, context: CallContext) async throws -> RPCMessages.ListHealthResponse
    }

    /// Calls `larder.rpc.v1.Health`.
    public struct HealthClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// The health of one service, or of the whole process when the name is empty.
        public func checkHealth(_ request: RPCMessages.CheckHealthRequest, options: CallOptions = CallOptions()) async throws -> RPCMessages.CheckHealthResponse {
            try await channel.unary(HealthService.checkHealth, request, options: options)
        }

        /// Sends the present health at once and every change from then on.
        public func watchHealth<Result>(_ request: RPCMessages.CheckHealthRequest, options: CallOptions = CallOptions(), _ receive: (MessageStream<RPCMessages.CheckHealthResponse>) async throws -> Result) async throws -> Result {
            try await channel.serverStreaming(HealthService.watchHealth, request, options: options, receive)
        }

        /// The health of everything this process knows of. The gateway lists all services behind it.
        public func listHealth(_ request: RPCMessages.ListHealthRequest, options: CallOptions = CallOptions()) async throws -> RPCMessages.ListHealthResponse {
            try await channel.unary(HealthService.listHealth, request, options: options)
        }
    }
}

extension RPCMessages.HealthProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { RPCMessages.HealthService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(RPCMessages.HealthService.checkHealth) { (request: RPCMessages.CheckHealthRequest, context: CallContext) async throws -> RPCMessages.CheckHealthResponse in
                try await self.checkHealth(request, context: context)
            },
            .serverStreaming(RPCMessages.HealthService.watchHealth) { (request: RPCMessages.CheckHealthRequest, responses: MessageWriter<RPCMessages.CheckHealthResponse>, context: CallContext) async throws -> Void in
                try await self.watchHealth(request, responses: responses, context: context)
            },
            .unary(RPCMessages.HealthService.listHealth) { (request: RPCMessages.ListHealthRequest, context: CallContext) async throws -> RPCMessages.ListHealthResponse in
                try await self.listHealth(request, context: context)
            },
        ]
    }
}
