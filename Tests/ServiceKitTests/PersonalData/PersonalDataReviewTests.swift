import Foundation
import Foundations
import Logging
import Postgres
import PostgresTestSupport
import Testing

@testable import ServiceKit

@Suite("The review of what is stored of people", .timeLimit(.minutes(5)))
struct PersonalDataReviewTests {
    private static let note = SealedColumn("notes", "text", key: ["user_id", "id"], hasFormer: false)
    private static let former = SealedColumn("drafts", "text", key: ["user_id", "id"])
    private static let schema = """
        CREATE TABLE drafts (user_id uuid, id integer, text text, text_sealed bytea, PRIMARY KEY (user_id, id));
        CREATE TABLE notes (user_id uuid, id integer, text_sealed bytea, PRIMARY KEY (user_id, id));
        CREATE TABLE pictures (owner_id uuid, id integer, bytes bytea, PRIMARY KEY (owner_id, id));
        """

    private struct Setting {
        let pool: PostgresPool
        let keys: PersonKeys

        init(_ pool: PostgresPool) throws {
            self.pool = pool
            keys = PersonKeys(in: pool, masterKeys: try masterKeys(1))
        }

        /// Anew, so that no key is known that was removed.
        func review() async throws -> PersonalDataReview.Outcome {
            let fresh = try Setting(pool)
            let picture = PersonalFile(columns: ["t.id"]) { row, _ in
                let bytes: [UInt8]? = try row["bytes"]
                return try bytes.map { bytes in
                    guard bytes.first == UInt8(try row["id"] as Int32) else { throw EncryptionError.unreadable }
                    return bytes
                }
            }
            let tables = PersonalTables(
                [
                    .exported("notes", .services.nounPurchase, reading: ["text": .text(PersonalDataReviewTests.note)]),
                    .files(
                        "pictures",
                        .services.nounPurchase,
                        owner: "owner_id",
                        bytes: "bytes",
                        named: ["id"],
                        reading: picture
                    ),
                    .withheld("drafts", "a test", reviewing: ["text": .text(PersonalDataReviewTests.former)]),
                ],
                former: [PersonalDataReviewTests.former].compactMap(\.former),
                key: { user, _ in try await fresh.keys.existingKey(of: user) }
            )
            return try await PersonalDataReview(tables, in: pool).run()
        }

        func add(_ text: String, _ id: Int, of user: UUID) async throws {
            let row = [user.canonical, "\(id)"]
            let sealed = try PersonalDataReviewTests.note.seal(text, row: row, with: try await keys.key(of: user))
            try await pool.execute(
                "INSERT INTO notes (user_id, id, text_sealed) VALUES (\(user), \(id), \(sealed))"
            )
            try await pool.execute("INSERT INTO pictures VALUES (\(user), \(id), \([UInt8(id)]))")
        }
    }

