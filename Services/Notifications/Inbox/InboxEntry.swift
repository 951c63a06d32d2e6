import CommonMessages
import Foundation
import Foundations
import NotificationsMessages
import Postgres
import RPC
import ServiceKit
import Texts

/// An entry of a user's inbox.
struct InboxEntry: Sendable, Equatable, ListedEntry {
    static let list = "notifications"

    var id: UUID
    var kind: String
    var title: LocalizedText
    var message: LocalizedText
    var subject: String
    var createdAt: Date
    /// Nil while unread.
    var readAt: Date?

    /// The columns that a row must have.
    static let columns: Statement = """
        id, kind, \(NoticeColumns.title.selection()), \(NoticeColumns.message.selection()),
        \(NoticeColumns.content.selection()), subject, created_at, read_at
        """

    /// Reads a row of `notifications`.
    /// - Parameter key: The user's; nil where they have none.
    init(_ row: Row, of user: UUID, _ key: DataKey?) throws {
        id = try row["id"]
        kind = try row["kind"]
        let name = [user.canonical, id.canonical]
        if let content = try NoticeColumns.content.text(in: row, row: name, with: key) {
            title = InboxText.title(ofKind: kind)
            message = InboxText(stored: content)?.text ?? title
        } else {
            // The words of a former version.
            title = .verbatim(try NoticeColumns.title.text(in: row, row: name, with: key) ?? "")
            message = .verbatim(try NoticeColumns.message.text(in: row, row: name, with: key) ?? "")
        }
        subject = try row["subject"]
        createdAt = try row["created_at"]
        readAt = try row["read_at"]
    }

    /// The entry in messages to clients.
    var notification: Notifications.Notification {
        Notifications.Notification(
            id: id.canonical,
            kind: kind,
            title: title.forCaller,
            message: message.forCaller,
            subject: subject,
            createdAt: Common.Timestamp(createdAt),
            readAt: readAt.map { Common.Timestamp($0) }
        )
    }
}

/// The sort key of an entry in its owner's inbox, newest first.
typealias InboxKey = TimeKey<InboxEntry>

/// A page of a user's inbox.
struct InboxPage: Sendable {
    var entries: [InboxEntry]
    /// The token of the next page; nil at the end.
    var next: String?
    /// The number of unread entries of the whole inbox.
    var unread: Int64
}
