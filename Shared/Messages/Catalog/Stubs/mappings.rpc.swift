// Generated from larder/catalog/v1/mappings.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Catalog {
    /// What `larder.catalog.v1.Mappings` has: its methods and who may call them.
    public enum MappingsService {
        public static let guessProducts = MethodDescriptor(
            service: "larder.catalog.v1.Mappings",
            name: "GuessProducts",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            maximumRequest: 65536,
            request: Catalog.GuessProductsRequest.descriptor,
            response: Catalog.GuessProductsResponse.descriptor
        )
        public static let chooseProduct = MethodDescriptor(
            service: "larder.catalog.v1.Mappings",
            name: "ChooseProduct",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Catalog.ChooseProductRequest.descriptor,
            response: Catalog.Mapping.descriptor
        )
        public static let listMappings = MethodDescriptor(
            service: "larder.catalog.v1.Mappings",
            name: "ListMappings",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Catalog.ListMappingsRequest.descriptor,
            response: Catalog.ListMappingsResponse.descriptor
        )
        public static let forgetMapping = MethodDescriptor(
            service: "larder.catalog.v1.Mappings",
            name: "ForgetMapping",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Catalog.ForgetMappingRequest.descriptor,
            response: Catalog.ForgetMappingResponse.descriptor
        )
        public static let forgetAllMappings = MethodDescriptor(
            service: "larder.catalog.v1.Mappings",
            name: "ForgetAllMappings",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Catalog.ForgetAllMappingsRequest.descriptor,
            response: Catalog.ForgetAllMappingsResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.catalog.v1.Mappings",
            methods: [guessProducts, chooseProduct, listMappings, forgetMapping, forgetAllMappings]
        )
    }

    /// The caller's mappings of printed lines to products.
    public protocol MappingsProvider: ServiceProvider {
        /// The meaning of each line at a store, and ranked guesses. One entry a line, in order. Nothing is stored.
        ///
        /// Callers: signed-in users.
        func guessProducts(_ request: Catalog.GuessProductsRequest, context: CallContext) async throws -> Catalog.GuessProductsResponse
        /// Sets the meaning of a line for the caller from now on, at that store and, unless another was chosen there, at
        /// others of its chain. A product created for the line is hidden when nothing else refers to it. Once enough users
        /// agree on a line that their own receipts printed, the meaning applies to others, without revealing the users. Only
        /// what was said with the consent CONSENT_KIND_COMMUNITY_MAPPINGS counts for that; the rest applies to the caller alone.
        ///
        /// Callers: signed-in users.
        func chooseProduct(_ request: Catalog.ChooseProductRequest, context: CallContext) async throws -> Catalog.Mapping
        /// The caller's lines with their meanings, last changed first.
        ///
        /// Callers: signed-in users.
        func listMappings(_ request: Catalog.ListMappingsRequest, context: CallContext) async throws -> Catalog.ListMappingsResponse
        /// Deletes the meaning of a line for the caller, and withdraws its vote. A mapping that does not exist is no error.
        ///
        /// Callers: signed-in users.
        func forgetMapping(_ request: Catalog.ForgetMappingRequest, context: CallContext) async throws -> Catalog.ForgetMappingResponse
        /// Deletes all of the caller's mappings in the same way. Deletions before the deadline persist; repeat the call.
        ///
        /// Callers: signed-in users.
        func forgetAllMappings(_ request: Catalog.ForgetAllMappingsRequest, context: CallContext) async throws -> Catalog.ForgetAllMappingsResponse
    }

    /// Calls `larder.catalog.v1.Mappings`.
    public struct MappingsClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// The meaning of each line at a store, and ranked guesses. One entry a line, in order. Nothing is stored.
        public func guessProducts(_ request: Catalog.GuessProductsRequest, options: CallOptions = CallOptions()) async throws -> Catalog.GuessProductsResponse {
            try await channel.unary(MappingsService.guessProducts, request, options: options)
        }

        /// Sets the meaning of a line for the caller from now on, at that store and, unless another was chosen there, at
        /// others of its chain. A product created for the line is hidden when nothing else refers to it. Once enough users
        /// agree on a line that their own receipts printed, the meaning applies to others, without revealing the users. Only
        /// what was said with the consent CONSENT_KIND_COMMUNITY_MAPPINGS counts for that; the rest applies to the caller alone.
        public func chooseProduct(_ request: Catalog.ChooseProductRequest, options: CallOptions = CallOptions()) async throws -> Catalog.Mapping {
            try await channel.unary(MappingsService.chooseProduct, request, options: options)
        }

        /// The caller's lines with their meanings, last changed first.
        public func listMappings(_ request: Catalog.ListMappingsRequest, options: CallOptions = CallOptions()) async throws -> Catalog.ListMappingsResponse {
            try await channel.unary(MappingsService.listMappings, request, options: options)
        }

        /// Deletes the meaning of a line for the caller, and withdraws its vote. A mapping that does not exist is no error.
        public func forgetMapping(_ request: Catalog.ForgetMappingRequest, options: CallOptions = CallOptions()) async throws -> Catalog.ForgetMappingResponse {
            try await channel.unary(MappingsService.forgetMapping, request, options: options)
        }

        /// Deletes all of the caller's mappings in the same way. Deletions before the deadline persist; repeat the call.
        public func forgetAllMappings(_ request: Catalog.ForgetAllMappingsRequest, options: CallOptions = CallOptions()) async throws -> Catalog.ForgetAllMappingsResponse {
            try await channel.unary(MappingsService.forgetAllMappings, request, options: options)
        }
    }
}

