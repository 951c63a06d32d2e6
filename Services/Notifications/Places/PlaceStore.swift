import AuthMessages
import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

/// Users' places in the database. Every statement names their owner.
struct PlaceStore: Sendable {
    /// Where users are reminded.
    let inbox: InboxStore

    /// Withdrawals of the consent to storing where users are.
    private static let withdrawals = ConsentWithdrawals(of: "location")

    var pool: PostgresPool { inbox.pool }
    var clock: any WallClock { inbox.clock }

    /// A user's places, in the order in which they were added.
    func places(of user: UUID) async throws -> [TemptingPlace] {
        let rows = try await pool.query(
            "SELECT \(TemptingPlace.columns) FROM tempting_places WHERE user_id = \(user) ORDER BY created_at, id"
        )
        // After the rows, with which the key may have been made.
        let key = rows.isEmpty ? nil : try await inbox.keys.existingKey(of: user)
        return try rows.map { try TemptingPlace($0, of: user, key) }
    }

    /// Adds a place, or replaces the one with its id; one that is the same already is unchanged.
    /// - Parameter time: When the consent was known to be given.
    /// - Throws: FAILED_PRECONDITION (TOO_MANY_PLACES) where there are as many as there may be; PERMISSION_DENIED
    ///   (CONSENT_REQUIRED) once the consent was withdrawn.
    func set(_ place: TemptingPlace, of user: UUID, consentedAt time: Date) async throws {
        let (key, now) = (try await inbox.keys.key(of: user), clock.now)
        try await pool.transaction { connection in
            // Has a user's changes follow one another, so that together they are not too many.
            try await requireConsent(of: user, at: time, in: connection)
            let known = try await connection.query(
                """
                SELECT \(TemptingPlace.columns), consented_at FROM tempting_places
                WHERE user_id = \(user) AND id = \(place.id) FOR UPDATE
                """
            ).first
            if let known {
                let isSame = try TemptingPlace(known, of: user, key) == place
                if isSame, try known["consented_at"] as Date >= time { return }
            } else {
                try await requireRoom(for: user, in: connection)
            }
            try await connection.execute(
                """
                INSERT INTO tempting_places AS known (user_id, id, place_sealed, consented_at, created_at, changed_at)
                VALUES (\(user), \(place.id), \(place.sealed(of: user, with: key)), \(time), \(now), \(now))
                ON CONFLICT (user_id, id) DO UPDATE
                SET place_sealed = excluded.place_sealed, changed_at = excluded.changed_at,
                    consented_at = greatest(known.consented_at, excluded.consented_at)
                """
            )
        }
    }

    private func requireRoom(for user: UUID, in connection: PostgresConnection) async throws {
        let rows = try await connection.query(
            "SELECT count(*) AS count FROM tempting_places WHERE user_id = \(user)"
        )
        guard try (rows[0]["count"] as Int) < TemptingPlace.limit else {
            throw Status(
                .failedPrecondition,
                .notifications.tooManyPlaces(limit: TemptingPlace.limit),
                reason: .tooManyPlaces
            )
        }
    }

    /// Removes a place, and an unread reminder of it; one that is removed already is unchanged.
    func remove(_ id: UUID, of user: UUID) async throws {
        try await pool.transaction { connection in
            try await connection.execute("DELETE FROM tempting_places WHERE user_id = \(user) AND id = \(id)")
            try await inbox.withdraw(
                PlaceReminder.subject(of: id),
                kinds: [PlaceReminder.kind],
                of: user,
                in: connection
            )
        }
    }

    // MARK: Consent

    /// Checks that the consent was not withdrawn since it was known to be given; a withdrawal at the same time waits until the
    /// transaction has ended.
    /// - Throws: PERMISSION_DENIED when it was.
    func requireConsent(of user: UUID, at time: Date, in connection: PostgresConnection) async throws {
        guard try await !Self.withdrawals.isWithdrawn(by: user, since: time, in: connection) else {
            throw UserGate.lacks(.location)
        }
    }

    /// Forgets the places that a user has stored until they withdrew the consent, and all reminders of these.
    /// - Parameter time: By auth's clock.
    func forget(_ user: UUID, withdrawnAt time: Date, in connection: PostgresConnection) async throws {
        try await Self.withdrawals.record(by: user, at: time, in: connection)
        try await connection.execute(
            "DELETE FROM tempting_places WHERE user_id = \(user) AND consented_at <= \(time)"
        )
        let kept = try await connection.query("SELECT id FROM tempting_places WHERE user_id = \(user)")
        let subjects = try kept.map { PlaceReminder.subject(of: try $0["id"]) }
        try await inbox.erase(PlaceReminder.kind, exceptAbout: subjects, of: user, in: connection)
    }
}

extension StatusReason {
    /// The user has as many places as one may.
    static let tooManyPlaces: StatusReason = "TOO_MANY_PLACES"
}
