import Foundation
import Foundations
import NotificationsMessages
import Postgres
import ServiceKit
import Texts

/// What goes out by mail and web push, in the database. Every statement names its owner.
struct DeliveryStore: Sendable {
    /// For how long it is known what went out, in seconds.
    static let retention: TimeInterval = 30 * 86_400

    let queue: LeaseQueue<NoticeDelivery>
    let preferences: NoticePreferenceStore
    /// The keys under which is stored what notices say.
    let keys: PersonKeys
    let clock: any WallClock

    private var pool: PostgresPool { queue.pool }

    init(preferences: NoticePreferenceStore, keys: PersonKeys, time: QueueTime = .database) {
        queue = NoticeDelivery.queue(in: preferences.pool, time: time)
        self.preferences = preferences
        self.keys = keys
        clock = preferences.clock
    }

    // MARK: Planning

    /// Plans how an entry goes out, by each channel that its user has chosen. One that was planned before is left as it is.
    /// - Parameters:
    ///   - choices: What the user has chosen.
    ///   - key: The user's.
    ///   - connection: In a transaction that has its turn among those of the user.
    func plan(
        _ entry: NewEntry,
        _ choices: NoticeChoices,
        _ key: DataKey,
        in connection: PostgresConnection
    ) async throws {
        guard let kind = preferences.kinds[entry.kind] else { return }
        let now = clock.now
        let departure = choices.departure(of: kind, at: now)
        if kind.endsWithDay, !choices.times.areOnOneDay(now, departure) { return }
        for channel in Notifications.NoticeChannel.outside where choices.isOn(channel, of: kind) {
            try await plan(entry, by: channel, departure > now ? departure : nil, key, at: now, in: connection)
        }
    }

    private func plan(
        _ entry: NewEntry,
        by channel: Notifications.NoticeChannel,
        _ plannedFor: Date?,
        _ key: DataKey,
        at now: Date,
        in connection: PostgresConnection
    ) async throws {
        let user = entry.userID
        // Nothing to be pushed to somebody who has allowed it nowhere.
        let isReachable: Statement = channel == .webPush ? DeliveryStore.hasSubscription(user) : "true"
        let known = try await connection.query(
            """
            SELECT 1 FROM delivered_notices
            WHERE user_id = \(user) AND notice_id = \(entry.eventID) AND channel = \(channel.rawValue)
            UNION ALL SELECT 1 WHERE NOT (\(isReachable))
            """
        )
        guard known.isEmpty else { return }
        let isUrgent = preferences.kinds[entry.kind]?.urgency == .urgent
        let delivery = try await delivery(of: user, by: channel, plannedFor, isUrgent, at: now, in: connection)
        let name = OutsideNotice.name(user, entry.eventID, channel)
        let sealed = try NoticeColumns.delivered.seal(try entry.text.stored, row: name, with: key)
        try await connection.execute(
            """
            INSERT INTO delivered_notices (
                user_id, notice_id, channel, delivery_id, kind, content_sealed, subject, occurred_at
            )
            VALUES (
                \(user), \(entry.eventID), \(channel.rawValue), \(delivery), \(entry.kind), \(sealed),
                \(entry.subject), \(entry.occurredAt ?? now)
            )
            """
        )
    }

    /// The delivery that a notice belongs to: one that waits for the same time, or a new one.
    private func delivery(
        of user: UUID,
        by channel: Notifications.NoticeChannel,
        _ plannedFor: Date?,
        _ isUrgent: Bool,
        at now: Date,
        in connection: PostgresConnection
    ) async throws -> UUID {
        if let plannedFor {
            // Locked, so that it doesn't go out without the notice.
            let waiting = try await connection.query(
                """
                SELECT id FROM notice_deliveries
                WHERE user_id = \(user) AND channel = \(channel.rawValue) AND planned_for = \(plannedFor)
                    AND settled_at IS NULL AND claim IS NULL AND attempts = 0 AND parked_at IS NULL
                LIMIT 1 FOR UPDATE
                """
            )
            if let row = waiting.first { return try row["id"] }
        }
        let id = UUID()
        try await connection.execute(
            """
            INSERT INTO notice_deliveries (user_id, id, channel, created_at, planned_for, due_at, is_urgent)
            VALUES (
                \(user), \(id), \(channel.rawValue), \(now), \(plannedFor), \(plannedFor ?? now), \(isUrgent)
            )
            """
        )
        return id
    }

    /// Whether a user has allowed web push somewhere.
    static func hasSubscription(_ user: UUID) -> Statement {
        "EXISTS (SELECT FROM push_subscriptions WHERE user_id = \(user))"
    }

    /// Whether a notice was neither delivered nor withdrawn.
    private static let isOpen: Statement = "(content IS NOT NULL OR content_sealed IS NOT NULL)"
    /// Forgets what notices say.
    private static let emptying: Statement = "UPDATE delivered_notices SET content = NULL, content_sealed = NULL"

    // MARK: Delivering

