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
        public static let deleteNotifications = MethodDescriptor(
            service: "larder.notifications.v1.Inbox",
            name: "DeleteNotifications",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            maximumRequest: 65536,
            request: Notifications.DeleteNotificationsRequest.descriptor,
            response: Notifications.DeleteNotificationsResponse.descriptor
        )
        public static let deleteAllNotifications = MethodDescriptor(
            service: "larder.notifications.v1.Inbox",
            name: "DeleteAllNotifications",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Notifications.DeleteAllNotificationsRequest.descriptor,
            response: Notifications.DeleteAllNotificationsResponse.descriptor
        )
        public static let restoreNotifications = MethodDescriptor(
            service: "larder.notifications.v1.Inbox",
            name: "RestoreNotifications",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            maximumRequest: 65536,
            request: Notifications.RestoreNotificationsRequest.descriptor,
            response: Notifications.RestoreNotificationsResponse.descriptor
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
            methods: [listNotifications, markNotificationsRead, deleteNotifications, deleteAllNotifications, restoreNotifications, watchNotifications]
        )
    }

    /// A user's inbox.
    public protocol InboxProvider: ServiceProvider {
        /// Newest first.
        ///
        /// Callers: signed-in users.
        func listNotifications(_ request: Notifications.ListNotificationsRequest, context: CallContext) async throws -> Notifications.ListNotificationsResponse
        /// Marks entries as read, by their ids or by what they are about. Entries already read are unchanged.
        ///
        /// Callers: signed-in users.
        func markNotificationsRead(_ request: Notifications.MarkNotificationsReadRequest, context: CallContext) async throws -> Notifications.MarkNotificationsReadResponse
        /// Deletes entries, on all devices at once. For 24 hours they can be restored, and are in no list, count or update; then they
        /// are erased, within an hour. Entries that are deleted already are unchanged.
        ///
        /// Callers: signed-in users.
        func deleteNotifications(_ request: Notifications.DeleteNotificationsRequest, context: CallContext) async throws -> Notifications.DeleteNotificationsResponse
        /// Deletes in the same way all entries that the caller has seen, read or not; one that arrives meanwhile stays. Without an
        /// idempotency key, a repeated request finds nothing left to delete.
        ///
        /// Callers: signed-in users.
        func deleteAllNotifications(_ request: Notifications.DeleteAllNotificationsRequest, context: CallContext) async throws -> Notifications.DeleteAllNotificationsResponse
        /// Undoes a deletion, on all devices at once: entries are as they were, read or unread, and at their former place. Entries that
        /// are in the inbox already are unchanged.
        ///
        /// Callers: signed-in users.
        func restoreNotifications(_ request: Notifications.RestoreNotificationsRequest, context: CallContext) async throws -> Notifications.RestoreNotificationsResponse
        /// Sends an update at once, and another one whenever entries are added, read, removed or restored, until the call is cancelled.
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

        /// Marks entries as read, by their ids or by what they are about. Entries already read are unchanged.
        public func markNotificationsRead(_ request: Notifications.MarkNotificationsReadRequest, options: CallOptions = CallOptions()) async throws -> Notifications.MarkNotificationsReadResponse {
            try await channel.unary(InboxService.markNotificationsRead, request, options: options)
        }

        /// Deletes entries, on all devices at once. For 24 hours they can be restored, and are in no list, count or update; then they
        /// are erased, within an hour. Entries that are deleted already are unchanged.
        public func deleteNotifications(_ request: Notifications.DeleteNotificationsRequest, options: CallOptions = CallOptions()) async throws -> Notifications.DeleteNotificationsResponse {
            try await channel.unary(InboxService.deleteNotifications, request, options: options)
        }

        /// Deletes in the same way all entries that the caller has seen, read or not; one that arrives meanwhile stays. Without an
        /// idempotency key, a repeated request finds nothing left to delete.
        public func deleteAllNotifications(_ request: Notifications.DeleteAllNotificationsRequest, options: CallOptions = CallOptions()) async throws -> Notifications.DeleteAllNotificationsResponse {
            try await channel.unary(InboxService.deleteAllNotifications, request, options: options)
        }

        /// Undoes a deletion, on all devices at once: entries are as they were, read or unread, and at their former place. Entries that
        /// are in the inbox already are unchanged.
        public func restoreNotifications(_ request: Notifications.RestoreNotificationsRequest, options: CallOptions = CallOptions()) async throws -> Notifications.RestoreNotificationsResponse {
            try await channel.unary(InboxService.restoreNotifications, request, options: options)
        }

        /// Sends an update at once, and another one whenever entries are added, read, removed or restored, until the call is cancelled.
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
            .unary(Notifications.InboxService.deleteNotifications) { (request: Notifications.DeleteNotificationsRequest, context: CallContext) async throws -> Notifications.DeleteNotificationsResponse in
                try await self.deleteNotifications(request, context: context)
            },
            .unary(Notifications.InboxService.deleteAllNotifications) { (request: Notifications.DeleteAllNotificationsRequest, context: CallContext) async throws -> Notifications.DeleteAllNotificationsResponse in
                try await self.deleteAllNotifications(request, context: context)
            },
            .unary(Notifications.InboxService.restoreNotifications) { (request: Notifications.RestoreNotificationsRequest, context: CallContext) async throws -> Notifications.RestoreNotificationsResponse in
                try await self.restoreNotifications(request, context: context)
            },
            .serverStreaming(Notifications.InboxService.watchNotifications) { (request: Notifications.WatchNotificationsRequest, responses: MessageWriter<Notifications.InboxUpdate>, context: CallContext) async throws -> Void in
                try await self.watchNotifications(request, responses: responses, context: context)
            },
        ]
    }
}
