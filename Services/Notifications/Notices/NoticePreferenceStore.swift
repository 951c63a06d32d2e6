import Foundation
import Foundations
import NotificationsMessages
import Postgres

/// What a user has chosen about notices.
struct NoticeChoices: Sendable {
    /// A channel of a kind.
    struct Choice: Sendable, Hashable {
        var kind: String
        var channel: Notifications.NoticeChannel
    }

    /// Whether a channel of a kind is on; what is missing is as at first.
    var channels: [Choice: Bool] = [:]
    /// How often kinds go out; what is missing goes out at once.
    var frequencies: [String: Notifications.NoticeFrequency] = [:]
    var times = NoticeTimes.standard

    /// Whether notices of a kind go out by a channel.
    func isOn(_ channel: Notifications.NoticeChannel, of kind: NoticeKind) -> Bool {
        guard kind.channels.contains(channel) else { return false }
        guard kind.isOptional(channel) else { return true }
        return channels[.init(kind: kind.name, channel: channel)] ?? kind.isOnAtFirst(channel)
    }

    /// Whether notices of a kind go out by any channel.
    func isOn(_ kind: NoticeKind) -> Bool { kind.channels.contains { isOn($0, of: kind) } }

    /// How often a kind goes out.
    func frequency(of kind: NoticeKind) -> Notifications.NoticeFrequency {
        kind.alwaysGoesAtOnce ? .atOnce : frequencies[kind.name] ?? .atOnce
    }

    /// When a notice of a kind goes out that comes now.
    func departure(of kind: NoticeKind, at now: Date) -> Date {
        kind.urgency == .urgent ? now : times.departure(frequency(of: kind), after: now)
    }
}

/// Users' choices about notices in the database. Every statement names their owner.
struct NoticePreferenceStore: Sendable {
    let pool: PostgresPool
    var kinds = NoticeKinds.all
    /// The present time.
    var clock: any WallClock = SystemWallClock()

    /// What a user has chosen.
    func choices(of user: UUID) async throws -> NoticeChoices {
        try await pool.withConnection { try await choices(of: user, in: $0) }
    }

    /// What a user has chosen.
    func choices(of user: UUID, in connection: PostgresConnection) async throws -> NoticeChoices {
        let results = try await connection.pipeline([
            "SELECT kind, channel, is_on FROM notice_preferences WHERE user_id = \(user)",
            "SELECT kind, frequency FROM notice_frequencies WHERE user_id = \(user)",
            "SELECT time_zone, quiet_from, quiet_until, digest_minute, reminder_minute FROM notice_times WHERE user_id = \(user)",
        ])
        var choices = NoticeChoices()
        for row in results[0] {
            let channel: Int32 = try row["channel"]
            choices.channels[.init(kind: try row["kind"], channel: .init(rawValue: channel))] = try row["is_on"]
        }
        for row in results[1] {
            let frequency: Int32 = try row["frequency"]
            choices.frequencies[try row["kind"]] = .init(rawValue: frequency)
        }
        if let row = results[2].first { choices.times = try NoticeTimes(row) }
        return choices
    }

    /// Switches a channel of a kind on or off; one that is so already is unchanged.
    func set(_ choice: NoticeChoices.Choice, isOn: Bool, of user: UUID) async throws {
        try await inTurn(of: user) { connection in
            let changed = try await connection.execute(
                """
                INSERT INTO notice_preferences (user_id, kind, channel, is_on, changed_at)
                VALUES (\(user), \(choice.kind), \(choice.channel.rawValue), \(isOn), \(clock.now))
                ON CONFLICT (user_id, kind, channel) DO UPDATE
                SET is_on = excluded.is_on, changed_at = excluded.changed_at
                WHERE notice_preferences.is_on <> excluded.is_on
                """
            )
            if changed > 0, choice.kind == EntryReminders.kind { try await planReminder(of: user, in: connection) }
        }
    }

