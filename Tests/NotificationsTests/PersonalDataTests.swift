import CommonMessages
import Foundation
import Foundations
import FoundationsTestSupport
import PersonalDataTestSupport
import PersonalMessages
import Postgres
import ServiceKit
import Testing
import Texts

@testable import larder_notifications

@Suite("What notifications stores of a person", .timeLimit(.minutes(5)))
struct PersonalDataTests {
    @Test("is exported whole, and erased from every table")
    func everything() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let check = PersonalDataCheck(.notifications(environment.keys), in: environment.pool)
            let problems = try await check.problems { try await fill($0, environment) }
            #expect(problems == [])
        }
    }

    @Test("is exported as it was, whether it is encrypted yet or not")
    func exported() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let person = MarkedPerson()
            try await fill(person, environment)
            let sealing = environment.sealing
            let before = try await records(of: person, environment)
            #expect(before.count { $0.contains("\"content\": \"\(person.marker)") } == 3)
            #expect(try await sealing.sealAll() == 2)
            #expect(try await records(of: person, environment) == before)
        }
    }

    private func records(of person: MarkedPerson, _ environment: NotificationsTestEnvironment) async throws -> [String]
    {
        var records: [String] = []
        let tables = PersonalTables.notifications(environment.keys)
        try await PersonalExport(tables, in: environment.pool).read(person.id, in: .english) { part in
            if case .record(let record) = part { records.append(record) }
        }
        return records.sorted()
    }

    /// Writes rows of a person into each table.
    func fill(_ person: MarkedPerson, _ environment: NotificationsTestEnvironment) async throws {
        let (marker, delivery, deleted, user) = (person.marker, UUID(), UUID(), person.id.canonical)
        let key = try await environment.keys.key(of: person.id)
        let sealed = try NoticeColumns.content.seal(marker, row: [user, deleted.canonical], with: key)
        try await environment.places.store.set(
            TemptingPlace(id: UUID(), name: marker, location: .init(latitudeMicrodegrees: 1), radius: 100),
            of: person.id,
            consentedAt: environment.clock.now
        )
        try await environment.pool.pipeline([
            """
            INSERT INTO notifications (user_id, id, kind, title, message, content, subject, created_at)
            VALUES (\(person.id), \(UUID()), 'receipt_ready', \(marker), \(marker), \(marker), \(marker), now())
            """,
            """
            INSERT INTO deleted_notifications (
                user_id, id, kind, content_sealed, subject, created_at, deleted_at
            ) VALUES (\(person.id), \(deleted), 'receipt_ready', \(sealed), \(marker), now(), now())
            """,
            "INSERT INTO inbox_deletions (user_id, id, made_at) VALUES (\(person.id), \(UUID()), now())",
            """
            INSERT INTO notice_preferences (user_id, kind, channel, is_on, changed_at)
            VALUES (\(person.id), 'receipt_ready', 1, false, now())
            """,
            "INSERT INTO reminders (user_id, due_at) VALUES (\(person.id), now())",
            "INSERT INTO location_withdrawals (user_id, withdrawn_at) VALUES (\(person.id), now())",
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
            INSERT INTO delivered_notices (
                user_id, notice_id, channel, delivery_id, kind, content, subject, occurred_at
            )
            VALUES (\(person.id), \(UUID()), 2, \(delivery), 'receipt_ready', \(marker), \(marker), now())
            """,
            "INSERT INTO sent_mails (user_id, id, kind, sent_at) VALUES (\(person.id), \(UUID()), 'test', now())",
        ])
    }
}
