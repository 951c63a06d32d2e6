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
        let marker = person.marker
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
            "INSERT INTO sent_mails (user_id, id, kind, sent_at) VALUES (\(person.id), \(UUID()), 'test', now())",
        ])
    }
}