    /// Whether a link of a mail works still: while the proof that it was sent is there, which is erased with its reader's data,
    /// and for half a year. What former releases have sent counts as the latest of the reader's mails.
    func isValid(_ token: StopToken) async throws -> Bool {
        let mail: Statement = token.mail.map { "id = \($0)" } ?? "kind IN ('notice', 'notice_digest')"
        let rows = try await pool.query(
            """
            SELECT 1 FROM sent_mails
            WHERE user_id = \(token.user) AND \(mail) AND sent_at > \(clock.now - StopToken.lifetime) LIMIT 1
            """
        )
        return !rows.isEmpty
    }

    /// Sets how often a kind goes out; a frequency that is set already is unchanged.
    func set(_ frequency: Notifications.NoticeFrequency, of kind: String, of user: UUID) async throws {
        try await pool.execute(
            """
            INSERT INTO notice_frequencies (user_id, kind, frequency, changed_at)
            VALUES (\(user), \(kind), \(frequency.rawValue), \(clock.now))
            ON CONFLICT (user_id, kind) DO UPDATE
            SET frequency = excluded.frequency, changed_at = excluded.changed_at
            WHERE notice_frequencies.frequency <> excluded.frequency
            """
        )
    }

    /// Sets when a user wants to be disturbed; times that are set already are unchanged.
    /// - Parameter change: What becomes of the former times.
    /// - Returns: The times that are set then.
    func changeTimes(
        of user: UUID,
        _ change: @Sendable (NoticeTimes) throws -> NoticeTimes
    ) async throws -> NoticeTimes {
        try await inTurn(of: user) { connection in
            let former = try await choices(of: user, in: connection).times
            let times = try change(former)
            try await connection.execute(
                """
                INSERT INTO notice_times AS known (
                    user_id, time_zone, quiet_from, quiet_until, digest_minute, reminder_minute, changed_at
                )
                VALUES (
                    \(user), \(times.timeZone.identifier), \(times.quietHours.map { Int32($0.from) }),
                    \(times.quietHours.map { Int32($0.until) }), \(Int32(times.digestMinute)),
                    \(Int32(times.reminderMinute)), \(clock.now)
                )
                ON CONFLICT (user_id) DO UPDATE
                SET time_zone = excluded.time_zone, quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until,
                    digest_minute = excluded.digest_minute, reminder_minute = excluded.reminder_minute,
                    changed_at = excluded.changed_at
                WHERE (
                    known.time_zone, known.quiet_from, known.quiet_until, known.digest_minute, known.reminder_minute
                ) IS DISTINCT FROM (
                    excluded.time_zone, excluded.quiet_from, excluded.quiet_until, excluded.digest_minute,
                    excluded.reminder_minute
                )
                """
            )
            let isMoved = (times.timeZone, times.reminderMinute) != (former.timeZone, former.reminderMinute)
            if isMoved { try await planReminder(of: user, in: connection) }
            return times
        }
    }

    /// Changes what a user has chosen, one change after the other, so that each sees what the others have made of it.
    func inTurn<Result: Sendable>(
        of user: UUID,
        _ change: (PostgresConnection) async throws -> Result
    ) async throws -> Result {
        try await pool.transaction { connection in
            try await connection.execute(.turn("notice choices \(user)"))
            return try await change(connection)
        }
    }
}

extension NoticeTimes {
    fileprivate init(_ row: Row) throws {
        let (from, until): (Int32?, Int32?) = (try row["quiet_from"], try row["quiet_until"])
        let (digest, reminder): (Int32, Int32) = (try row["digest_minute"], try row["reminder_minute"])
        self.init(
            timeZone: TimeZone(identifier: try row["time_zone"]) ?? .gmt,
            quietHours: from.flatMap { from in until.map { .init(from: Int(from), until: Int($0)) } },
            digestMinute: Int(digest),
            reminderMinute: Int(reminder)
        )
    }
}
