import Foundation
import PersonalDataTestSupport
import Postgres
import ServiceKit
import Testing

@testable import larder_notifications

@Suite("What notifications stores of a person", .timeLimit(.minutes(5)))
struct PersonalDataTests {
    @Test("is exported whole, and erased from every table")
    func everything() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let check = PersonalDataCheck(.notifications, in: environment.pool)
            let problems = try await check.problems { try await fill($0, environment.pool) }
            #expect(problems == [])
        }
    }

    private func fill(_ person: MarkedPerson, _ pool: PostgresPool) async throws {
        let (marker, delivery) = (person.marker, UUID())
        try await pool.pipeline([
            """
            INSERT INTO notifications (user_id, id, kind, title, message, subject, created_at)
            VALUES (\(person.id), \(UUID()), 'receipt_ready', \(marker), \(marker), \(marker), now())
            """,
            """
            INSERT INTO deleted_notifications (
                user_id, id, kind, title, message, subject, created_at, deleted_at
            ) VALUES (\(person.id), \(UUID()), 'receipt_ready', \(marker), \(marker), \(marker), now(), now())
            """,
            "INSERT INTO inbox_deletions (user_id, id, made_at) VALUES (\(person.id), \(UUID()), now())",
            """
            INSERT INTO notice_preferences (user_id, kind, channel, is_on, changed_at)
            VALUES (\(person.id), 'receipt_ready', 1, false, now())
            """,
            """
            INSERT INTO notice_frequencies (user_id, kind, frequency, changed_at)
            VALUES (\(person.id), 'receipt_ready', 1, now())
            """,
            """
            INSERT INTO notice_times (user_id, time_zone, digest_minute, changed_at)
            VALUES (\(person.id), 'America/Toronto', 480, now())
            """,
            """
            INSERT INTO push_subscriptions (user_id, id, endpoint_hash, sealed, master_key_id, created_at, renewed_at)
            VALUES (
                \(person.id), \(UUID()), \(Array(marker.utf8)), \(Array(marker.utf8)), '1', now(), now()
            )
            """,
            """
            INSERT INTO notice_deliveries (user_id, id, channel, created_at, due_at)
            VALUES (\(person.id), \(delivery), 2, now(), now())
            """,
            """
            INSERT INTO delivered_notices (user_id, notice_id, channel, delivery_id, kind, subject, occurred_at)
            VALUES (\(person.id), \(UUID()), 2, \(delivery), 'receipt_ready', \(marker), now())
            """,
            "INSERT INTO sent_mails (user_id, id, kind, sent_at) VALUES (\(person.id), \(UUID()), 'test', now())",
        ])
    }
}
