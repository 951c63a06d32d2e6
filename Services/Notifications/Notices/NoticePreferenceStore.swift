import Foundation
import Foundations
import NotificationsMessages
import Postgres

/// Users' choices about kinds of notices in the database. Every statement names their owner.
struct NoticePreferenceStore: Sendable {
    /// A channel of a kind.
    struct Choice: Sendable, Hashable {
        var kind: String
        var channel: Notifications.NoticeChannel
    }

    let pool: PostgresPool
    var kinds = NoticeKinds.all
    /// The present time.
    var clock: any WallClock = SystemWallClock()

    /// What a user has switched off.
    func off(of user: UUID) async throws -> Set<Choice> {
        let rows = try await pool.query(
            "SELECT kind, channel FROM notice_preferences WHERE user_id = \(user) AND NOT is_on"
        )
        return Set(
            try rows.map { row in
                let channel: Int32 = try row["channel"]
                return Choice(kind: try row["kind"], channel: .init(rawValue: channel))
            }
        )
    }

    /// Switches a channel of a kind on or off; one that is so already is unchanged.
    func set(_ choice: Choice, isOn: Bool, of user: UUID) async throws {
        try await pool.execute(
            """
            INSERT INTO notice_preferences (user_id, kind, channel, is_on, changed_at)
            VALUES (\(user), \(choice.kind), \(choice.channel.rawValue), \(isOn), \(clock.now))
            ON CONFLICT (user_id, kind, channel) DO UPDATE
            SET is_on = excluded.is_on, changed_at = excluded.changed_at
            WHERE notice_preferences.is_on <> excluded.is_on
            """
        )
    }
}

extension NoticeKinds {
    /// Whether notices of a kind go to a user by a channel: unless they have switched it off, or the kind may not use it. A kind
    /// that this version doesn't know goes to the inbox.
    func isWanted(_ name: String, by channel: Notifications.NoticeChannel, of user: UUID) -> Statement {
        guard let kind = self[name] else { return channel == .inbox ? "true" : "false" }
        guard kind.channels.contains(channel) else { return "false" }
        guard kind.isOptional(channel) else { return "true" }
        return """
            NOT EXISTS (
                SELECT FROM notice_preferences
                WHERE user_id = \(user) AND kind = \(name) AND channel = \(channel.rawValue) AND NOT is_on
            )
            """
    }
}
