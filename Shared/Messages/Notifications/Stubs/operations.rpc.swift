// Generated from larder/notifications/v1/operations.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Notifications {
    /// What `larder.notifications.v1.NoticeOperations` has: its methods and who may call them.
    public enum NoticeOperationsService {
        public static let listFailures = MethodDescriptor(
            service: "larder.notifications.v1.NoticeOperations",
            name: "ListFailures",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "administrator"], needsSecondFactor: true),
            idempotency: .noSideEffects,
            request: Notifications.ListFailuresRequest.descriptor,
            response: Notifications.ListFailuresResponse.descriptor
        )
        public static let retryFailures = MethodDescriptor(
            service: "larder.notifications.v1.NoticeOperations",
            name: "RetryFailures",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "administrator"], needsSecondFactor: true),
            idempotency: .idempotent,
            request: Notifications.RetryFailuresRequest.descriptor,
            response: Notifications.RetryFailuresResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.notifications.v1.NoticeOperations",
            methods: [listFailures, retryFailures]
        )
    }

    /// What went out by none of the channels that its readers have chosen, for operators. Nothing here shows what it says, nor to
    /// whom.
    public protocol NoticeOperationsProvider: ServiceProvider {
        /// By channel and reason.
        ///
        /// Callers: signed-in users with the role operator or administrator, a second factor.
        func listFailures(_ request: Notifications.ListFailuresRequest, context: CallContext) async throws -> Notifications.ListFailuresResponse
        /// Has what failed tried again at once.
        ///
        /// Callers: signed-in users with the role operator or administrator, a second factor.
        func retryFailures(_ request: Notifications.RetryFailuresRequest, context: CallContext) async throws -> Notifications.RetryFailuresResponse
    }

    /// Calls `larder.notifications.v1.NoticeOperations`.
    public struct NoticeOperationsClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// By channel and reason.
        public func listFailures(_ request: Notifications.ListFailuresRequest, options: CallOptions = CallOptions()) async throws -> Notifications.ListFailuresResponse {
            try await channel.unary(NoticeOperationsService.listFailures, request, options: options)
        }

        /// Has what failed tried again at once.
        public func retryFailures(_ request: Notifications.RetryFailuresRequest, options: CallOptions = CallOptions()) async throws -> Notifications.RetryFailuresResponse {
            try await channel.unary(NoticeOperationsService.retryFailures, request, options: options)
        }
    }
}

extension Notifications.NoticeOperationsProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Notifications.NoticeOperationsService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Notifications.NoticeOperationsService.listFailures) { (request: Notifications.ListFailuresRequest, context: CallContext) async throws -> Notifications.ListFailuresResponse in
                try await self.listFailures(request, context: context)
            },
            .unary(Notifications.NoticeOperationsService.retryFailures) { (request: Notifications.RetryFailuresRequest, context: CallContext) async throws -> Notifications.RetryFailuresResponse in
                try await self.retryFailures(request, context: context)
            },
        ]
    }
}
