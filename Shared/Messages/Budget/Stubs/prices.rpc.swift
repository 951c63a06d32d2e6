// Generated from larder/budget/v1/prices.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Budget {
    /// What `larder.budget.v1.PaidPrices` has: its methods and who may call them.
    public enum PaidPricesService {
        public static let listPriceChanges = MethodDescriptor(
            service: "larder.budget.v1.PaidPrices",
            name: "ListPriceChanges",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Budget.ListPriceChangesRequest.descriptor,
            response: Budget.ListPriceChangesResponse.descriptor
        )
        public static let compareWithAverages = MethodDescriptor(
            service: "larder.budget.v1.PaidPrices",
            name: "CompareWithAverages",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Budget.CompareWithAveragesRequest.descriptor,
            response: Budget.CompareWithAveragesResponse.descriptor
        )
        public static let getPriceHistory = MethodDescriptor(
            service: "larder.budget.v1.PaidPrices",
            name: "GetPriceHistory",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Budget.GetPriceHistoryRequest.descriptor,
            response: Budget.PriceHistory.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.budget.v1.PaidPrices",
            methods: [listPriceChanges, compareWithAverages, getPriceHistory]
        )
    }

    /// What the caller has paid for what they buy, on common units, from their own ledger: of the last three years, without what is
    /// discarded or seems to be a duplicate. Expenditures have amounts and no prices.
    public protocol PaidPricesProvider: ServiceProvider {
        /// What has become dearer or cheaper at a store, rises first, what they cost most in a year at the top. Regular prices are
        /// compared, those before discounts, of the same words on receipts of the same store.
        ///
        /// Callers: signed-in users.
        func listPriceChanges(_ request: Budget.ListPriceChangesRequest, context: CallContext) async throws -> Budget.ListPriceChangesResponse
        /// What the caller has paid within a year beside what the same quantities cost on average, what costs most above it first. An
        /// average is that of the month of the purchase, or of one of the two months before it, or else of the same month a year before.
        /// Packages are compared with averages of packages at most 1.6 times as large or as small, and what was weighed with averages by
        /// weight. A price of more than four times the average or less than a quarter of it is hardly of the same thing, and left out.
        ///
        /// Callers: signed-in users.
        func compareWithAverages(_ request: Budget.CompareWithAveragesRequest, context: CallContext) async throws -> Budget.CompareWithAveragesResponse
        /// The prices that were paid for one thing. NOT_FOUND for what isn't in the ledger.
        ///
        /// Callers: signed-in users.
        func getPriceHistory(_ request: Budget.GetPriceHistoryRequest, context: CallContext) async throws -> Budget.PriceHistory
    }

    /// Calls `larder.budget.v1.PaidPrices`.
    public struct PaidPricesClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// What has become dearer or cheaper at a store, rises first, what they cost most in a year at the top. Regular prices are
        /// compared, those before discounts, of the same words on receipts of the same store.
        public func listPriceChanges(_ request: Budget.ListPriceChangesRequest, options: CallOptions = CallOptions()) async throws -> Budget.ListPriceChangesResponse {
            try await channel.unary(PaidPricesService.listPriceChanges, request, options: options)
        }

        /// What the caller has paid within a year beside what the same quantities cost on average, what costs most above it first. An
        /// average is that of the month of the purchase, or of one of the two months before it, or else of the same month a year before.
        /// Packages are compared with averages of packages at most 1.6 times as large or as small, and what was weighed with averages by
        /// weight. A price of more than four times the average or less than a quarter of it is hardly of the same thing, and left out.
        public func compareWithAverages(_ request: Budget.CompareWithAveragesRequest, options: CallOptions = CallOptions()) async throws -> Budget.CompareWithAveragesResponse {
            try await channel.unary(PaidPricesService.compareWithAverages, request, options: options)
        }

        /// The prices that were paid for one thing. NOT_FOUND for what isn't in the ledger.
        public func getPriceHistory(_ request: Budget.GetPriceHistoryRequest, options: CallOptions = CallOptions()) async throws -> Budget.PriceHistory {
            try await channel.unary(PaidPricesService.getPriceHistory, request, options: options)
        }
    }
}

extension Budget.PaidPricesProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Budget.PaidPricesService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Budget.PaidPricesService.listPriceChanges) { (request: Budget.ListPriceChangesRequest, context: CallContext) async throws -> Budget.ListPriceChangesResponse in
                try await self.listPriceChanges(request, context: context)
            },
            .unary(Budget.PaidPricesService.compareWithAverages) { (request: Budget.CompareWithAveragesRequest, context: CallContext) async throws -> Budget.CompareWithAveragesResponse in
                try await self.compareWithAverages(request, context: context)
            },
            .unary(Budget.PaidPricesService.getPriceHistory) { (request: Budget.GetPriceHistoryRequest, context: CallContext) async throws -> Budget.PriceHistory in
                try await self.getPriceHistory(request, context: context)
            },
        ]
    }
}