    /// What is left of a delivery: without what was withdrawn or switched off, and what its reader has read
    /// or deleted in the inbox meanwhile.
    func notices(of delivery: NoticeDelivery) async throws -> [OutsideNotice] {
        let rows = try await pool.query(
            """
            SELECT notice_id, kind, \(NoticeColumns.delivered.selection(of: "notice")), subject, occurred_at
            FROM delivered_notices AS notice
            WHERE user_id = \(delivery.user) AND delivery_id = \(delivery.id) AND \(DeliveryStore.isOpen)
                AND NOT EXISTS (
                    SELECT FROM notifications
                    WHERE user_id = \(delivery.user) AND id = notice.notice_id AND read_at IS NOT NULL
                )
                AND NOT EXISTS (
                    SELECT FROM deleted_notifications WHERE user_id = \(delivery.user) AND id = notice.notice_id
                )
            ORDER BY occurred_at, notice_id
            """
        )
        guard !rows.isEmpty else { return [] }
        // After the rows, with which the key may have been made.
        let key = try await keys.existingKey(of: delivery.user)
        let choices = try await preferences.choices(of: delivery.user)
        return try rows.map { try OutsideNotice($0, of: delivery, key) }
            .filter { isWanted($0, by: delivery.channel, choices) }
    }

    /// Whether a notice still is to go out: its receiver may have switched it off since it was planned, or its day may be over.
    private func isWanted(
        _ notice: OutsideNotice,
        by channel: Notifications.NoticeChannel,
        _ choices: NoticeChoices
    ) -> Bool {
        guard let kind = preferences.kinds[notice.kind] else { return true }
        guard choices.isOn(channel, of: kind) else { return false }
        return !kind.endsWithDay || choices.times.areOnOneDay(notice.occurredAt, clock.now)
    }

    /// Notes that nothing is left to be done, and forgets what the notices say.
    /// - Returns: Whether the lease was still in force; otherwise nothing has changed.
    func settle(_ lease: Lease<NoticeDelivery>, isDelivered: Bool) async throws -> Bool {
        let now = clock.now
        return try await pool.transaction { connection in
            let isHeld = try await queue.change(
                lease,
                "settled_at = \(now), is_delivered = \(isDelivered), \(queue.released)",
                in: connection
            )
            guard isHeld else { return false }
            try await connection.execute(
                """
                \(DeliveryStore.emptying)
                WHERE user_id = \(lease.work.user) AND delivery_id = \(lease.work.id)
                """
            )
            return true
        }
    }

    /// Notes that a device has taken a delivery, so that it does not get it again when another one fails.
    /// - Returns: Whether the lease is still in force.
    func note(_ subscription: UUID, in lease: Lease<NoticeDelivery>) async throws -> Bool {
        try await queue.change(lease, "reached = array_append(reached, \(subscription))")
    }

    // MARK: When a channel fails

    /// Has the other channels of a delivery's notices, as far as the user has chosen them, take over: what they have for later goes
    /// out now.
    /// - Returns: Whether each of the notices was or will be delivered by another channel.
    func handOver(_ delivery: NoticeDelivery) async throws -> Bool {
        let now = clock.now
        let departure = try await preferences.choices(of: delivery.user).times.departure(.atOnce, after: now)
        let covered: Statement = """
            SELECT FROM delivered_notices AS other
            JOIN notice_deliveries AS its ON its.user_id = other.user_id AND its.id = other.delivery_id
            WHERE other.user_id = \(delivery.user) AND other.notice_id = notice.notice_id
                AND other.channel <> \(delivery.channel.rawValue)
                AND (its.is_delivered OR its.settled_at IS NULL AND its.parked_at IS NULL)
            """
        return try await pool.transaction { connection in
            try await connection.execute(
                """
                UPDATE notice_deliveries SET due_at = \(departure)
                WHERE user_id = \(delivery.user) AND settled_at IS NULL AND parked_at IS NULL AND claim IS NULL
                    AND due_at > \(departure) AND id IN (
                        SELECT other.delivery_id FROM delivered_notices AS other
                        JOIN delivered_notices AS failed USING (user_id, notice_id)
                        WHERE other.user_id = \(delivery.user) AND failed.delivery_id = \(delivery.id)
                            AND other.channel <> \(delivery.channel.rawValue)
                    )
                """
            )
            let uncovered = try await connection.query(
                """
                SELECT 1 FROM delivered_notices AS notice
                WHERE user_id = \(delivery.user) AND delivery_id = \(delivery.id) AND \(DeliveryStore.isOpen)
                    AND NOT EXISTS (\(covered))
                LIMIT 1
                """
            )
            return uncovered.isEmpty
        }
    }

    // MARK: Withdrawing

    /// Takes back what hasn't gone out about a subject.
    /// - Parameter connection: In a transaction that has its turn among those of the user.
    func withdraw(_ subject: String, kinds: [String], of user: UUID, in connection: PostgresConnection) async throws {
        try await connection.execute(
            """
            \(DeliveryStore.emptying)
            WHERE user_id = \(user) AND subject = \(subject) AND kind = ANY(\(kinds)) AND \(DeliveryStore.isOpen)
            """
        )
    }

    // MARK: Forgetting

    /// Deletes what went out long ago, and what was given up long ago.
    var erasure: ScheduledJob {
        ScheduledJob("forget deliveries of notices", .every(.seconds(3_600))) { _ in try await eraseOld() }
    }

    /// Deletes what went out long ago, and what was given up long ago, of all users.
    func eraseOld() async throws {
        let time = clock.now - DeliveryStore.retention
        try await pool.execute("DELETE FROM notice_deliveries WHERE settled_at < \(time)")
        try await pool.execute("DELETE FROM notice_deliveries WHERE settled_at IS NULL AND parked_at < \(time)")
    }
}
