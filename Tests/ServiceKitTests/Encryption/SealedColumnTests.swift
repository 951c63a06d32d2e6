import Foundation
import Foundations
import FoundationsTestSupport
import Logging
import PersonalMessages
import Postgres
import PostgresTestSupport
import Testing
import Texts

@testable import ServiceKit

@Suite("Columns that are encrypted under keys of persons", .timeLimit(.minutes(5)))
struct SealedColumnTests {
    private static let key = ["user_id", "list", "place"]
    private static let title = SealedColumn("entries", "title", key: key).foundBy { $0.lowercased() }
    private static let tags = SealedColumn("entries", "tags", .texts, key: key)
    private static let picture = SealedColumn("entries", "picture", .bytes, key: key)

    private static let tables = """
        CREATE TABLE entries (
            user_id uuid, list uuid, place integer, title text, title_sealed bytea, title_hash bytea,
            tags text[], tags_sealed bytea, picture bytea, picture_sealed bytea,
            PRIMARY KEY (user_id, list, place)
        );
        """

    private static func keys(_ pool: PostgresPool) throws -> PersonKeys {
        PersonKeys(in: pool, masterKeys: try masterKeys(1))
    }

    private static func records(
        of user: UUID,
        in tables: PersonalTables,
        _ pool: PostgresPool
    ) async throws -> [String] {
        var records: [String] = []
        try await PersonalExport(tables, in: pool).read(user, in: .english) { part in
            if case .record(let record) = part { records.append(record) }
        }
        return records
    }

    private struct Setting {
        let pool: PostgresPool
        let keys: PersonKeys
        let sealing: ColumnSealing

        init(_ pool: PostgresPool) throws {
            self.pool = pool
            keys = try SealedColumnTests.keys(pool)
            let columns = [SealedColumnTests.title, SealedColumnTests.tags, SealedColumnTests.picture]
            sealing = ColumnSealing(columns, keys: keys, in: pool, log: Logger(label: "test"))
        }

        func add(_ user: UUID, _ list: UUID, _ place: Int, _ title: String?, tags: [String]? = nil) async throws {
            let picture = title.map { Array($0.utf8) }
            try await pool.execute(
                """
                INSERT INTO entries (user_id, list, place, title, tags, picture)
                VALUES (\(user), \(list), \(place), \(title), \(tags), \(picture))
                """
            )
        }

        /// What the service reads of a row.
        func selected(_ user: UUID, _ list: UUID, _ place: Int) async throws -> Row {
            try await pool.query(
                """
                SELECT \(SealedColumnTests.title.selection()), \(SealedColumnTests.tags.selection()),
                    \(SealedColumnTests.picture.selection())
                FROM entries WHERE user_id = \(user) AND list = \(list) AND place = \(place)
                """
            )[0]
        }

        func row(_ user: UUID, _ list: UUID, _ place: Int) async throws -> Row {
            try await pool.query(
                "SELECT * FROM entries WHERE user_id = \(user) AND list = \(list) AND place = \(place)"
            )[0]
        }
    }

    @Test("are read before and after they are encrypted, each row with its person's key")
    func sealed() async throws {
        try await TestSchema.with(Self.tables) { pool in
            let setting = try Setting(pool)
            let (ada, grace, list) = (UUID(), UUID(), UUID())
            for place in 0..<450 {
                try await setting.add(ada, list, place, "Title \(place)", tags: ["a", "é \(place)"])
            }
            try await setting.add(grace, list, 7, "Title 7")
            try await setting.add(grace, list, 8, nil)
            let name = [ada.canonical, list.canonical, "449"]
            var row = try await setting.row(ada, list, 449)
            #expect(try Self.title.text(in: row, row: name, with: nil) == "Title 449")
            #expect(try await setting.sealing.sealAll() == 451)
            #expect(try await setting.sealing.sealAll() == 0)

            row = try await setting.row(ada, list, 449)
            #expect(try row["title"] as String? == nil)
            let key = try await setting.keys.key(of: ada)
            #expect(try Self.title.text(in: row, row: name, with: key) == "Title 449")
            #expect(try Self.tags.texts(in: row, row: name, with: key) == ["a", "é 449"])
            #expect(try Self.picture.bytes(in: row, row: name, with: key) == Array("Title 449".utf8))
            #expect(throws: EncryptionError.unreadable) { try Self.title.text(in: row, row: name, with: nil) }
            row = try await setting.row(grace, list, 8)
            #expect(try Self.title.text(in: row, row: [grace.canonical, list.canonical, "8"], with: nil) == nil)
            let readable: Int = try await pool.query(
                "SELECT count(*) AS count FROM entries WHERE title IS NOT NULL OR tags IS NOT NULL OR picture IS NOT NULL"
            )[0]["count"]
            #expect(readable == 0)
        }
    }

