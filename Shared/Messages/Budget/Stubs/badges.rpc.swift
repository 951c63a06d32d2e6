// Generated from larder/budget/v1/badges.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Budget {
    /// What `larder.budget.v1.Badges` has: its methods and who may call them.
    public enum BadgesService {
        public static let listBadges = MethodDescriptor(
            service: "larder.budget.v1.Badges",
            name: "ListBadges",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Budget.ListBadgesRequest.descriptor,
            response: Budget.ListBadgesResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.budget.v1.Badges",
            methods: [listBadges]
        )
    }

    /// Badges that users get at milestones, each once. What was got stays, also when the purchases behind it are deleted.
    public protocol BadgesProvider: ServiceProvider {
        /// Every badge there is, in the order in which they are usually got, with when the caller got it.
        ///
        /// Callers: signed-in users.
        func listBadges(_ request: Budget.ListBadgesRequest, context: CallContext) async throws -> Budget.ListBadgesResponse
    }

    /// Calls `larder.budget.v1.Badges`.
    public struct BadgesClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Every badge there is, in the order in which they are usually got, with when the caller got it.
        public func listBadges(_ request: Budget.ListBadgesRequest, options: CallOptions = CallOptions()) async throws -> Budget.ListBadgesResponse {
            try await channel.unary(BadgesService.listBadges, request, options: options)
        }
    }
}

extension Budget.BadgesProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Budget.BadgesService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Budget.BadgesService.listBadges) { (request: Budget.ListBadgesRequest, context: CallContext) async throws -> Budget.ListBadgesResponse in
                try await self.listBadges(request, context: context)
            },
        ]
    }
}
