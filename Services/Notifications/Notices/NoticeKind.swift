import NotificationsMessages
import Texts

/// A kind of notice: what its entries are called, how urgent they are, and where they may reach a user.
struct NoticeKind: Sendable {
    /// 1 to 40 lower-case letters and underscores; stored with entries and preferences, and never changed.
    let name: String
    let title: LocalizedText
    var urgency = Notifications.NoticeUrgency.normal
    /// The channels that it may use, in the order of their numbers.
    var channels: [Notifications.NoticeChannel] = [.inbox]
    /// Those of them that nobody can switch off.
    var obligatory: [Notifications.NoticeChannel] = []

    /// Whether a channel may be switched off.
    func isOptional(_ channel: Notifications.NoticeChannel) -> Bool { !obligatory.contains(channel) }
}

/// The kinds of notices that users get.
struct NoticeKinds: Sendable {
    /// In the order in which users see them.
    let kinds: [NoticeKind]

    /// All kinds: a new one is a line here.
    static let all = NoticeKinds(kinds: [
        NoticeKind(name: "receipt_ready", title: .notifications.titleReceiptReady),
        NoticeKind(name: "receipt_failed", title: .notifications.titleReceiptFailed),
    ])

    /// The kind of a name; nil for one that this version doesn't know.
    subscript(name: String) -> NoticeKind? { kinds.first { $0.name == name } }
}