extension Catalog.MappingsProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Catalog.MappingsService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Catalog.MappingsService.guessProducts) { (request: Catalog.GuessProductsRequest, context: CallContext) async throws -> Catalog.GuessProductsResponse in
                try await self.guessProducts(request, context: context)
            },
            .unary(Catalog.MappingsService.chooseProduct) { (request: Catalog.ChooseProductRequest, context: CallContext) async throws -> Catalog.Mapping in
                try await self.chooseProduct(request, context: context)
            },
            .unary(Catalog.MappingsService.listMappings) { (request: Catalog.ListMappingsRequest, context: CallContext) async throws -> Catalog.ListMappingsResponse in
                try await self.listMappings(request, context: context)
            },
            .unary(Catalog.MappingsService.forgetMapping) { (request: Catalog.ForgetMappingRequest, context: CallContext) async throws -> Catalog.ForgetMappingResponse in
                try await self.forgetMapping(request, context: context)
            },
            .unary(Catalog.MappingsService.forgetAllMappings) { (request: Catalog.ForgetAllMappingsRequest, context: CallContext) async throws -> Catalog.ForgetAllMappingsResponse in
                try await self.forgetAllMappings(request, context: context)
            },
        ]
    }
}

extension Catalog {
    /// What `larder.catalog.v1.SharedMappings` has: its methods and who may call them.
    public enum SharedMappingsService {
        public static let listSharedMappings = MethodDescriptor(
            service: "larder.catalog.v1.SharedMappings",
            name: "ListSharedMappings",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "moderator", "administrator"], needsSecondFactor: true),
            idempotency: .noSideEffects,
            request: Catalog.ListSharedMappingsRequest.descriptor,
            response: Catalog.ListSharedMappingsResponse.descriptor
        )
        public static let decideSharedMapping = MethodDescriptor(
            service: "larder.catalog.v1.SharedMappings",
            name: "DecideSharedMapping",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "moderator", "administrator"], needsSecondFactor: true),
            idempotency: .idempotent,
            request: Catalog.DecideSharedMappingRequest.descriptor,
            response: Catalog.SharedMapping.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.catalog.v1.SharedMappings",
            methods: [listSharedMappings, decideSharedMapping]
        )
    }

    /// Users' agreement on printed lines, for operators and moderators. Nothing here names a user.
    public protocol SharedMappingsProvider: ServiceProvider {
        /// Lines with votes that may apply to others, or with an operator's decision, last changed first.
        ///
        /// Callers: signed-in users with the role operator or moderator or administrator, a second factor.
        func listSharedMappings(_ request: Catalog.ListSharedMappingsRequest, context: CallContext) async throws -> Catalog.ListSharedMappingsResponse
        /// Decides about a line regardless of votes, until decided otherwise.
        ///
        /// Callers: signed-in users with the role operator or moderator or administrator, a second factor.
        func decideSharedMapping(_ request: Catalog.DecideSharedMappingRequest, context: CallContext) async throws -> Catalog.SharedMapping
    }

    /// Calls `larder.catalog.v1.SharedMappings`.
    public struct SharedMappingsClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Lines with votes that may apply to others, or with an operator's decision, last changed first.
        public func listSharedMappings(_ request: Catalog.ListSharedMappingsRequest, options: CallOptions = CallOptions()) async throws -> Catalog.ListSharedMappingsResponse {
            try await channel.unary(SharedMappingsService.listSharedMappings, request, options: options)
        }

        /// Decides about a line regardless of votes, until decided otherwise.
        public func decideSharedMapping(_ request: Catalog.DecideSharedMappingRequest, options: CallOptions = CallOptions()) async throws -> Catalog.SharedMapping {
            try await channel.unary(SharedMappingsService.decideSharedMapping, request, options: options)
        }
    }
}

