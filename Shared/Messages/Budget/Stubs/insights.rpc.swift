// Generated from larder/budget/v1/insights.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Budget {
    /// What `larder.budget.v1.Insights` has: its methods and who may call them.
    public enum InsightsService {
        public static let summarizeSpending = MethodDescriptor(
            service: "larder.budget.v1.Insights",
            name: "SummarizeSpending",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Budget.SummarizeSpendingRequest.descriptor,
            response: Budget.SpendingSummary.descriptor
        )
        public static let checkLedger = MethodDescriptor(
            service: "larder.budget.v1.Insights",
            name: "CheckLedger",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Budget.CheckLedgerRequest.descriptor,
            response: Budget.LedgerCheck.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.budget.v1.Insights",
            methods: [summarizeSpending, checkLedger]
        )
    }

    /// What a user's ledger says.
    public protocol InsightsProvider: ServiceProvider {
        /// Sums up what was spent in a period, apart for each currency. A purchase counts with its printed total, or else with the sum
        /// of its items and taxes; neither discarded purchases nor those count that seem to be duplicates. The groups of a currency add
        /// up to its total, to the cent.
        ///
        /// Callers: signed-in users.
        func summarizeSpending(_ request: Budget.SummarizeSpendingRequest, context: CallContext) async throws -> Budget.SpendingSummary
        /// Recomputes every total of the caller's ledger from items and taxes, and says where one differs.
        ///
        /// Callers: signed-in users.
        func checkLedger(_ request: Budget.CheckLedgerRequest, context: CallContext) async throws -> Budget.LedgerCheck
    }

    /// Calls `larder.budget.v1.Insights`.
    public struct InsightsClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Sums up what was spent in a period, apart for each currency. A purchase counts with its printed total, or else with the sum
        /// of its items and taxes; neither discarded purchases nor those count that seem to be duplicates. The groups of a currency add
        /// up to its total, to the cent.
        public func summarizeSpending(_ request: Budget.SummarizeSpendingRequest, options: CallOptions = CallOptions()) async throws -> Budget.SpendingSummary {
            try await channel.unary(InsightsService.summarizeSpending, request, options: options)
        }

        /// Recomputes every total of the caller's ledger from items and taxes, and says where one differs.
        public func checkLedger(_ request: Budget.CheckLedgerRequest, options: CallOptions = CallOptions()) async throws -> Budget.LedgerCheck {
            try await channel.unary(InsightsService.checkLedger, request, options: options)
        }
    }
}

extension Budget.InsightsProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Budget.InsightsService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Budget.InsightsService.summarizeSpending) { (request: Budget.SummarizeSpendingRequest, context: CallContext) async throws -> Budget.SpendingSummary in
                try await self.summarizeSpending(request, context: context)
            },
            .unary(Budget.InsightsService.checkLedger) { (request: Budget.CheckLedgerRequest, context: CallContext) async throws -> Budget.LedgerCheck in
                try await self.checkLedger(request, context: context)
            },
        ]
    }
}
