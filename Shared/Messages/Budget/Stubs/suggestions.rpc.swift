// Generated from larder/budget/v1/suggestions.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Budget {
    /// What `larder.budget.v1.Suggestions` has: its methods and who may call them.
    public enum SuggestionsService {
        public static let listSuggestions = MethodDescriptor(
            service: "larder.budget.v1.Suggestions",
            name: "ListSuggestions",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(consents: ["personal_suggestions"]),
            idempotency: .noSideEffects,
            request: Budget.ListSuggestionsRequest.descriptor,
            response: Budget.ListSuggestionsResponse.descriptor
        )
        public static let voteOnSuggestion = MethodDescriptor(
            service: "larder.budget.v1.Suggestions",
            name: "VoteOnSuggestion",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(consents: ["personal_suggestions"]),
            idempotency: .idempotent,
            request: Budget.VoteOnSuggestionRequest.descriptor,
            response: Budget.Suggestion.descriptor
        )
        public static let reportVotes = MethodDescriptor(
            service: "larder.budget.v1.Suggestions",
            name: "ReportVotes",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "administrator"], needsSecondFactor: true),
            idempotency: .noSideEffects,
            request: Budget.ReportVotesRequest.descriptor,
            response: Budget.ReportVotesResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.budget.v1.Suggestions",
            methods: [listSuggestions, voteOnSuggestion, reportVotes]
        )
    }

    /// What users could spend less on, from their own ledgers.
    public protocol SuggestionsProvider: ServiceProvider {
        /// Suggestions for the caller, those about goals first. They are worked out with each call.
        ///
        /// Callers: signed-in users with the consent personal_suggestions.
        func listSuggestions(_ request: Budget.ListSuggestionsRequest, context: CallContext) async throws -> Budget.ListSuggestionsResponse
        /// Says whether a suggestion is useful. Another vote replaces the former one. NOT_FOUND for a suggestion that is not made
        /// now.
        ///
        /// Callers: signed-in users with the consent personal_suggestions.
        func voteOnSuggestion(_ request: Budget.VoteOnSuggestionRequest, context: CallContext) async throws -> Budget.Suggestion
        /// How many suggestions users have found useful, by kind and month. It shows nothing of who has voted, nor on what.
        ///
        /// Callers: signed-in users with the role operator or administrator, a second factor.
        func reportVotes(_ request: Budget.ReportVotesRequest, context: CallContext) async throws -> Budget.ReportVotesResponse
    }

    /// Calls `larder.budget.v1.Suggestions`.
    public struct SuggestionsClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Suggestions for the caller, those about goals first. They are worked out with each call.
        public func listSuggestions(_ request: Budget.ListSuggestionsRequest, options: CallOptions = CallOptions()) async throws -> Budget.ListSuggestionsResponse {
            try await channel.unary(SuggestionsService.listSuggestions, request, options: options)
        }

        /// Says whether a suggestion is useful. Another vote replaces the former one. NOT_FOUND for a suggestion that is not made
        /// now.
        public func voteOnSuggestion(_ request: Budget.VoteOnSuggestionRequest, options: CallOptions = CallOptions()) async throws -> Budget.Suggestion {
            try await channel.unary(SuggestionsService.voteOnSuggestion, request, options: options)
        }

        /// How many suggestions users have found useful, by kind and month. It shows nothing of who has voted, nor on what.
        public func reportVotes(_ request: Budget.ReportVotesRequest, options: CallOptions = CallOptions()) async throws -> Budget.ReportVotesResponse {
            try await channel.unary(SuggestionsService.reportVotes, request, options: options)
        }
    }
}

extension Budget.SuggestionsProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Budget.SuggestionsService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Budget.SuggestionsService.listSuggestions) { (request: Budget.ListSuggestionsRequest, context: CallContext) async throws -> Budget.ListSuggestionsResponse in
                try await self.listSuggestions(request, context: context)
            },
            .unary(Budget.SuggestionsService.voteOnSuggestion) { (request: Budget.VoteOnSuggestionRequest, context: CallContext) async throws -> Budget.Suggestion in
                try await self.voteOnSuggestion(request, context: context)
            },
            .unary(Budget.SuggestionsService.reportVotes) { (request: Budget.ReportVotesRequest, context: CallContext) async throws -> Budget.ReportVotesResponse in
                try await self.reportVotes(request, context: context)
            },
        ]
    }
}
