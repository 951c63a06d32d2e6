// Generated from larder/catalog/v1/stores.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Catalog {
    /// What `larder.catalog.v1.Stores` has: its methods and who may call them.
    public enum StoresService {
        public static let resolveStore = MethodDescriptor(
            service: "larder.catalog.v1.Stores",
            name: "ResolveStore",
            kind: .unary,
            access: .services(["ocr", "budget"]),
            idempotency: .idempotent,
            request: Catalog.ResolveStoreRequest.descriptor,
            response: Catalog.ResolveStoreResponse.descriptor
        )
        public static let findStores = MethodDescriptor(
            service: "larder.catalog.v1.Stores",
            name: "FindStores",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Catalog.FindStoresRequest.descriptor,
            response: Catalog.FindStoresResponse.descriptor
        )
        public static let listOwnStores = MethodDescriptor(
            service: "larder.catalog.v1.Stores",
            name: "ListOwnStores",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Catalog.ListOwnStoresRequest.descriptor,
            response: Catalog.ListOwnStoresResponse.descriptor
        )
        public static let setOwnStoreLocation = MethodDescriptor(
            service: "larder.catalog.v1.Stores",
            name: "SetOwnStoreLocation",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Catalog.SetOwnStoreLocationRequest.descriptor,
            response: Catalog.Store.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.catalog.v1.Stores",
            methods: [resolveStore, findStores, listOwnStores, setOwnStoreLocation]
        )
    }

    /// Stores where people shop, and which receipts name.
    public protocol StoresProvider: ServiceProvider {
        /// Finds the store of a receipt, or creates it.
        ///
        /// Callers: the services ocr, budget.
        func resolveStore(_ request: Catalog.ResolveStoreRequest, context: CallContext) async throws -> Catalog.ResolveStoreResponse
        /// Stores near the caller's home or another point, also the caller's own ones of which it is known where they are: the preferred
        /// ones first, and of each kind the nearest first. FAILED_PRECONDITION (`HOME_PLACE_MISSING`) where neither is known.
        ///
        /// Callers: signed-in users.
        func findStores(_ request: Catalog.FindStoresRequest, context: CallContext) async throws -> Catalog.FindStoresResponse
        /// The caller's own stores, which receipts have named and which are none of the catalog's: the latest first, at most 1,000.
        ///
        /// Callers: signed-in users.
        func listOwnStores(_ request: Catalog.ListOwnStoresRequest, context: CallContext) async throws -> Catalog.ListOwnStoresResponse
        /// Says where one of the caller's own stores is, in place of what was said before, or takes that back. NOT_FOUND for a store that is
        /// not the caller's own.
        ///
        /// Callers: signed-in users.
        func setOwnStoreLocation(_ request: Catalog.SetOwnStoreLocationRequest, context: CallContext) async throws -> Catalog.Store
    }

    /// Calls `larder.catalog.v1.Stores`.
    public struct StoresClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Finds the store of a receipt, or creates it.
        public func resolveStore(_ request: Catalog.ResolveStoreRequest, options: CallOptions = CallOptions()) async throws -> Catalog.ResolveStoreResponse {
            try await channel.unary(StoresService.resolveStore, request, options: options)
        }

        /// Stores near the caller's home or another point, also the caller's own ones of which it is known where they are: the preferred
        /// ones first, and of each kind the nearest first. FAILED_PRECONDITION (`HOME_PLACE_MISSING`) where neither is known.
        public func findStores(_ request: Catalog.FindStoresRequest, options: CallOptions = CallOptions()) async throws -> Catalog.FindStoresResponse {
            try await channel.unary(StoresService.findStores, request, options: options)
        }

        /// The caller's own stores, which receipts have named and which are none of the catalog's: the latest first, at most 1,000.
        public func listOwnStores(_ request: Catalog.ListOwnStoresRequest, options: CallOptions = CallOptions()) async throws -> Catalog.ListOwnStoresResponse {
            try await channel.unary(StoresService.listOwnStores, request, options: options)
        }

        /// Says where one of the caller's own stores is, in place of what was said before, or takes that back. NOT_FOUND for a store that is
        /// not the caller's own.
        public func setOwnStoreLocation(_ request: Catalog.SetOwnStoreLocationRequest, options: CallOptions = CallOptions()) async throws -> Catalog.Store {
            try await channel.unary(StoresService.setOwnStoreLocation, request, options: options)
        }
    }
}

extension Catalog.StoresProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Catalog.StoresService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Catalog.StoresService.resolveStore) { (request: Catalog.ResolveStoreRequest, context: CallContext) async throws -> Catalog.ResolveStoreResponse in
                try await self.resolveStore(request, context: context)
            },
            .unary(Catalog.StoresService.findStores) { (request: Catalog.FindStoresRequest, context: CallContext) async throws -> Catalog.FindStoresResponse in
                try await self.findStores(request, context: context)
            },
            .unary(Catalog.StoresService.listOwnStores) { (request: Catalog.ListOwnStoresRequest, context: CallContext) async throws -> Catalog.ListOwnStoresResponse in
                try await self.listOwnStores(request, context: context)
            },
            .unary(Catalog.StoresService.setOwnStoreLocation) { (request: Catalog.SetOwnStoreLocationRequest, context: CallContext) async throws -> Catalog.Store in
                try await self.setOwnStoreLocation(request, context: context)
            },
        ]
    }
}
