// Generated from larder/catalog/v1/store_prices.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Catalog {
    /// What `larder.catalog.v1.StorePrices` has: its methods and who may call them.
    public enum StorePricesService {
        public static let findStorePrices = MethodDescriptor(
            service: "larder.catalog.v1.StorePrices",
            name: "FindStorePrices",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Catalog.FindStorePricesRequest.descriptor,
            response: Catalog.FindStorePricesResponse.descriptor
        )
        public static let findLowestPrices = MethodDescriptor(
            service: "larder.catalog.v1.StorePrices",
            name: "FindLowestPrices",
            kind: .unary,
            access: .services(["budget"]),
            idempotency: .noSideEffects,
            maximumRequest: 262144,
            request: Catalog.FindLowestPricesRequest.descriptor,
            response: Catalog.FindLowestPricesResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.catalog.v1.StorePrices",
            methods: [findStorePrices, findLowestPrices]
        )
    }

    /// What products cost at stores that users can reach: those within the radius of their home place that they don't ignore, the preferred
    /// ones and then the nearest, 200 at most. Users' own stores aren't among them: no prices are known there that users could compare.
    public protocol StorePricesProvider: ServiceProvider {
        /// Prices of a product in the caller's reach: those that hold today, the lowest for a common unit first, and then those that
        /// held before within three years, the latest first. NOT_FOUND for an unknown product. FAILED_PRECONDITION
        /// (`HOME_PLACE_MISSING`) for a caller without a home place.
        ///
        /// Callers: signed-in users.
        func findStorePrices(_ request: Catalog.FindStorePricesRequest, context: CallContext) async throws -> Catalog.FindStorePricesResponse
        /// The lowest price for each common unit of each product that holds today in a user's reach. What has none is left out.
        ///
        /// Callers: the services budget.
        func findLowestPrices(_ request: Catalog.FindLowestPricesRequest, context: CallContext) async throws -> Catalog.FindLowestPricesResponse
    }

    /// Calls `larder.catalog.v1.StorePrices`.
    public struct StorePricesClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Prices of a product in the caller's reach: those that hold today, the lowest for a common unit first, and then those that
        /// held before within three years, the latest first. NOT_FOUND for an unknown product. FAILED_PRECONDITION
        /// (`HOME_PLACE_MISSING`) for a caller without a home place.
        public func findStorePrices(_ request: Catalog.FindStorePricesRequest, options: CallOptions = CallOptions()) async throws -> Catalog.FindStorePricesResponse {
            try await channel.unary(StorePricesService.findStorePrices, request, options: options)
        }

        /// The lowest price for each common unit of each product that holds today in a user's reach. What has none is left out.
        public func findLowestPrices(_ request: Catalog.FindLowestPricesRequest, options: CallOptions = CallOptions()) async throws -> Catalog.FindLowestPricesResponse {
            try await channel.unary(StorePricesService.findLowestPrices, request, options: options)
        }
    }
}

extension Catalog.StorePricesProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Catalog.StorePricesService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Catalog.StorePricesService.findStorePrices) { (request: Catalog.FindStorePricesRequest, context: CallContext) async throws -> Catalog.FindStorePricesResponse in
                try await self.findStorePrices(request, context: context)
            },
            .unary(Catalog.StorePricesService.findLowestPrices) { (request: Catalog.FindLowestPricesRequest, context: CallContext) async throws -> Catalog.FindLowestPricesResponse in
                try await self.findLowestPrices(request, context: context)
            },
        ]
    }
}
