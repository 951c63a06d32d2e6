import CommonMessages
import Foundation
import Foundations
import NotificationsMessages
import Postgres
import ServiceKit

/// An entry of a user's inbox.
struct InboxEntry: Sendable, Equatable {
    var id: UUID
    var kind: String
    var title: String
    var message: String
    var subject: String
    var createdAt: Date
    /// Nil while unread.
    var readAt: Date?

    var key: InboxKey { InboxKey(createdAt: createdAt, id: id) }

    /// Reads a row of `notifications`.
    init(_ row: Row) throws {
        id = try row["id"]
        kind = try row["kind"]
        title = try row["title"]
        message = try row["message"]
        subject = try row["subject"]
        createdAt = try row["created_at"]
        readAt = try row["read_at"]
    }

    /// The entry in messages to clients.
    var notification: Notifications.Notification {
        Notifications.Notification(
            id: id.canonical,
            kind: kind,
            title: title,
            message: message,
            subject: subject,
            createdAt: Common.Timestamp(createdAt),
            readAt: readAt.map { Common.Timestamp($0) }
        )
    }
}

/// The sort key of an entry in its owner's inbox, newest first.
struct InboxKey: PageKey, Equatable {
    static let list = "notifications"

    var createdAt: Date
    var id: UUID

    var fields: [String] { [createdAt.pageField, id.canonical] }

    init(createdAt: Date, id: UUID) {
        self.createdAt = createdAt
        self.id = id
    }

    init?(fields: [String]) {
        guard fields.count == 2, let time = Date(pageField: fields[0]), let id = UUID(canonical: fields[1]) else {
            return nil
        }
        self.init(createdAt: time, id: id)
    }
}

/// A page of a user's inbox.
struct InboxPage: Sendable {
    var entries: [InboxEntry]
    /// Nil at the end.
    var next: InboxKey?
    /// The number of unread entries of the whole inbox.
    var unread: Int64
}
