import NotificationsMessages
import Texts

/// A kind of notice: what its entries are called, how urgent they are, and where they may reach a user.
struct NoticeKind: Sendable {
    /// 1 to 40 lower-case letters and underscores; stored with entries and preferences, and never changed.
    let name: String
    let title: LocalizedText
    /// An urgent one goes out at once, whatever its receiver has chosen about frequency and quiet hours.
    var urgency = Notifications.NoticeUrgency.normal
    /// The channels that it may use, in the order of their numbers.
    var channels: [Notifications.NoticeChannel] = [.inbox, .email, .webPush]
    /// Those of them that nobody can switch off.
    var obligatory: [Notifications.NoticeChannel] = []
    /// Those of them that are off until the user switches them on.
    var offAtFirst: [Notifications.NoticeChannel] = [.email]
    /// Whether it means nothing any more once its receiver's day is over: it goes out at once, or not at all.
    var endsWithDay = false
    /// Within which time after its event a notice has to be delivered, unless its receiver wants it later.
    var limit = Duration.seconds(5)

    /// Whether its receiver has no say about how often it goes out.
    var alwaysGoesAtOnce: Bool { urgency == .urgent || endsWithDay }

    /// Whether a channel may be switched off.
    func isOptional(_ channel: Notifications.NoticeChannel) -> Bool { !obligatory.contains(channel) }

    /// Whether a channel is on for somebody who has chosen nothing.
    func isOnAtFirst(_ channel: Notifications.NoticeChannel) -> Bool {
        !isOptional(channel) || !offAtFirst.contains(channel)
    }
}

/// The kinds of notices that users get.
struct NoticeKinds: Sendable {
    /// In the order in which users see them.
    let kinds: [NoticeKind]

    /// All kinds: a new one is a line here.
    static let all = NoticeKinds(kinds: [
        NoticeKind(name: "receipt_ready", title: .notifications.titleReceiptReady),
        NoticeKind(name: "receipt_failed", title: .notifications.titleReceiptFailed),
        NoticeKind(name: "goal_passed", title: .notifications.titleGoalPassed),
        NoticeKind(name: "price_drop", title: .notifications.titlePriceDrop),
        NoticeKind(name: "badge_awarded", title: .notifications.titleBadgeAwarded, offAtFirst: [.email, .webPush]),
        NoticeKind(
            name: EntryReminders.kind,
            title: .notifications.titleEntryReminder,
            offAtFirst: [.inbox, .email, .webPush],
            endsWithDay: true
        ),
        // Where somebody is means nothing on the next day.
        NoticeKind(name: PlaceReminder.kind, title: .notifications.titlePlaceReminder, endsWithDay: true),
        // Mails about the same are sent by auth itself, which knows what has to be in them.
        NoticeKind(
            name: "account_secured",
            title: .notifications.titleAccountSecured,
            urgency: .urgent,
            channels: [.inbox, .webPush],
            obligatory: [.inbox]
        ),
    ])

    /// The kind of a name; nil for one that this version doesn't know.
    subscript(name: String) -> NoticeKind? { kinds.first { $0.name == name } }
}

extension Notifications.NoticeChannel {
    /// The channels that lead out of Larder.
    static let outside: [Notifications.NoticeChannel] = [.email, .webPush]

    /// What metrics and logs call it.
    var label: String {
        switch self {
        case .inbox: "inbox"
        case .email: "email"
        case .webPush: "web_push"
        case .unspecified, .unrecognized: "unknown"
        }
    }
}
