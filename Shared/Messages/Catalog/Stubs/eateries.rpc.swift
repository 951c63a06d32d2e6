// Generated from larder/catalog/v1/eateries.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Catalog {
    /// What `larder.catalog.v1.EateryDirectory` has: its methods and who may call them.
    public enum EateryDirectoryService {
        public static let findEateries = MethodDescriptor(
            service: "larder.catalog.v1.EateryDirectory",
            name: "FindEateries",
            kind: .unary,
            access: .services(["orders"]),
            idempotency: .noSideEffects,
            request: Catalog.FindEateriesRequest.descriptor,
            response: Catalog.FindEateriesResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.catalog.v1.EateryDirectory",
            methods: [findEateries]
        )
    }

    /// Places that sell meals.
    public protocol EateryDirectoryProvider: ServiceProvider {
        /// Eateries near a point, nearest first.
        ///
        /// Callers: the services orders.
        func findEateries(_ request: Catalog.FindEateriesRequest, context: CallContext) async throws -> Catalog.FindEateriesResponse
    }

    /// Calls `larder.catalog.v1.EateryDirectory`.
    public struct EateryDirectoryClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Eateries near a point, nearest first.
        public func findEateries(_ request: Catalog.FindEateriesRequest, options: CallOptions = CallOptions()) async throws -> Catalog.FindEateriesResponse {
            try await channel.unary(EateryDirectoryService.findEateries, request, options: options)
        }
    }
}

extension Catalog.EateryDirectoryProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Catalog.EateryDirectoryService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Catalog.EateryDirectoryService.findEateries) { (request: Catalog.FindEateriesRequest, context: CallContext) async throws -> Catalog.FindEateriesResponse in
                try await self.findEateries(request, context: context)
            },
        ]
    }
}
