// Generated from larder/rpc/v1/reflection.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC
public import RPCValues

extension RPCMessages {
    /// What `larder.rpc.v1.Reflection` has: its methods and who may call them.
    public enum ReflectionService {
        public static let listServices = MethodDescriptor(
            service: "larder.rpc.v1.Reflection",
            name: "ListServices",
            kind: .unary,
            access: .userOrServices(["operator"]),
            idempotency: .noSideEffects,
            request: RPCMessages.ListServicesRequest.descriptor,
            response: RPCMessages.ListServicesResponse.descriptor
        )
        public static let describeSymbol = MethodDescriptor(
            service: "larder.rpc.v1.Reflection",
            name: "DescribeSymbol",
            kind: .unary,
            access: .userOrServices(["operator"]),
            idempotency: .noSideEffects,
            request: RPCMessages.DescribeSymbolRequest.descriptor,
            response: RPCMessages.Schema.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.rpc.v1.Reflection",
            methods: [listServices, describeSymbol]
        )
    }

    /// Tells what a process serves, so that a tool can make calls without having the .proto files.
    ///
    /// Nobody learns of a method that they may not call: a user sees what users may call, a service what it may call, the
    /// operator everything. The gateway describes the methods of all services that people can reach through it.
    public protocol ReflectionProvider: ServiceProvider {
        /// The services and their methods, in alphabetical order.
        ///
        /// Callers: signed-in users, and the services operator.
        func listServices(_ request: RPCMessages.ListServicesRequest, context: CallContext) async throws -> RPCMessages.ListServicesResponse
        /// A service, method, message or enumeration with all that it is made of. NOT_FOUND for any other name.
        ///
        /// Callers: signed-in users, and the services operator.
        func describeSymbol(_ request: RPCMessages.DescribeSymbolRequest, context: CallContext) async throws -> RPCMessages.Schema
    }

    /// Calls `larder.rpc.v1.Reflection`.
    public struct ReflectionClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// The services and their methods, in alphabetical order.
        public func listServices(_ request: RPCMessages.ListServicesRequest, options: CallOptions = CallOptions()) async throws -> RPCMessages.ListServicesResponse {
            try await channel.unary(ReflectionService.listServices, request, options: options)
        }

        /// A service, method, message or enumeration with all that it is made of. NOT_FOUND for any other name.
        public func describeSymbol(_ request: RPCMessages.DescribeSymbolRequest, options: CallOptions = CallOptions()) async throws -> RPCMessages.Schema {
            try await channel.unary(ReflectionService.describeSymbol, request, options: options)
        }
    }
}

extension RPCMessages.ReflectionProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { RPCMessages.ReflectionService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(RPCMessages.ReflectionService.listServices) { (request: RPCMessages.ListServicesRequest, context: CallContext) async throws -> RPCMessages.ListServicesResponse in
                try await self.listServices(request, context: context)
            },
            .unary(RPCMessages.ReflectionService.describeSymbol) { (request: RPCMessages.DescribeSymbolRequest, context: CallContext) async throws -> RPCMessages.Schema in
                try await self.describeSymbol(request, context: context)
            },
        ]
    }
}
