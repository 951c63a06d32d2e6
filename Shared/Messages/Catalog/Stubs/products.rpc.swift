// Generated from larder/catalog/v1/products.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Catalog {
    /// What `larder.catalog.v1.Products` has: its methods and who may call them.
    public enum ProductsService {
        public static let resolveProducts = MethodDescriptor(
            service: "larder.catalog.v1.Products",
            name: "ResolveProducts",
            kind: .unary,
            access: .services(["ocr", "budget"]),
            idempotency: .idempotent,
            request: Catalog.ResolveProductsRequest.descriptor,
            response: Catalog.ResolveProductsResponse.descriptor
        )
        public static let listProductNames = MethodDescriptor(
            service: "larder.catalog.v1.Products",
            name: "ListProductNames",
            kind: .unary,
            access: .services(["budget"]),
            idempotency: .noSideEffects,
            request: Catalog.ListProductNamesRequest.descriptor,
            response: Catalog.ListProductNamesResponse.descriptor
        )
        public static let searchProducts = MethodDescriptor(
            service: "larder.catalog.v1.Products",
            name: "SearchProducts",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Catalog.SearchProductsRequest.descriptor,
            response: Catalog.SearchProductsResponse.descriptor
        )
        public static let getProduct = MethodDescriptor(
            service: "larder.catalog.v1.Products",
            name: "GetProduct",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Catalog.GetProductRequest.descriptor,
            response: Catalog.Product.descriptor
        )
        public static let listCategories = MethodDescriptor(
            service: "larder.catalog.v1.Products",
            name: "ListCategories",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Catalog.ListCategoriesRequest.descriptor,
            response: Catalog.ListCategoriesResponse.descriptor
        )
        public static let createProduct = MethodDescriptor(
            service: "larder.catalog.v1.Products",
            name: "CreateProduct",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Catalog.CreateProductRequest.descriptor,
            response: Catalog.CreateProductResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.catalog.v1.Products",
            methods: [resolveProducts, listProductNames, searchProducts, getProduct, listCategories, createProduct]
        )
    }

    /// Products and the printed texts that mean them.
    public protocol ProductsProvider: ServiceProvider {
        /// Finds the product that each printed line of a receipt means, creating new ones. The response has one entry a line,
        /// in order. The user's choice for a line at the store, or else at another of its chain, takes precedence, then users'
        /// agreement; otherwise the same line of the same user and store always means the same product. A store that the user
        /// cannot see is NOT_FOUND.
        ///
        /// Callers: the services ocr, budget.
        func resolveProducts(_ request: Catalog.ResolveProductsRequest, context: CallContext) async throws -> Catalog.ResolveProductsResponse
        /// The names of all shared products in every language, for a service that shows products by names that it has stored.
        ///
        /// Callers: the services budget.
        func listProductNames(_ request: Catalog.ListProductNamesRequest, context: CallContext) async throws -> Catalog.ListProductNamesResponse
        /// Products whose name resembles the text, in any language, best first.
        ///
        /// Callers: signed-in users.
        func searchProducts(_ request: Catalog.SearchProductsRequest, context: CallContext) async throws -> Catalog.SearchProductsResponse
        /// Callers: signed-in users.
        func getProduct(_ request: Catalog.GetProductRequest, context: CallContext) async throws -> Catalog.Product
        /// Callers: signed-in users.
        func listCategories(_ request: Catalog.ListCategoriesRequest, context: CallContext) async throws -> Catalog.ListCategoriesResponse
        /// Adds a product of the caller's own. A name that already exists, shared or among the caller's own, returns the
        /// existing product.
        ///
        /// Callers: signed-in users.
        func createProduct(_ request: Catalog.CreateProductRequest, context: CallContext) async throws -> Catalog.CreateProductResponse
    }

    /// Calls `larder.catalog.v1.Products`.
    public struct ProductsClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Finds the product that each printed line of a receipt means, creating new ones. The response has one entry a line,
        /// in order. The user's choice for a line at the store, or else at another of its chain, takes precedence, then users'
        /// agreement; otherwise the same line of the same user and store always means the same product. A store that the user
        /// cannot see is NOT_FOUND.
        public func resolveProducts(_ request: Catalog.ResolveProductsRequest, options: CallOptions = CallOptions()) async throws -> Catalog.ResolveProductsResponse {
            try await channel.unary(ProductsService.resolveProducts, request, options: options)
        }

        /// The names of all shared products in every language, for a service that shows products by names that it has stored.
        public func listProductNames(_ request: Catalog.ListProductNamesRequest, options: CallOptions = CallOptions()) async throws -> Catalog.ListProductNamesResponse {
            try await channel.unary(ProductsService.listProductNames, request, options: options)
        }

        /// Products whose name resembles the text, in any language, best first.
        public func searchProducts(_ request: Catalog.SearchProductsRequest, options: CallOptions = CallOptions()) async throws -> Catalog.SearchProductsResponse {
            try await channel.unary(ProductsService.searchProducts, request, options: options)
        }

        public func getProduct(_ request: Catalog.GetProductRequest, options: CallOptions = CallOptions()) async throws -> Catalog.Product {
            try await channel.unary(ProductsService.getProduct, request, options: options)
        }

        public func listCategories(_ request: Catalog.ListCategoriesRequest, options: CallOptions = CallOptions()) async throws -> Catalog.ListCategoriesResponse {
            try await channel.unary(ProductsService.listCategories, request, options: options)
        }

        /// Adds a product of the caller's own. A name that already exists, shared or among the caller's own, returns the
        /// existing product.
        public func createProduct(_ request: Catalog.CreateProductRequest, options: CallOptions = CallOptions()) async throws -> Catalog.CreateProductResponse {
            try await channel.unary(ProductsService.createProduct, request, options: options)
        }
    }
}

extension Catalog.ProductsProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Catalog.ProductsService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Catalog.ProductsService.resolveProducts) { (request: Catalog.ResolveProductsRequest, context: CallContext) async throws -> Catalog.ResolveProductsResponse in
                try await self.resolveProducts(request, context: context)
            },
            .unary(Catalog.ProductsService.listProductNames) { (request: Catalog.ListProductNamesRequest, context: CallContext) async throws -> Catalog.ListProductNamesResponse in
                try await self.listProductNames(request, context: context)
            },
            .unary(Catalog.ProductsService.searchProducts) { (request: Catalog.SearchProductsRequest, context: CallContext) async throws -> Catalog.SearchProductsResponse in
                try await self.searchProducts(request, context: context)
            },
            .unary(Catalog.ProductsService.getProduct) { (request: Catalog.GetProductRequest, context: CallContext) async throws -> Catalog.Product in
                try await self.getProduct(request, context: context)
            },
            .unary(Catalog.ProductsService.listCategories) { (request: Catalog.ListCategoriesRequest, context: CallContext) async throws -> Catalog.ListCategoriesResponse in
                try await self.listCategories(request, context: context)
            },
            .unary(Catalog.ProductsService.createProduct) { (request: Catalog.CreateProductRequest, context: CallContext) async throws -> Catalog.CreateProductResponse in
                try await self.createProduct(request, context: context)
            },
        ]
    }
}
