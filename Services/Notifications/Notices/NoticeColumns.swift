import ServiceKit

/// The columns that are encrypted under the key of the user whose rows they are in.
enum NoticeColumns {
    private static let entry = ["user_id", "id"]

    /// The words of an entry of a version before there was content.
    static let title = SealedColumn("notifications", "title", key: entry)
    static let message = SealedColumn("notifications", "message", key: entry)
    /// What an entry says; see ``InboxText``.
    static let content = SealedColumn("notifications", "content", key: entry)
    /// The same of deleted entries, which are still bound to the row that they were.
    static let deletedTitle = deleted("title")
    static let deletedMessage = deleted("message")
    static let deletedContent = deleted("content")
    /// What a notice says, until it was delivered or withdrawn.
    static let delivered = SealedColumn("delivered_notices", "content", key: ["user_id", "notice_id", "channel"])
    /// Where a browser takes messages, and its keys.
    static let subscription = SealedColumn("push_subscriptions", "subscription", .bytes, key: entry, hasFormer: false)
    /// A place that tempts somebody to spend: it tells where they go.
    static let place = SealedColumn("tempting_places", "place", .bytes, key: entry, hasFormer: false)

    /// Those of which a former version has stored values as they are.
    static let formerlyReadable = [
        title, message, content, deletedTitle, deletedMessage, deletedContent, delivered,
    ]

    private static func deleted(_ name: String) -> SealedColumn {
        SealedColumn("deleted_notifications", name, key: entry, boundTo: "notifications")
    }
}
