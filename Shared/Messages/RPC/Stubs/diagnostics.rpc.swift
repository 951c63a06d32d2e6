// Generated from larder/rpc/v1/diagnostics.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC
public import RPCValues

extension RPCMessages {
    /// What `larder.rpc.v1.Diagnostics` has: its methods and who may call them.
    public enum DiagnosticsService {
        public static let listChannels = MethodDescriptor(
            service: "larder.rpc.v1.Diagnostics",
            name: "ListChannels",
            kind: .unary,
            access: .services(["operator"]),
            idempotency: .noSideEffects,
            request: RPCMessages.ListChannelsRequest.descriptor,
            response: RPCMessages.ListChannelsResponse.descriptor
        )
        public static let listServers = MethodDescriptor(
            service: "larder.rpc.v1.Diagnostics",
            name: "ListServers",
            kind: .unary,
            access: .services(["operator"]),
            idempotency: .noSideEffects,
            request: RPCMessages.ListServersRequest.descriptor,
            response: RPCMessages.ListServersResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.rpc.v1.Diagnostics",
            methods: [listChannels, listServers]
        )
    }

    /// Shows operators the connections of a running process, as gRPC's channelz does.
    ///
    /// For the operator alone, who proves it with a certificate of the authority that all services trust. Nothing here tells
    /// what calls carry.
    public protocol DiagnosticsProvider: ServiceProvider {
        /// The channels through which this process calls others.
        ///
        /// Callers: the services operator.
        func listChannels(_ request: RPCMessages.ListChannelsRequest, context: CallContext) async throws -> RPCMessages.ListChannelsResponse
        /// The servers in which this process is called.
        ///
        /// Callers: the services operator.
        func listServers(_ request: RPCMessages.ListServersRequest, context: CallContext) async throws -> RPCMessages.ListServersResponse
    }

    /// Calls `larder.rpc.v1.Diagnostics`.
    public struct DiagnosticsClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// The channels through which this process calls others.
        public func listChannels(_ request: RPCMessages.ListChannelsRequest, options: CallOptions = CallOptions()) async throws -> RPCMessages.ListChannelsResponse {
            try await channel.unary(DiagnosticsService.listChannels, request, options: options)
        }

        /// The servers in which this process is called.
        public func listServers(_ request: RPCMessages.ListServersRequest, options: CallOptions = CallOptions()) async throws -> RPCMessages.ListServersResponse {
            try await channel.unary(DiagnosticsService.listServers, request, options: options)
        }
    }
}

extension RPCMessages.DiagnosticsProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { RPCMessages.DiagnosticsService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(RPCMessages.DiagnosticsService.listChannels) { (request: RPCMessages.ListChannelsRequest, context: CallContext) async throws -> RPCMessages.ListChannelsResponse in
                try await self.listChannels(request, context: context)
            },
            .unary(RPCMessages.DiagnosticsService.listServers) { (request: RPCMessages.ListServersRequest, context: CallContext) async throws -> RPCMessages.ListServersResponse in
                try await self.listServers(request, context: context)
            },
        ]
    }
}
