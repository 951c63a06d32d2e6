import Foundation
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
            order: "work.due_at"
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

    init(_ row: Row) throws {
        id = try row["notice_id"]
        kind = try row["kind"]
        text = InboxText(stored: try row["content"])
        subject = try row["subject"]
        occurredAt = try row["occurred_at"]
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
        default: "/inbox"
        }
    }
}
