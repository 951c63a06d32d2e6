// Generated from larder/catalog/v1/brokers.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Catalog {
    /// What `larder.catalog.v1.Brokers` has: its methods and who may call them.
    public enum BrokersService {
        public static let listBrokers = MethodDescriptor(
            service: "larder.catalog.v1.Brokers",
            name: "ListBrokers",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Catalog.ListBrokersRequest.descriptor,
            response: Catalog.ListBrokersResponse.descriptor
        )
        public static let listBrokerLinks = MethodDescriptor(
            service: "larder.catalog.v1.Brokers",
            name: "ListBrokerLinks",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "administrator"], needsSecondFactor: true),
            idempotency: .noSideEffects,
            request: Catalog.ListBrokerLinksRequest.descriptor,
            response: Catalog.ListBrokerLinksResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.catalog.v1.Brokers",
            methods: [listBrokers, listBrokerLinks]
        )
    }

    /// Brokers outside of Larder with which securities can be bought. Larder takes no orders for securities itself.
    public protocol BrokersProvider: ServiceProvider {
        /// The brokers of regions that have two at least, by region and name, without those whose links are broken.
        ///
        /// Callers: signed-in users.
        func listBrokers(_ request: Catalog.ListBrokersRequest, context: CallContext) async throws -> Catalog.ListBrokersResponse
        /// For operators: the links of all brokers, broken ones first, with what the last check of each said.
        ///
        /// Callers: signed-in users with the role operator or administrator, a second factor.
        func listBrokerLinks(_ request: Catalog.ListBrokerLinksRequest, context: CallContext) async throws -> Catalog.ListBrokerLinksResponse
    }

    /// Calls `larder.catalog.v1.Brokers`.
    public struct BrokersClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// The brokers of regions that have two at least, by region and name, without those whose links are broken.
        public func listBrokers(_ request: Catalog.ListBrokersRequest, options: CallOptions = CallOptions()) async throws -> Catalog.ListBrokersResponse {
            try await channel.unary(BrokersService.listBrokers, request, options: options)
        }

        /// For operators: the links of all brokers, broken ones first, with what the last check of each said.
        public func listBrokerLinks(_ request: Catalog.ListBrokerLinksRequest, options: CallOptions = CallOptions()) async throws -> Catalog.ListBrokerLinksResponse {
            try await channel.unary(BrokersService.listBrokerLinks, request, options: options)
        }
    }
}

extension Catalog.BrokersProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Catalog.BrokersService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Catalog.BrokersService.listBrokers) { (request: Catalog.ListBrokersRequest, context: CallContext) async throws -> Catalog.ListBrokersResponse in
                try await self.listBrokers(request, context: context)
            },
            .unary(Catalog.BrokersService.listBrokerLinks) { (request: Catalog.ListBrokerLinksRequest, context: CallContext) async throws -> Catalog.ListBrokerLinksResponse in
                try await self.listBrokerLinks(request, context: context)
            },
        ]
    }
}
