// Generated from larder/budget/v1/investing.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Budget {
    /// What `larder.budget.v1.Investing` has: its methods and who may call them.
    public enum InvestingService {
        public static let compareWithSecurity = MethodDescriptor(
            service: "larder.budget.v1.Investing",
            name: "CompareWithSecurity",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Budget.CompareWithSecurityRequest.descriptor,
            response: Budget.SecurityComparison.descriptor
        )
        public static let estimateEarnings = MethodDescriptor(
            service: "larder.budget.v1.Investing",
            name: "EstimateEarnings",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Budget.EstimateEarningsRequest.descriptor,
            response: Budget.EarningsEstimate.descriptor
        )
        public static let listSavedSecurities = MethodDescriptor(
            service: "larder.budget.v1.Investing",
            name: "ListSavedSecurities",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Budget.ListSavedSecuritiesRequest.descriptor,
            response: Budget.ListSavedSecuritiesResponse.descriptor
        )
        public static let saveSecurity = MethodDescriptor(
            service: "larder.budget.v1.Investing",
            name: "SaveSecurity",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Budget.SaveSecurityRequest.descriptor,
            response: Budget.SavedSecurity.descriptor
        )
        public static let removeSavedSecurity = MethodDescriptor(
            service: "larder.budget.v1.Investing",
            name: "RemoveSavedSecurity",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Budget.RemoveSavedSecurityRequest.descriptor,
            response: Budget.SavedSecurity.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.budget.v1.Investing",
            methods: [compareWithSecurity, estimateEarnings, listSavedSecurities, saveSecurity, removeSavedSecurity]
        )
    }

    /// What spending would have become, had the money been invested instead. Nothing here is advice: figures of the past say nothing of the
    /// future, and fees and taxes are left out.
    ///
    /// Amounts in other currencies than the security's are listed apart. Figures are calculated exactly and rounded once, half away from
    /// zero. FAILED_PRECONDITION (NO_PRICES) where the security has no prices that the calculation needs; NOT_FOUND for an unknown symbol.
    public protocol InvestingProvider: ServiceProvider {
        /// Compares what was spent in one period with a security over another period: what the amount would have become, had it been invested
        /// at that period's beginning.
        ///
        /// Callers: signed-in users.
        func compareWithSecurity(_ request: Budget.CompareWithSecurityRequest, context: CallContext) async throws -> Budget.SecurityComparison
        /// What the money spent in a period would have earned, had each purchase been invested on its own day, or the next day with a price.
        ///
        /// Callers: signed-in users.
        func estimateEarnings(_ request: Budget.EstimateEarningsRequest, context: CallContext) async throws -> Budget.EarningsEstimate
        /// The securities that the caller has saved, in the order in which they were.
        ///
        /// Callers: signed-in users.
        func listSavedSecurities(_ request: Budget.ListSavedSecuritiesRequest, context: CallContext) async throws -> Budget.ListSavedSecuritiesResponse
        /// Saves a security; one that was removed comes back at its place, as it was. FAILED_PRECONDITION (TOO_MANY_SAVED) where there are 100
        /// already. NOT_FOUND for an unknown symbol.
        ///
        /// Callers: signed-in users.
        func saveSecurity(_ request: Budget.SaveSecurityRequest, context: CallContext) async throws -> Budget.SavedSecurity
        /// Removes a security from the saved ones. Saving it undoes that. NOT_FOUND for one that was never saved.
        ///
        /// Callers: signed-in users.
        func removeSavedSecurity(_ request: Budget.RemoveSavedSecurityRequest, context: CallContext) async throws -> Budget.SavedSecurity
    }

    /// Calls `larder.budget.v1.Investing`.
    public struct InvestingClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Compares what was spent in one period with a security over another period: what the amount would have become, had it been invested
        /// at that period's beginning.
        public func compareWithSecurity(_ request: Budget.CompareWithSecurityRequest, options: CallOptions = CallOptions()) async throws -> Budget.SecurityComparison {
            try await channel.unary(InvestingService.compareWithSecurity, request, options: options)
        }

        /// What the money spent in a period would have earned, had each purchase been invested on its own day, or the next day with a price.
        public func estimateEarnings(_ request: Budget.EstimateEarningsRequest, options: CallOptions = CallOptions()) async throws -> Budget.EarningsEstimate {
            try await channel.unary(InvestingService.estimateEarnings, request, options: options)
        }

        /// The securities that the caller has saved, in the order in which they were.
        public func listSavedSecurities(_ request: Budget.ListSavedSecuritiesRequest, options: CallOptions = CallOptions()) async throws -> Budget.ListSavedSecuritiesResponse {
            try await channel.unary(InvestingService.listSavedSecurities, request, options: options)
        }

        /// Saves a security; one that was removed comes back at its place, as it was. FAILED_PRECONDITION (TOO_MANY_SAVED) where there are 100
        /// already. NOT_FOUND for an unknown symbol.
        public func saveSecurity(_ request: Budget.SaveSecurityRequest, options: CallOptions = CallOptions()) async throws -> Budget.SavedSecurity {
            try await channel.unary(InvestingService.saveSecurity, request, options: options)
        }

        /// Removes a security from the saved ones. Saving it undoes that. NOT_FOUND for one that was never saved.
        public func removeSavedSecurity(_ request: Budget.RemoveSavedSecurityRequest, options: CallOptions = CallOptions()) async throws -> Budget.SavedSecurity {
            try await channel.unary(InvestingService.removeSavedSecurity, request, options: options)
        }
    }
}

extension Budget.InvestingProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Budget.InvestingService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Budget.InvestingService.compareWithSecurity) { (request: Budget.CompareWithSecurityRequest, context: CallContext) async throws -> Budget.SecurityComparison in
                try await self.compareWithSecurity(request, context: context)
            },
            .unary(Budget.InvestingService.estimateEarnings) { (request: Budget.EstimateEarningsRequest, context: CallContext) async throws -> Budget.EarningsEstimate in
                try await self.estimateEarnings(request, context: context)
            },
            .unary(Budget.InvestingService.listSavedSecurities) { (request: Budget.ListSavedSecuritiesRequest, context: CallContext) async throws -> Budget.ListSavedSecuritiesResponse in
                try await self.listSavedSecurities(request, context: context)
            },
            .unary(Budget.InvestingService.saveSecurity) { (request: Budget.SaveSecurityRequest, context: CallContext) async throws -> Budget.SavedSecurity in
                try await self.saveSecurity(request, context: context)
            },
            .unary(Budget.InvestingService.removeSavedSecurity) { (request: Budget.RemoveSavedSecurityRequest, context: CallContext) async throws -> Budget.SavedSecurity in
                try await self.removeSavedSecurity(request, context: context)
            },
        ]
    }
}
