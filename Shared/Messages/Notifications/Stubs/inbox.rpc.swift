// Generated from larder/notifications/v1/inbox.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Notifications {
    /// What `larder.notifications.v1.Inbox` has: its methods and who may call them.
    public enum InboxService {
        public static let listNotifications = MethodDescriptor(
            service: "larder.notifications.v1.Inbox",
            name: "ListNotifications",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Notifications.ListNotificationsRequest.descriptor,
            response: Notifications.ListNotificationsResponse.descriptor
        )
        public static let markNotificationsRead = MethodDescriptor(
            service: "larder.notifications.v1.Inbox",
            name: "MarkNotificationsRead",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            maximumRequest: 65536,
            request: Notifications.MarkNotificationsReadRequest.descriptor,
            response: Notifications.MarkNotificationsReadResponse.descriptor
        )
        public static let watchNotifications = MethodDescriptor(
            service: "larder.notifications.v1.Inbox",
            name: "WatchNotifications",
            kind: .serverStreaming,
            access: .user,
            idempotency: .noSideEffects,
            request: Notifications.WatchNotificationsRequest.descriptor,
            response: Notifications.InboxUpdate.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.notifications.v1.Inbox",
            methods: [listNotifications, markNotificationsRead, watchNotifications]
        )
    }

    /// A user's inbox.
    public protocol InboxProvider: ServiceProvider {
        /// Newest first.
        ///
        /// Callers: signed-in users.
        func listNotifications(_ request: Notifications.ListNotificationsRequest, context: CallContext) async throws -> Notifications.ListNotificationsResponse
        /// Marks entries as read. Entries already read are unchanged.
        ///
        /// Callers: signed-in users.
        func markNotificationsRead(_ request: Notifications.MarkNotificationsReadRequest, context: CallContext) async throws -> Notifications.MarkNotificationsReadResponse
        /// Sends an update at once, and another one whenever entries are added, read or removed, until the call is cancelled.
        ///
        /// Callers: signed-in users.
        func watchNotifications(_ request: Notifications.WatchNotificationsRequest, responses: MessageWriter<Notifications.InboxUpdate>, context: CallContext) async throws
    }

    /// Calls `larder.notifications.v1.Inbox`.
    public struct InboxClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Newest first.
        public func listNotifications(_ request: Notifications.ListNotificationsRequest, options: CallOptions = CallOptions()) async throws -> Notifications.ListNotificationsResponse {
            try await channel.unary(InboxService.listNotifications, request, options: options)
        }

        /// Marks entries as read. Entries already read are unchanged.
        public func markNotificationsRead(_ request: Notifications.MarkNotificationsReadRequest, options: CallOptions = CallOptions()) async throws -> Notifications.MarkNotificationsReadResponse {
            try await channel.unary(InboxService.markNotificationsRead, request, options: options)
        }

        /// Sends an update at once, and another one whenever entries are added, read or removed, until the call is cancelled.
        public func watchNotifications<Result>(_ request: Notifications.WatchNotificationsRequest, options: CallOptions = CallOptions(), _ receive: (MessageStream<Notifications.InboxUpdate>) async throws -> Result) async throws -> Result {
            try await channel.serverStreaming(InboxService.watchNotifications, request, options: options, receive)
        }
    }
}

extension Notifications.InboxProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Notifications.InboxService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Notifications.InboxService.listNotifications) { (request: Notifications.ListNotificationsRequest, context: CallContext) async throws -> Notifications.ListNotificationsResponse in
                try await self.listNotifications(request, context: context)
            },
            .unary(Notifications.InboxService.markNotificationsRead) { (request: Notifications.MarkNotificationsReadRequest, context: CallContext) async throws -> Notifications.MarkNotificationsReadResponse in
                try await self.markNotificationsRead(request, context: context)
            },
            .serverStreaming(Notifications.InboxService.watchNotifications) { (request: Notifications.WatchNotificationsRequest, responses: MessageWriter<Notifications.InboxUpdate>, context: CallContext) async throws -> Void in
                try await self.watchNotifications(request, responses: responses, context: context)
            },
        ]
    }
}
