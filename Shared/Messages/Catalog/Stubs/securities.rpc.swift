// Generated from larder/catalog/v1/securities.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Catalog {
    /// What `larder.catalog.v1.Securities` has: its methods and who may call them.
    public enum SecuritiesService {
        public static let searchSecurities = MethodDescriptor(
            service: "larder.catalog.v1.Securities",
            name: "SearchSecurities",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Catalog.SearchSecuritiesRequest.descriptor,
            response: Catalog.SearchSecuritiesResponse.descriptor
        )
        public static let getSecurity = MethodDescriptor(
            service: "larder.catalog.v1.Securities",
            name: "GetSecurity",
            kind: .unary,
            access: .userOrServices(["budget"]),
            idempotency: .noSideEffects,
            request: Catalog.GetSecurityRequest.descriptor,
            response: Catalog.Security.descriptor
        )
        public static let getPrices = MethodDescriptor(
            service: "larder.catalog.v1.Securities",
            name: "GetPrices",
            kind: .unary,
            access: .userOrServices(["budget"]),
            idempotency: .noSideEffects,
            request: Catalog.GetPricesRequest.descriptor,
            response: Catalog.GetPricesResponse.descriptor
        )
        public static let getPriceHistory = MethodDescriptor(
            service: "larder.catalog.v1.Securities",
            name: "GetPriceHistory",
            kind: .unary,
            access: .services(["budget"]),
            idempotency: .noSideEffects,
            request: Catalog.GetPriceHistoryRequest.descriptor,
            response: Catalog.PriceHistory.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.catalog.v1.Securities",
            methods: [searchSecurities, getSecurity, getPrices, getPriceHistory]
        )
    }

    /// Listed companies, funds and indices with their prices.
    public protocol SecuritiesProvider: ServiceProvider {
        /// Securities by symbol or name: the exact symbol first, then symbols and names that begin with the text, then similar ones.
        /// Without a text all, by their symbols.
        ///
        /// Callers: signed-in users.
        func searchSecurities(_ request: Catalog.SearchSecuritiesRequest, context: CallContext) async throws -> Catalog.SearchSecuritiesResponse
        /// NOT_FOUND for an unknown symbol.
        ///
        /// Callers: signed-in users, and the services budget.
        func getSecurity(_ request: Catalog.GetSecurityRequest, context: CallContext) async throws -> Catalog.Security
        /// The prices of a security in a period, oldest first, of the series that covers the period best. NOT_FOUND for an unknown
        /// symbol.
        ///
        /// Callers: signed-in users, and the services budget.
        func getPrices(_ request: Catalog.GetPricesRequest, context: CallContext) async throws -> Catalog.GetPricesResponse
        /// All prices of a security, for calculations.
        ///
        /// Callers: the services budget.
        func getPriceHistory(_ request: Catalog.GetPriceHistoryRequest, context: CallContext) async throws -> Catalog.PriceHistory
    }

    /// Calls `larder.catalog.v1.Securities`.
    public struct SecuritiesClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Securities by symbol or name: the exact symbol first, then symbols and names that begin with the text, then similar ones.
        /// Without a text all, by their symbols.
        public func searchSecurities(_ request: Catalog.SearchSecuritiesRequest, options: CallOptions = CallOptions()) async throws -> Catalog.SearchSecuritiesResponse {
            try await channel.unary(SecuritiesService.searchSecurities, request, options: options)
        }

        /// NOT_FOUND for an unknown symbol.
        public func getSecurity(_ request: Catalog.GetSecurityRequest, options: CallOptions = CallOptions()) async throws -> Catalog.Security {
            try await channel.unary(SecuritiesService.getSecurity, request, options: options)
        }

        /// The prices of a security in a period, oldest first, of the series that covers the period best. NOT_FOUND for an unknown
        /// symbol.
        public func getPrices(_ request: Catalog.GetPricesRequest, options: CallOptions = CallOptions()) async throws -> Catalog.GetPricesResponse {
            try await channel.unary(SecuritiesService.getPrices, request, options: options)
        }

        /// All prices of a security, for calculations.
        public func getPriceHistory(_ request: Catalog.GetPriceHistoryRequest, options: CallOptions = CallOptions()) async throws -> Catalog.PriceHistory {
            try await channel.unary(SecuritiesService.getPriceHistory, request, options: options)
        }
    }
}

