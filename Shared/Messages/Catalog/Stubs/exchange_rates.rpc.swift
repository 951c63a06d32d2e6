// Generated from larder/catalog/v1/exchange_rates.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Catalog {
    /// What `larder.catalog.v1.ExchangeRates` has: its methods and who may call them.
    public enum ExchangeRatesService {
        public static let findExchangeRates = MethodDescriptor(
            service: "larder.catalog.v1.ExchangeRates",
            name: "FindExchangeRates",
            kind: .unary,
            access: .userOrServices(["budget"]),
            idempotency: .noSideEffects,
            maximumRequest: 262144,
            request: Catalog.FindExchangeRatesRequest.descriptor,
            response: Catalog.FindExchangeRatesResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.catalog.v1.ExchangeRates",
            methods: [findExchangeRates]
        )
    }

    /// Dated exchange rates between currencies.
    public protocol ExchangeRatesProvider: ServiceProvider {
        /// Finds what amounts of given days are converted with. In force on a day is the latest rate on or before it, at most 7 days
        /// older: one of the two currencies, in either direction (of the same day, the one that needs no division), or else two by way of
        /// CAD, EUR or USD, by which the older of both is latest. Where there is none, the amount can't be converted.
        ///
        /// Callers: signed-in users, and the services budget.
        func findExchangeRates(_ request: Catalog.FindExchangeRatesRequest, context: CallContext) async throws -> Catalog.FindExchangeRatesResponse
    }

    /// Calls `larder.catalog.v1.ExchangeRates`.
    public struct ExchangeRatesClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Finds what amounts of given days are converted with. In force on a day is the latest rate on or before it, at most 7 days
        /// older: one of the two currencies, in either direction (of the same day, the one that needs no division), or else two by way of
        /// CAD, EUR or USD, by which the older of both is latest. Where there is none, the amount can't be converted.
        public func findExchangeRates(_ request: Catalog.FindExchangeRatesRequest, options: CallOptions = CallOptions()) async throws -> Catalog.FindExchangeRatesResponse {
            try await channel.unary(ExchangeRatesService.findExchangeRates, request, options: options)
        }
    }
}

extension Catalog.ExchangeRatesProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Catalog.ExchangeRatesService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Catalog.ExchangeRatesService.findExchangeRates) { (request: Catalog.FindExchangeRatesRequest, context: CallContext) async throws -> Catalog.FindExchangeRatesResponse in
                try await self.findExchangeRates(request, context: context)
            },
        ]
    }
}

