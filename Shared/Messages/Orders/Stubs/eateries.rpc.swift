// Generated from larder/orders/v1/eateries.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Orders {
    /// What `larder.orders.v1.Eateries` has: its methods and who may call them.
    public enum EateriesService {
        public static let listOpenEateries = MethodDescriptor(
            service: "larder.orders.v1.Eateries",
            name: "ListOpenEateries",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Orders.ListOpenEateriesRequest.descriptor,
            response: Orders.ListOpenEateriesResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.orders.v1.Eateries",
            methods: [listOpenEateries]
        )
    }

    /// Eateries that accept orders.
    public protocol EateriesProvider: ServiceProvider {
        /// Open eateries near a location, nearest first. A location where Larder takes no orders is FAILED_PRECONDITION with
        /// the reason OUTSIDE_OPERATING_AREA and a sentence that names the nearest one where it does. While the directory of
        /// eateries is unavailable, the response is UNAVAILABLE with the reason CATALOG_UNAVAILABLE.
        ///
        /// Callers: signed-in users.
        func listOpenEateries(_ request: Orders.ListOpenEateriesRequest, context: CallContext) async throws -> Orders.ListOpenEateriesResponse
    }

    /// Calls `larder.orders.v1.Eateries`.
    public struct EateriesClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Open eateries near a location, nearest first. A location where Larder takes no orders is FAILED_PRECONDITION with
        /// the reason OUTSIDE_OPERATING_AREA and a sentence that names the nearest one where it does. While the directory of
        /// eateries is unavailable, the response is UNAVAILABLE with the reason CATALOG_UNAVAILABLE.
        public func listOpenEateries(_ request: Orders.ListOpenEateriesRequest, options: CallOptions = CallOptions()) async throws -> Orders.ListOpenEateriesResponse {
            try await channel.unary(EateriesService.listOpenEateries, request, options: options)
        }
    }
}

extension Orders.EateriesProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Orders.EateriesService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Orders.EateriesService.listOpenEateries) { (request: Orders.ListOpenEateriesRequest, context: CallContext) async throws -> Orders.ListOpenEateriesResponse in
                try await self.listOpenEateries(request, context: context)
            },
        ]
    }
}
