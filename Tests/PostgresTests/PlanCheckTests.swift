import Foundation
import Postgres
import PostgresTestSupport
import Testing

@Suite("The check of what calls read", .timeLimit(.minutes(5)))
struct PlanCheckTests {
    private static let tables = """
        CREATE TABLE notes (user_id uuid, id uuid, title text NOT NULL, PRIMARY KEY (user_id, id));
        CREATE TABLE marks (owner uuid, name text, PRIMARY KEY (owner, name));
        CREATE TABLE sums (user_id uuid NOT NULL, value integer NOT NULL);
        CREATE TABLE drafts (user_id uuid PRIMARY KEY);
        """

    /// Runs `body` in a schema in which somebody has rows in all tables but one.
    private func withRows(_ body: (_ pool: PostgresPool, _ person: UUID) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/larder-migrations-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(Self.tables.utf8).write(to: URL(filePath: folder + "/0002_notes.sql"))
        try await TestDatabase.withService("shop", migrations: folder) { pool, _ in
            let person = UUID()
            try await pool.pipeline([
                "INSERT INTO notes VALUES (\(person), \(UUID()), 'Tea')", "INSERT INTO marks VALUES (\(person), 'red')",
                "INSERT INTO sums VALUES (\(person), 1)",
            ])
            try await body(pool, person)
        }
    }

    @Test("finds tables and indexes that are read from end to end, rows of others, and tables without any")
    func problems() async throws {
        try await withRows { pool, person in
            let caller = UUID()
            let problems = try await PlanCheck.problems(
                in: pool,
                owners: ["marks": "owner"],
                othersLike: person
            ) { plans in
                try await plans.call("AddNote") {
                    try await pool.execute("INSERT INTO notes VALUES (\(caller), \(UUID()), 'Milk')")
                }
                try await plans.call("ListNotes, own") {
                    try await pool.query("SELECT title FROM notes WHERE user_id = \(caller) ORDER BY id")
                }
                try await plans.call("GetNote") { try await pool.query("SELECT title FROM notes WHERE id = \(caller)") }
                try await plans.call("CountMarks") { try await pool.query("SELECT count(*) FROM marks") }
                try await plans.call("GetSum") {
                    try await pool.query("SELECT value FROM sums WHERE user_id = \(caller)")
                }
                #expect(plans.uncalled(of: ["AddNote", "ListNotes", "RemoveNote"]) == ["RemoveNote"])
            }
            #expect(
                problems == [
                    "there are no rows of others in drafts", "GetNote reads the index notes_pkey from end to end",
                    "CountMarks reads the index marks_pkey from end to end", "CountMarks reads rows of others in marks",
                    "GetSum reads sums from end to end", "GetSum reads rows of others in sums",
                ]
            )
        }
    }
}
