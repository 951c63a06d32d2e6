// Generated from larder/catalog/v1/average_prices.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Catalog {
    /// What `larder.catalog.v1.AveragePrices` has: its methods and who may call them.
    public enum AveragePricesService {
        public static let findAveragePrices = MethodDescriptor(
            service: "larder.catalog.v1.AveragePrices",
            name: "FindAveragePrices",
            kind: .unary,
            access: .services(["budget"]),
            idempotency: .noSideEffects,
            maximumRequest: 524288,
            request: Catalog.FindAveragePricesRequest.descriptor,
            response: Catalog.FindAveragePricesResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.catalog.v1.AveragePrices",
            methods: [findAveragePrices]
        )
    }

    /// Average retail prices that a statistics office publishes.
    public protocol AveragePricesProvider: ServiceProvider {
        /// The averages of a region that products are compared with. A product may have several, for packages of different sizes.
        ///
        /// Callers: the services budget.
        func findAveragePrices(_ request: Catalog.FindAveragePricesRequest, context: CallContext) async throws -> Catalog.FindAveragePricesResponse
    }

    /// Calls `larder.catalog.v1.AveragePrices`.
    public struct AveragePricesClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// The averages of a region that products are compared with. A product may have several, for packages of different sizes.
        public func findAveragePrices(_ request: Catalog.FindAveragePricesRequest, options: CallOptions = CallOptions()) async throws -> Catalog.FindAveragePricesResponse {
            try await channel.unary(AveragePricesService.findAveragePrices, request, options: options)
        }
    }
}

extension Catalog.AveragePricesProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Catalog.AveragePricesService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Catalog.AveragePricesService.findAveragePrices) { (request: Catalog.FindAveragePricesRequest, context: CallContext) async throws -> Catalog.FindAveragePricesResponse in
                try await self.findAveragePrices(request, context: context)
            },
        ]
    }
}