extension Catalog {
    /// What `larder.catalog.v1.ExchangeRateOperations` has: its methods and who may call them.
    public enum ExchangeRateOperationsService {
        public static let listExchangeRates = MethodDescriptor(
            service: "larder.catalog.v1.ExchangeRateOperations",
            name: "ListExchangeRates",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "administrator"], needsSecondFactor: true),
            idempotency: .noSideEffects,
            request: Catalog.ListExchangeRatesRequest.descriptor,
            response: Catalog.ListExchangeRatesResponse.descriptor
        )
        public static let setExchangeRate = MethodDescriptor(
            service: "larder.catalog.v1.ExchangeRateOperations",
            name: "SetExchangeRate",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "administrator"], needsSecondFactor: true),
            idempotency: .idempotent,
            request: Catalog.SetExchangeRateRequest.descriptor,
            response: Catalog.KeptExchangeRate.descriptor
        )
        public static let withdrawExchangeRate = MethodDescriptor(
            service: "larder.catalog.v1.ExchangeRateOperations",
            name: "WithdrawExchangeRate",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "administrator"], needsSecondFactor: true),
            idempotency: .idempotent,
            request: Catalog.WithdrawExchangeRateRequest.descriptor,
            response: Catalog.KeptExchangeRate.descriptor
        )
        public static let importExchangeRates = MethodDescriptor(
            service: "larder.catalog.v1.ExchangeRateOperations",
            name: "ImportExchangeRates",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "administrator"], needsSecondFactor: true),
            idempotency: .idempotent,
            maximumRequest: 4194304,
            request: Catalog.ImportExchangeRatesRequest.descriptor,
            response: Catalog.ImportExchangeRatesResponse.descriptor
        )
        public static let listExchangeRateChanges = MethodDescriptor(
            service: "larder.catalog.v1.ExchangeRateOperations",
            name: "ListExchangeRateChanges",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "administrator"], needsSecondFactor: true),
            idempotency: .noSideEffects,
            request: Catalog.ListExchangeRateChangesRequest.descriptor,
            response: Catalog.ListExchangeRateChangesResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.catalog.v1.ExchangeRateOperations",
            methods: [listExchangeRates, setExchangeRate, withdrawExchangeRate, importExchangeRates, listExchangeRateChanges]
        )
    }

    /// Exchange rates as operators keep them. Every change is recorded with who made it.
    public protocol ExchangeRateOperationsProvider: ServiceProvider {
        /// The rates that are kept, those of the latest day first, also withdrawn ones.
        ///
        /// Callers: signed-in users with the role operator or administrator, a second factor.
        func listExchangeRates(_ request: Catalog.ListExchangeRatesRequest, context: CallContext) async throws -> Catalog.ListExchangeRatesResponse
        /// Adds a rate or replaces the one of the same currencies and day. What is so already changes nothing.
        ///
        /// Callers: signed-in users with the role operator or administrator, a second factor.
        func setExchangeRate(_ request: Catalog.SetExchangeRateRequest, context: CallContext) async throws -> Catalog.KeptExchangeRate
        /// Takes a rate out of use until another one is set for its currencies and day.
        ///
        /// Callers: signed-in users with the role operator or administrator, a second factor.
        func withdrawExchangeRate(_ request: Catalog.WithdrawExchangeRateRequest, context: CallContext) async throws -> Catalog.KeptExchangeRate
        /// Takes over the rates of a file: all of them, or none where a line is wrong. Repeating it changes nothing.
        ///
        /// Callers: signed-in users with the role operator or administrator, a second factor.
        func importExchangeRates(_ request: Catalog.ImportExchangeRatesRequest, context: CallContext) async throws -> Catalog.ImportExchangeRatesResponse
        /// What operators did, the latest first. Of given currencies or of a day, each change of a rate, also by files.
        ///
        /// Callers: signed-in users with the role operator or administrator, a second factor.
        func listExchangeRateChanges(_ request: Catalog.ListExchangeRateChangesRequest, context: CallContext) async throws -> Catalog.ListExchangeRateChangesResponse
    }

    /// Calls `larder.catalog.v1.ExchangeRateOperations`.
    public struct ExchangeRateOperationsClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// The rates that are kept, those of the latest day first, also withdrawn ones.
        public func listExchangeRates(_ request: Catalog.ListExchangeRatesRequest, options: CallOptions = CallOptions()) async throws -> Catalog.ListExchangeRatesResponse {
            try await channel.unary(ExchangeRateOperationsService.listExchangeRates, request, options: options)
        }

        /// Adds a rate or replaces the one of the same currencies and day. What is so already changes nothing.
        public func setExchangeRate(_ request: Catalog.SetExchangeRateRequest, options: CallOptions = CallOptions()) async throws -> Catalog.KeptExchangeRate {
            try await channel.unary(ExchangeRateOperationsService.setExchangeRate, request, options: options)
        }

        /// Takes a rate out of use until another one is set for its currencies and day.
        public func withdrawExchangeRate(_ request: Catalog.WithdrawExchangeRateRequest, options: CallOptions = CallOptions()) async throws -> Catalog.KeptExchangeRate {
            try await channel.unary(ExchangeRateOperationsService.withdrawExchangeRate, request, options: options)
        }

        /// Takes over the rates of a file: all of them, or none where a line is wrong. Repeating it changes nothing.
        public func importExchangeRates(_ request: Catalog.ImportExchangeRatesRequest, options: CallOptions = CallOptions()) async throws -> Catalog.ImportExchangeRatesResponse {
            try await channel.unary(ExchangeRateOperationsService.importExchangeRates, request, options: options)
        }

        /// What operators did, the latest first. Of given currencies or of a day, each change of a rate, also by files.
        public func listExchangeRateChanges(_ request: Catalog.ListExchangeRateChangesRequest, options: CallOptions = CallOptions()) async throws -> Catalog.ListExchangeRateChangesResponse {
            try await channel.unary(ExchangeRateOperationsService.listExchangeRateChanges, request, options: options)
        }
    }
}

extension Catalog.ExchangeRateOperationsProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Catalog.ExchangeRateOperationsService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Catalog.ExchangeRateOperationsService.listExchangeRates) { (request: Catalog.ListExchangeRatesRequest, context: CallContext) async throws -> Catalog.ListExchangeRatesResponse in
                try await self.listExchangeRates(request, context: context)
            },
            .unary(Catalog.ExchangeRateOperationsService.setExchangeRate) { (request: Catalog.SetExchangeRateRequest, context: CallContext) async throws -> Catalog.KeptExchangeRate in
                try await self.setExchangeRate(request, context: context)
            },
            .unary(Catalog.ExchangeRateOperationsService.withdrawExchangeRate) { (request: Catalog.WithdrawExchangeRateRequest, context: CallContext) async throws -> Catalog.KeptExchangeRate in
                try await self.withdrawExchangeRate(request, context: context)
            },
            .unary(Catalog.ExchangeRateOperationsService.importExchangeRates) { (request: Catalog.ImportExchangeRatesRequest, context: CallContext) async throws -> Catalog.ImportExchangeRatesResponse in
                try await self.importExchangeRates(request, context: context)
            },
            .unary(Catalog.ExchangeRateOperationsService.listExchangeRateChanges) { (request: Catalog.ListExchangeRateChangesRequest, context: CallContext) async throws -> Catalog.ListExchangeRateChangesResponse in
                try await self.listExchangeRateChanges(request, context: context)
            },
        ]
    }
}
