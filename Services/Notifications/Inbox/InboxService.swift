import Foundation
import Foundations
import NotificationsMessages
import RPC
import ServiceKit

/// The service for a user's inbox.
struct InboxService: Notifications.InboxProvider {
    /// The maximum number of ids in one request.
    static let idLimit = 200

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
        let ids = validator.entries(request.notificationIDs, besides: request.subjects.count)
        let subjects = request.subjects.prefix(InboxService.idLimit).enumerated().map { index, subject in
            validator.text(subject, "subjects[\(index)]", length: 1...100)
        }
        try validator.finish()
        let unread = try await store.markRead(ids, about: Set(subjects), of: try context.userID)
        return Notifications.MarkNotificationsReadResponse(unread: unread)
    }

    func deleteNotifications(
        _ request: Notifications.DeleteNotificationsRequest,
        context: CallContext
    ) async throws -> Notifications.DeleteNotificationsResponse {
        var validator = FieldValidator()
        let ids = validator.entries(request.notificationIDs)
        try validator.finish()
        return Notifications.DeleteNotificationsResponse(unread: try await store.delete(ids, of: try context.userID))
    }

    func deleteAllNotifications(
        _ request: Notifications.DeleteAllNotificationsRequest,
        context: CallContext
    ) async throws -> Notifications.DeleteAllNotificationsResponse {
        var validator = FieldValidator()
        let newest = validator.uuid(request.newestID, "newest_id")
        try validator.finish()
        let (user, sent) = (try context.userID, try IdempotencyStore.Request(request, context))
        let key = try await store.keys.key(of: user)
        return try await IdempotencyStore.once(sent, of: user, sealedWith: key, in: store.pool) { connection in
            let deletion = try await store.deleteAll(upTo: newest, of: user, in: connection)
            return Notifications.DeleteAllNotificationsResponse(
                deletionID: deletion.id?.canonical ?? "",
                deleted: Int64(deletion.count),
                unread: deletion.unread
            )
        }
    }

    func restoreNotifications(
        _ request: Notifications.RestoreNotificationsRequest,
        context: CallContext
    ) async throws -> Notifications.RestoreNotificationsResponse {
        let (user, chosen) = (try context.userID, try RestoredEntries(validating: request))
        let unread =
            switch chosen {
            case .entries(let ids): try await store.restore(ids, of: user)
            case .deletion(let id): try await store.restore(deletion: id, of: user)
            }
        return Notifications.RestoreNotificationsResponse(unread: unread)
    }

    func watchNotifications(
        _ request: Notifications.WatchNotificationsRequest,
        responses: MessageWriter<Notifications.InboxUpdate>,
        context: CallContext
    ) async throws {
        let user = try context.userID
        try await changes.follow(after: request.cursor, of: user) { changes, connection in
            try await store.read(changes, of: user, in: connection)
        } send: { update in
            var message = try await store.update(update.content, of: user)
            (message.cursor, message.reset) = (update.cursor, update.isReset)
            try await responses.write(message)
        }
    }
}

/// What is to be restored.
private enum RestoredEntries {
    case entries(Set<UUID>)
    case deletion(UUID)

    init(validating request: Notifications.RestoreNotificationsRequest) throws(Status) {
        var validator = FieldValidator()
        let deletion = validator.optionalUUID(request.deletionID, "deletion_id")
        if deletion != nil, !request.notificationIDs.isEmpty {
            validator.reject("notification_ids", .services.ruleOneGiven(other: "deletion_id"))
        }
        self = deletion.map { .deletion($0) } ?? .entries(validator.entries(request.notificationIDs))
        try validator.finish()
    }
}

extension FieldValidator {
    /// The entries that a request names, 1 to ``InboxService/idLimit``.
    /// - Parameter others: How many of these are named by something else.
    fileprivate mutating func entries(_ ids: [String], besides others: Int = 0) -> Set<UUID> {
        let (field, limit, number) = ("notification_ids", InboxService.idLimit, ids.count + others)
        if !(1...limit).contains(number) { reject(field, .services.ruleCounted(highest: limit, number: number)) }
        return Set(ids.prefix(limit).enumerated().map { index, id in uuid(id, "\(field)[\(index)]") })
    }
}