extension Catalog.SecuritiesProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Catalog.SecuritiesService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Catalog.SecuritiesService.searchSecurities) { (request: Catalog.SearchSecuritiesRequest, context: CallContext) async throws -> Catalog.SearchSecuritiesResponse in
                try await self.searchSecurities(request, context: context)
            },
            .unary(Catalog.SecuritiesService.getSecurity) { (request: Catalog.GetSecurityRequest, context: CallContext) async throws -> Catalog.Security in
                try await self.getSecurity(request, context: context)
            },
            .unary(Catalog.SecuritiesService.getPrices) { (request: Catalog.GetPricesRequest, context: CallContext) async throws -> Catalog.GetPricesResponse in
                try await self.getPrices(request, context: context)
            },
            .unary(Catalog.SecuritiesService.getPriceHistory) { (request: Catalog.GetPriceHistoryRequest, context: CallContext) async throws -> Catalog.PriceHistory in
                try await self.getPriceHistory(request, context: context)
            },
        ]
    }
}

extension Catalog {
    /// What `larder.catalog.v1.SecurityImports` has: its methods and who may call them.
    public enum SecurityImportsService {
        public static let importSecurities = MethodDescriptor(
            service: "larder.catalog.v1.SecurityImports",
            name: "ImportSecurities",
            kind: .clientStreaming,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "administrator"], needsSecondFactor: true),
            idempotency: .idempotent,
            maximumRequest: 524288,
            request: Catalog.ImportSecuritiesRequest.descriptor,
            response: Catalog.ImportSecuritiesResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.catalog.v1.SecurityImports",
            methods: [importSecurities]
        )
    }

    /// Securities and prices that operators load.
    public protocol SecurityImportsProvider: ServiceProvider {
        /// Replaces what is stored of the securities or of the price series in a file of comma-separated values: one with the header
        /// symbol,name,exchange,currency,kind,adjustment of securities, or one with the header symbol,date,close of prices. Further columns
        /// are ignored. Where any line is wrong nothing is stored, and the response lists the problems. A file has at most 32 MiB; one is
        /// imported at a time, and another one is rejected with RESOURCE_EXHAUSTED.
        ///
        /// Callers: signed-in users with the role operator or administrator, a second factor.
        func importSecurities(_ requests: MessageStream<Catalog.ImportSecuritiesRequest>, context: CallContext) async throws -> Catalog.ImportSecuritiesResponse
    }

    /// Calls `larder.catalog.v1.SecurityImports`.
    public struct SecurityImportsClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Replaces what is stored of the securities or of the price series in a file of comma-separated values: one with the header
        /// symbol,name,exchange,currency,kind,adjustment of securities, or one with the header symbol,date,close of prices. Further columns
        /// are ignored. Where any line is wrong nothing is stored, and the response lists the problems. A file has at most 32 MiB; one is
        /// imported at a time, and another one is rejected with RESOURCE_EXHAUSTED.
        public func importSecurities(options: CallOptions = CallOptions(), _ send: (MessageWriter<Catalog.ImportSecuritiesRequest>) async throws -> Void) async throws -> Catalog.ImportSecuritiesResponse {
            try await channel.clientStreaming(SecurityImportsService.importSecurities, options: options, send)
        }
    }
}

extension Catalog.SecurityImportsProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Catalog.SecurityImportsService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .clientStreaming(Catalog.SecurityImportsService.importSecurities) { (requests: MessageStream<Catalog.ImportSecuritiesRequest>, context: CallContext) async throws -> Catalog.ImportSecuritiesResponse in
                try await self.importSecurities(requests, context: context)
            },
        ]
    }
}