    @Test("cannot be moved to another row, column or person")
    func bound() async throws {
        try await TestSchema.with(Self.tables) { pool in
            let setting = try Setting(pool)
            let (ada, list) = (UUID(), UUID())
            let key = try await setting.keys.key(of: ada)
            let name = [ada.canonical, list.canonical, "1"]
            let sealed = try Self.picture.seal([1, 2], row: name, with: key)
            #expect(try Self.picture.open(sealed, row: name, with: key) == [1, 2])
            #expect(throws: EncryptionError.unreadable) {
                try Self.picture.open(sealed, row: [ada.canonical, list.canonical, "2"], with: key)
            }
            #expect(throws: EncryptionError.unreadable) { try Self.title.open(sealed, row: name, with: key) }
            let other = try await setting.keys.key(of: UUID())
            #expect(throws: EncryptionError.unreadable) { try Self.picture.open(sealed, row: name, with: other) }
        }
    }

    @Test("are found by a hash that is another one for each person")
    func found() async throws {
        try await TestSchema.with(Self.tables) { pool in
            let setting = try Setting(pool)
            let (ada, grace, list) = (UUID(), UUID(), UUID())
            for user in [ada, grace] { try await setting.add(user, list, 1, "Loblaws") }
            try await setting.sealing.sealAll()
            for user in [ada, grace] {
                let hash = Self.title.lookupHash(of: "LOBLAWS", with: try await setting.keys.key(of: user))
                let users: [UUID] = try await pool.query("SELECT user_id FROM entries WHERE title_hash = \(hash)").map {
                    try $0["user_id"]
                }
                #expect(users == [user])
            }
        }
    }

    // MARK: Rows that can't be encrypted

    @Test("are encrypted although others can't be, which are counted at the end")
    func failures() async throws {
        let rule = "ALTER TABLE entries ADD CHECK (title_sealed IS NULL OR place NOT IN (3, 250));"
        try await TestSchema.with(Self.tables + rule) { pool in
            let setting = try Setting(pool)
            let (ada, grace, list) = (UUID(), UUID(), UUID())
            for place in 0..<300 { try await setting.add(ada, list, place, "Title \(place)") }
            // The key of another is under a master key that is not there.
            try await setting.add(grace, list, 1, "Title")
            let master = "2:" + Data(repeating: 2, count: 32).base64EncodedString()
            _ = try await PersonKeys(in: pool, masterKeys: try MasterKeys(parsing: master)).key(of: grace)
            let failure = await #expect(throws: SealingFailure.self) { try await setting.sealing.sealAll() }
            #expect(failure?.description == "rows can't be encrypted: 3 of entries")
            let left = try await pool.query("SELECT place FROM entries WHERE title IS NOT NULL ORDER BY place")
            #expect(try left.map { try $0["place"] as Int } == [1, 3, 250])
            // Not all are encrypted: what is left is read as before.
            let row = try await setting.selected(ada, list, 3)
            #expect(try Self.title.text(in: row, row: [], with: nil) == "Title 3")
        }
    }

    @Test("have no key made for somebody who is erased meanwhile")
    func erased() async throws {
        try await TestSchema.with(Self.tables) { pool in
            let setting = try Setting(pool)
            let (ada, list) = (UUID(), UUID())
            try await setting.add(ada, list, 1, "Title")
            try await pool.transaction { connection in
                try await connection.execute("DELETE FROM entries WHERE user_id = \(ada)")
                #expect(try await setting.sealing.sealAll() == 0)
            }
            #expect(try await setting.sealing.sealAll() == 0)
            #expect(try await pool.query("SELECT 1 FROM person_keys").isEmpty)
            let keys = try await pool.transaction { try await setting.keys.keys(ofLocked: [ada], in: $0) }
            #expect(keys.count == 1)
        }
    }

    // MARK: Values that others put there

    @Test("are not read, nor encrypted, nor forgotten once nothing is left of former versions")
    func forged() async throws {
        try await TestSchema.with(Self.tables) { pool in
            let setting = try Setting(pool)
            let (ada, list) = (UUID(), UUID())
            try await setting.add(ada, list, 1, "Old")
            var row = try await setting.selected(ada, list, 1)
            #expect(try Self.title.text(in: row, row: [], with: nil) == "Old")
            #expect(try await setting.sealing.sealAll() == 1)
            try await setting.add(ada, list, 2, "Forged", tags: ["forged"])
            row = try await setting.selected(ada, list, 2)
            #expect(try Self.title.text(in: row, row: [], with: nil) == nil)
            #expect(try Self.tags.texts(in: row, row: [], with: nil) == nil)
            #expect(try Self.picture.bytes(in: row, row: [], with: nil) == nil)
            #expect(try await setting.sealing.sealAll() == 0)
            #expect(try await setting.row(ada, list, 2)["title"] == "Forged")
            let error = await #expect(throws: PostgresError.self) {
                try await pool.execute("DELETE FROM sealed_columns")
            }
            #expect(error?.code == .permissionDenied)
        }
    }

    @Test("are shown by an export, and by none once the key is destroyed")
    func exported() async throws {
        try await TestSchema.with(Self.tables) { pool in
            let setting = try Setting(pool)
            let (ada, list) = (UUID(), UUID())
            try await setting.add(ada, list, 1, "Old", tags: ["\"quoted\""])
            // Of what somebody has locked, nothing is encrypted.
            try await setting.add(ada, list, 2, "New")
            try await pool.transaction { connection in
                try await connection.execute("SELECT 1 FROM entries WHERE place = 2 FOR UPDATE")
                #expect(try await setting.sealing.sealAll() == 1)
            }
            let tables = PersonalTables(
                [
                    .exported(
                        "entries",
                        .services.nounPurchase,
                        hiding: ["title_hash", "picture", "picture_sealed", "list"],
                        reading: ["title": .text(Self.title), "tags": .text(Self.tags)]
                    )
                ],
                key: { user, _ in try await setting.keys.existingKey(of: user) }
            )
            let records = try await Self.records(of: ada, in: tables, pool)
            let user = ada.canonical
            let expected = [
                #"{"place": 1, "user_id": "\#(user)", "tags": ["\"quoted\""], "title": "Old"}"#,
                #"{"place": 2, "user_id": "\#(user)", "tags": null, "title": "New"}"#,
            ]
            #expect(records == expected)
            try await pool.execute("DELETE FROM person_keys WHERE user_id = \(ada)")
            let anew = try await Self.keys(pool).key(of: ada)
            let row = try await setting.row(ada, list, 1)
            #expect(throws: EncryptionError.unreadable) {
                try Self.title.text(in: row, row: [user, list.canonical, "1"], with: anew)
            }
        }
    }
}
