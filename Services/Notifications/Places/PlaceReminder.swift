import Foundation
import Foundations
import NotificationsMessages
import Postgres
import RPC
import ServiceKit

/// What reminds users of entering what they spend where they have come.
enum PlaceReminder {
    /// The kind of its notices.
    static let kind = "place_reminder"
    /// For how long after a reminder no other one of the same place comes, in seconds.
    static let pause: TimeInterval = 3_600
    /// How many go out to a user within a day, whatever becomes of their places meanwhile.
    static let dailyLimit = 20

    /// One reminder takes the place of another of the same place that was not read.
    static func subject(of place: UUID) -> String { "place:\(place.canonical)" }
}

extension PlaceStore {
    /// Reminds a user who has come to one of their places, unless they want no reminders or had one of it a short while ago.
    /// - Parameter time: When the consent was known to be given.
    /// - Throws: NOT_FOUND for a place that is not the user's; PERMISSION_DENIED (CONSENT_REQUIRED) once the consent was withdrawn.
    func visit(_ id: UUID, of user: UUID, consentedAt time: Date) async throws -> Notifications.VisitOutcome {
        let preferences = inbox.deliveries.preferences
        return try await pool.transaction { connection in
            try await requireConsent(of: user, at: time, in: connection)
            // Locked, so that of several visits at once one reminds.
            let rows = try await connection.query(
                """
                SELECT \(TemptingPlace.columns), reminded_at FROM tempting_places
                WHERE user_id = \(user) AND id = \(id) FOR UPDATE
                """
            )
            guard let row = rows.first else { throw Status.notFound(.services.nounPlace) }
            let choices = try await preferences.choices(of: user, in: connection)
            guard let kind = preferences.kinds[PlaceReminder.kind], choices.isOn(kind) else { return .off }
            let (last, now): (Date?, Date) = (try row["reminded_at"], clock.now)
            if let last, now.timeIntervalSince(last) < PlaceReminder.pause { return .tooSoon }
            guard try await sent(to: user, since: now - 86_400, in: connection) < PlaceReminder.dailyLimit else {
                return .tooSoon
            }
            guard let key = try await inbox.keys.keys(ofLocked: [user], in: connection)[user] else {
                throw EncryptionError.unreadable
            }
            let place = try TemptingPlace(row, of: user, key)
            try await remind(user, at: place, now, key, in: connection)
            return .reminded
        }
    }

    /// How many reminders have gone out, or were to go out, to a user since a moment.
    private func sent(to user: UUID, since time: Date, in connection: PostgresConnection) async throws -> Int {
        try await connection.query(
            """
            SELECT count(DISTINCT notice_id) AS count FROM delivered_notices
            WHERE user_id = \(user) AND kind = \(PlaceReminder.kind) AND occurred_at > \(time)
            """
        )[0]["count"]
    }

    private func remind(
        _ user: UUID,
        at place: TemptingPlace,
        _ now: Date,
        _ key: DataKey,
        in connection: PostgresConnection
    ) async throws {
        let entry = NewEntry(
            eventID: UUID(),
            userID: user,
            kind: PlaceReminder.kind,
            text: .placeReminder(place: place.name),
            subject: PlaceReminder.subject(of: place.id),
            occurredAt: now
        )
        try await inbox.withdraw(entry.subject, kinds: [entry.kind], of: user, in: connection)
        _ = try await inbox.add(entry, key, in: connection)
        try await connection.execute(
            "UPDATE tempting_places SET reminded_at = \(now) WHERE user_id = \(user) AND id = \(place.id)"
        )
    }
}
