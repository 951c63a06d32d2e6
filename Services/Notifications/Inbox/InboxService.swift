import Foundation
import NotificationsMessages
import RPC
import ServiceKit

/// The service for a user's inbox.
struct InboxService: Notifications.InboxProvider {
    /// The maximum number of ids in one request.
    static let markLimit = 200

    let store: InboxStore
    let changes: WatchedList

    func listNotifications(
        _ request: Notifications.ListNotificationsRequest,
        context: CallContext
    ) async throws -> Notifications.ListNotificationsResponse {
        let page = try await store.list(
            try Page(request.page),
            unreadOnly: request.unreadOnly,
            of: try context.userID
        )
        return Notifications.ListNotificationsResponse(
            notifications: page.entries.map(\.notification),
            nextPageToken: page.next ?? "",
            unread: page.unread
        )
    }

    func markNotificationsRead(
        _ request: Notifications.MarkNotificationsReadRequest,
        context: CallContext
    ) async throws -> Notifications.MarkNotificationsReadResponse {
        var validator = FieldValidator()
        let count = request.notificationIDs.count
        if !(1...InboxService.markLimit).contains(count) {
            validator.reject("notification_ids", .services.ruleCounted(highest: InboxService.markLimit, number: count))
        }
        let ids = request.notificationIDs.prefix(InboxService.markLimit).enumerated().map { index, id in
            validator.uuid(id, "notification_ids[\(index)]")
        }
        try validator.finish()
        let unread = try await store.markRead(Set(ids), of: try context.userID)
        return Notifications.MarkNotificationsReadResponse(unread: unread)
    }

    func watchNotifications(
        _ request: Notifications.WatchNotificationsRequest,
        responses: MessageWriter<Notifications.InboxUpdate>,
        context: CallContext
    ) async throws {
        let user = try context.userID
        try await changes.follow(after: request.cursor, of: user) { changes, connection in
            try await store.update(changes, of: user, in: connection)
        } send: { update in
            var message = update.content
            (message.cursor, message.reset) = (update.cursor, update.isReset)
            try await responses.write(message)
        }
    }
}
