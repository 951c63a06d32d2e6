import ServiceKit

extension PersonalTables {
    /// The tables of notifications.
    static let notifications = PersonalTables(
        [
            .exported("notifications", .notifications.exportInbox),
            .exported("deleted_notifications", .notifications.exportDeleted),
            .exported("inbox_deletions", .notifications.exportDeletions),
            .exported("notice_preferences", .notifications.exportPreferences),
            .exported("notice_frequencies", .notifications.exportFrequencies),
            .exported("notice_times", .notifications.exportTimes),
            .exported("sent_mails", .notifications.exportMails),
            .exported("delivered_notices", .notifications.exportDelivered),
            .exported("notice_deliveries", .notifications.exportDeliveries, hiding: ["claim", "claimed_until"]),
            .withheld("push_subscriptions", "sealed addresses at which push services reach the person's browsers"),
            // Filled when entries are deleted.
            .withheld("notification_changes", "says which entries have changed, for those who watch them"),
        ],
        others: ["push_keys": "the installation's own keys"]
    )
}