extension Catalog.SharedMappingsProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Catalog.SharedMappingsService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Catalog.SharedMappingsService.listSharedMappings) { (request: Catalog.ListSharedMappingsRequest, context: CallContext) async throws -> Catalog.ListSharedMappingsResponse in
                try await self.listSharedMappings(request, context: context)
            },
            .unary(Catalog.SharedMappingsService.decideSharedMapping) { (request: Catalog.DecideSharedMappingRequest, context: CallContext) async throws -> Catalog.SharedMapping in
                try await self.decideSharedMapping(request, context: context)
            },
        ]
    }
}

extension Catalog {
    /// What `larder.catalog.v1.FeedbackReports` has: its methods and who may call them.
    public enum FeedbackReportsService {
        public static let listFeedbackReports = MethodDescriptor(
            service: "larder.catalog.v1.FeedbackReports",
            name: "ListFeedbackReports",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "moderator", "administrator"], needsSecondFactor: true),
            idempotency: .noSideEffects,
            request: Catalog.ListFeedbackReportsRequest.descriptor,
            response: Catalog.ListFeedbackReportsResponse.descriptor
        )
        public static let decideFeedbackReport = MethodDescriptor(
            service: "larder.catalog.v1.FeedbackReports",
            name: "DecideFeedbackReport",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "moderator", "administrator"], needsSecondFactor: true),
            idempotency: .idempotent,
            request: Catalog.DecideFeedbackReportRequest.descriptor,
            response: Catalog.FeedbackReport.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.catalog.v1.FeedbackReports",
            methods: [listFeedbackReports, decideFeedbackReport]
        )
    }

    /// Users who repeatedly chose meanings for lines that must not be shared, for operators and moderators. A report contains
    /// neither the user nor any text.
    public protocol FeedbackReportsProvider: ServiceProvider {
        /// Last extended first.
        ///
        /// Callers: signed-in users with the role operator or moderator or administrator, a second factor.
        func listFeedbackReports(_ request: Catalog.ListFeedbackReportsRequest, context: CallContext) async throws -> Catalog.ListFeedbackReportsResponse
        /// Decides whether the user's choices apply to others. They apply to the user in any case.
        ///
        /// Callers: signed-in users with the role operator or moderator or administrator, a second factor.
        func decideFeedbackReport(_ request: Catalog.DecideFeedbackReportRequest, context: CallContext) async throws -> Catalog.FeedbackReport
    }

    /// Calls `larder.catalog.v1.FeedbackReports`.
    public struct FeedbackReportsClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Last extended first.
        public func listFeedbackReports(_ request: Catalog.ListFeedbackReportsRequest, options: CallOptions = CallOptions()) async throws -> Catalog.ListFeedbackReportsResponse {
            try await channel.unary(FeedbackReportsService.listFeedbackReports, request, options: options)
        }

        /// Decides whether the user's choices apply to others. They apply to the user in any case.
        public func decideFeedbackReport(_ request: Catalog.DecideFeedbackReportRequest, options: CallOptions = CallOptions()) async throws -> Catalog.FeedbackReport {
            try await channel.unary(FeedbackReportsService.decideFeedbackReport, request, options: options)
        }
    }
}

extension Catalog.FeedbackReportsProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Catalog.FeedbackReportsService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Catalog.FeedbackReportsService.listFeedbackReports) { (request: Catalog.ListFeedbackReportsRequest, context: CallContext) async throws -> Catalog.ListFeedbackReportsResponse in
                try await self.listFeedbackReports(request, context: context)
            },
            .unary(Catalog.FeedbackReportsService.decideFeedbackReport) { (request: Catalog.DecideFeedbackReportRequest, context: CallContext) async throws -> Catalog.FeedbackReport in
                try await self.decideFeedbackReport(request, context: context)
            },
        ]
    }
}
