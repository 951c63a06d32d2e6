import Foundation
import Foundations
import NotificationsMessages
import Postgres
import ServiceKit
import Texts

/// Something that goes out to a user by mail or web push.
struct NoticeDelivery: QueuedWork {
    let user: UUID
    let id: UUID
    let channel: Notifications.NoticeChannel
    let createdAt: Date
    /// Nil for what goes out at once.
    let plannedFor: Date?
    /// The subscriptions that have taken it already.
    let reached: [UUID]

    static let columns: Statement = """
        work.user_id, work.id, work.channel, work.created_at, work.planned_for, work.reached
        """

    init(_ row: Row) throws {
        let channel: Int32 = try row["channel"]
        self.channel = .init(rawValue: channel)
        user = try row["user_id"]
        id = try row["id"]
        createdAt = try row["created_at"]
        plannedFor = try row["planned_for"]
        reached = try row["reached"]
    }

    /// The deliveries by one channel, as a condition.
    static func goes(by channel: Notifications.NoticeChannel) -> Statement { "work.channel = \(channel.rawValue)" }

    var identity: Statement { "user_id = \(user) AND id = \(id)" }

    /// The queue's name in log, metrics, health and notifications.
    static let queueName = "notice_deliveries"

    /// What has to go out, shared by all instances.
    static func queue(in pool: PostgresPool, time: QueueTime) -> LeaseQueue<NoticeDelivery> {
        let table = LeaseTable(
            name: "notice_deliveries",
            key: ["user_id", "id"],
            since: "created_at",
            deadLetters: LeaseTable.DeadLetters(),
            filter: "work.settled_at IS NULL",
            order: "work.is_urgent DESC, work.due_at"
        )
        // Longer than a mail server or a push service may take.
        return LeaseQueue(pool: pool, table: table, duration: .seconds(120), time: time)
    }
}

/// A notice that goes out.
struct OutsideNotice: Sendable {
    /// The event.
    let id: UUID
    let kind: String
    let text: InboxText?
    let subject: String
    let occurredAt: Date

    /// Reads a row of `delivered_notices` that is not delivered yet.
    /// - Parameter key: The user's; nil where they have none.
    init(_ row: Row, of delivery: NoticeDelivery, _ key: DataKey?) throws {
        id = try row["notice_id"]
        kind = try row["kind"]
        let name = OutsideNotice.name(delivery.user, id, delivery.channel)
        text = try NoticeColumns.delivered.text(in: row, row: name, with: key).flatMap(InboxText.init(stored:))
        subject = try row["subject"]
        occurredAt = try row["occurred_at"]
    }

    /// The row that it is in.
    static func name(_ user: UUID, _ id: UUID, _ channel: Notifications.NoticeChannel) -> [String] {
        [user.canonical, id.canonical, String(channel.rawValue)]
    }

    var title: LocalizedText { InboxText.title(ofKind: kind) }

    /// The message; the title again for one that only a newer version can read.
    var message: LocalizedText { text?.text ?? title }

    /// The page of the app about its subject.
    var path: String {
        let parts = subject.split(separator: ":", maxSplits: 1)
        return switch (parts.first, parts.last) {
        case ("purchase", let id?): "/purchases/\(id)"
        case ("receipt", let id?): "/receipts/\(id)"
        case ("account", _): "/devices"
        case ("goal", _): "/suggestions"
        case ("price", _): "/offers"
        case ("badge", _): "/badges"
        case ("entry_reminder", _), ("place", _): "/expenditures/new"
        default: "/inbox"
        }
    }
}
