import ServiceKit

extension PersonalTables {
    /// The tables of notifications.
    static let notifications = PersonalTables([
        .exported("notifications", .notifications.exportInbox),
        .exported("deleted_notifications", .notifications.exportDeleted),
        .exported("inbox_deletions", .notifications.exportDeletions),
        .exported("notice_preferences", .notifications.exportPreferences),
        .exported("sent_mails", .notifications.exportMails),
        // Filled when entries are deleted.
        .withheld("notification_changes", "says which entries have changed, for those who watch them"),
    ])
}
