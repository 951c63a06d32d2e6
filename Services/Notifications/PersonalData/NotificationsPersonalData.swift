import NotificationsMessages
import ServiceKit

extension PersonalTables {
    /// The tables of notifications.
    static func notifications(_ keys: PersonKeys) -> PersonalTables {
        let entry: [String: PersonalColumn] = [
            "title": .text(NoticeColumns.title), "message": .text(NoticeColumns.message),
            "content": .text(NoticeColumns.content),
        ]
        let deleted: [String: PersonalColumn] = [
            "title": .text(NoticeColumns.deletedTitle), "message": .text(NoticeColumns.deletedMessage),
            "content": .text(NoticeColumns.deletedContent),
        ]
        return PersonalTables(
            [
                // First: a reminder that is going on is waited for.
                .withheld("reminders", "says when the person is reminded next, as they have chosen"),
                // Then the places: a visit that is being reported is waited for.
                .exported(
                    "tempting_places",
                    .notifications.exportPlaces,
                    reading: ["place": .message(Notifications.TemptingPlace.self, in: NoticeColumns.place)]
                ),
                .exported("location_withdrawals", .notifications.exportLocationWithdrawals),
                .exported("notifications", .notifications.exportInbox, reading: entry),
                .exported("deleted_notifications", .notifications.exportDeleted, reading: deleted),
                .exported("inbox_deletions", .notifications.exportDeletions),
                .exported("notice_preferences", .notifications.exportPreferences),
                .exported("notice_frequencies", .notifications.exportFrequencies),
                .exported("notice_times", .notifications.exportTimes),
                .exported("sent_mails", .notifications.exportMails),
                .exported(
                    "delivered_notices",
                    .notifications.exportDelivered,
                    reading: ["content": .text(NoticeColumns.delivered)]
                ),
                .exported("notice_deliveries", .notifications.exportDeliveries, hiding: ["claim", "claimed_until"]),
                .withheld(
                    "push_subscriptions",
                    "encrypted addresses at which push services reach the person's browsers",
                    reviewing: ["subscription": .bytes(NoticeColumns.subscription)]
                ),
                // Filled when entries are deleted.
                .withheld("notification_changes", "says which entries have changed, for those who watch them"),
            ],
            others: ["push_keys": "the installation's own keys"],
            former: NoticeColumns.formerlyReadable.compactMap(\.former),
            key: { user, _ in try await keys.existingKey(of: user) }
        )
    }
}