    @Test("reads all rows of everybody, and names those that were altered, moved or swapped, and no other")
    func altered() async throws {
        try await TestSchema.with(Self.schema) { pool in
            let setting = try Setting(pool)
            let (ada, grace) = (UUID(), UUID())
            for id in 1...5 { for user in [ada, grace] { try await setting.add("note \(id)", id, of: user) } }
            #expect(try await setting.review() == .init(people: 2, rows: 20, open: ["drafts.text"]))

            try await pool.execute(
                "UPDATE notes SET text_sealed = set_byte(text_sealed, 20, 255 - get_byte(text_sealed, 20)) WHERE user_id = \(ada) AND id = 1"
            )
            try await pool.execute(
                """
                UPDATE notes SET text_sealed = (SELECT text_sealed FROM notes WHERE user_id = \(ada) AND id = 3)
                WHERE user_id = \(ada) AND id = 2
                """
            )
            try await pool.execute("UPDATE pictures SET bytes = '\\x07' WHERE owner_id = \(grace) AND id = 4")
            let outcome = try await setting.review()
            #expect(
                Set(outcome.unreadable) == [
                    #"notes {"id": 1, "user_id": "\#(ada.canonical)"}"#,
                    #"notes {"id": 2, "user_id": "\#(ada.canonical)"}"#,
                    #"pictures {"id": 4, "owner_id": "\#(grace.canonical)"}"#,
                ]
            )
            #expect(outcome.report.hasPrefix("20 rows of 2 people were read. 3 can't be read"))
            #expect(!outcome.report.contains("note 1"))
        }
    }

    @Test("names readable values where all were encrypted, and rows that no export shows")
    func readable() async throws {
        try await TestSchema.with(Self.schema) { pool in
            let setting = try Setting(pool)
            let ada = UUID()
            try await pool.execute("INSERT INTO drafts (user_id, id, text) VALUES (\(ada), 1, 'Old')")
            #expect(try await setting.review().isUnaltered)
            let sealing = ColumnSealing([Self.former], keys: setting.keys, in: pool, log: Logger(label: "test"))
            #expect(try await sealing.sealAll() == 1)
            #expect(try await setting.review() == .init(people: 1, rows: 1))

            try await pool.execute("INSERT INTO drafts (user_id, id, text) VALUES (\(ada), 2, 'Forged')")
            try await pool.execute("UPDATE drafts SET text_sealed = text_sealed || 'x' WHERE id = 1")
            let outcome = try await setting.review()
            #expect(outcome.unreadable == [#"drafts {"id": 1, "user_id": "\#(ada.canonical)"}"#])
            #expect(outcome.readable == [#"drafts.text {"id": 2, "user_id": "\#(ada.canonical)"}"#])
            #expect(!outcome.isUnaltered && !outcome.report.contains("Forged"))
        }
    }

    @Test("names encrypted answers to requests that were altered")
    func answers() async throws {
        try await TestSchema.with(Self.schema) { pool in
            let setting = try Setting(pool)
            let ada = UUID()
            let key = try await setting.keys.key(of: ada)
            for (number, name) in ["one", "two"].enumerated() {
                let context = "answered_requests.answer \(ada.canonical) test \(number == 0 ? name : "three")"
                let answer = try key.seal("answer", context: context)
                try await pool.execute(
                    """
                    INSERT INTO answered_requests (user_id, operation, key, request_digest, answer, is_sealed)
                    VALUES (\(ada), 'test', \(name), '', \(answer), true)
                    """
                )
            }
            // Of services and times without keys of persons.
            try await pool.execute(
                """
                INSERT INTO answered_requests (user_id, operation, key, request_digest, answer)
                SELECT \(ada), 'test', 'former ' || n, '', 'answer' FROM generate_series(1, 450) AS n
                """
            )
            let outcome = try await setting.review()
            #expect(outcome.people == 1 && outcome.rows == 452)
            let expected = #"answered_requests {"key": "two", "user_id": "\#(ada.canonical)", "operation": "test"}"#
            #expect(outcome.unreadable == [expected])
        }
    }

    @Test("reads everybody, however many there are, with rows in one table or in several")
    func people() async throws {
        try await TestSchema.with(Self.schema) { pool in
            let setting = try Setting(pool)
            try await pool.pipeline([
                "INSERT INTO notes (user_id, id) SELECT gen_random_uuid(), n FROM generate_series(1, 1200) AS n",
                "INSERT INTO notes (user_id, id) SELECT user_id, 0 FROM notes",
                "INSERT INTO pictures SELECT user_id, 1, NULL FROM notes WHERE id BETWEEN 1 AND 300",
                "INSERT INTO pictures SELECT gen_random_uuid(), 1, NULL FROM generate_series(1, 700)",
            ])
            let outcome = try await setting.review()
            #expect(outcome.people == 1_900 && outcome.rows == 3_400)
        }
    }

    @Test("names all rows of somebody whose key is gone, and those of nobody else")
    func destroyed() async throws {
        try await TestSchema.with(Self.schema) { pool in
            let setting = try Setting(pool)
            let (ada, grace) = (UUID(), UUID())
            for id in 1...3 { for user in [ada, grace] { try await setting.add("note", id, of: user) } }
            try await pool.execute("DELETE FROM person_keys WHERE user_id = \(ada)")
            let outcome = try await setting.review()
            #expect(outcome.rows == 12)
            #expect(outcome.unreadable.count == 3)
            #expect(outcome.unreadable.allSatisfy { $0.contains(ada.canonical) })
        }
    }
}
