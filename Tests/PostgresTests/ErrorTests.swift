import FoundationEssentials
import Postgres
import PostgresTestSupport
import Testing

@Suite("An error of the database", .timeLimit(.minutes(5)))
struct ErrorTests {
    private static let tables = """
        CREATE TABLE stores (id int PRIMARY KEY);
        CREATE TABLE items (
            id int PRIMARY KEY,
            store int CONSTRAINT items_store REFERENCES stores,
            name text NOT NULL CONSTRAINT items_name UNIQUE,
            price int CONSTRAINT items_price CHECK (price >= 0)
        );
        INSERT INTO items (id, name) VALUES (1, 'milk');
        """

    @Test(
        "says which constraint was violated",
        arguments: [
            (
                "INSERT INTO items (id, name) VALUES (2, 'milk')", PostgresError.Code.uniqueViolation,
                "items_name" as String?
            ),
            ("INSERT INTO items (id, name, store) VALUES (2, 'b', 9)", .foreignKeyViolation, "items_store"),
            ("INSERT INTO items (id, name, price) VALUES (2, 'b', -1)", .checkViolation, "items_price"),
            ("INSERT INTO items (id) VALUES (2)", .notNullViolation, nil),
        ]
    )
    func constraints(sql: String, code: PostgresError.Code, constraint: String?) async throws {
        try await TestDatabase.withPool { pool in
            try await pool.withConnection { try await $0.executeScript(Self.tables) }
            let error = await #expect(throws: PostgresError.self) { try await pool.execute(Statement(unsafe: sql)) }
            #expect(error?.code == code)
            #expect(error?.constraint == constraint)
            #expect(error?.table == "items")
            #expect(error?.description.contains("milk") == false)
        }
    }

    @Test("shows neither SQL nor values, and keeps the statement's text apart")
    func secrecy() async throws {
        try await TestDatabase.withPool { pool in
            let secret = "4111-private"
            let error = await #expect(throws: PostgresError.self) {
                try await pool.query("SELECT \(secret)::uuid AS \(identifier: "telltale")")
            }
            let failure = try #require(error)
            var dumped = ""
            dump(failure, to: &dumped)
            for text in ["\(failure)", String(reflecting: failure), dumped] {
                #expect(!text.contains(secret))
                #expect(!text.contains("telltale"))
            }
            #expect(failure.sqlState == "22P02")
            #expect(failure.statementText == #"SELECT $1::uuid AS "telltale""#)
        }
    }

    @Test("leaves the connection in order")
    func connectionStays() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            let before: Int = try await pool.query("SELECT pg_backend_pid() AS pid")[0]["pid"]
            await #expect(throws: PostgresError.self) { try await pool.query("SELECT * FROM nowhere") }
            await #expect(throws: PostgresError.self) { try await pool.query("SELEC") }
            let after: Int = try await pool.query("SELECT pg_backend_pid() AS pid")[0]["pid"]
            #expect(before == after)
        }
    }

    @Test("tells a statement that ran too long")
    func timeout() async throws {
        try await TestDatabase.withDatabase { database in
            let pool = database.pool { $0.statementTimeout = .milliseconds(20) }
            let error = await #expect(throws: PostgresError.self) { try await pool.query("SELECT pg_sleep(60)") }
            #expect(error?.code == .timeout)
        }
    }

    @Test("keeps hostile text as data")
    func injection() async throws {
        try await TestDatabase.withPool { pool in
            try await pool.execute("CREATE TABLE notes (body text)")
            let hostile = "x'); DROP TABLE notes; --"
            try await pool.execute("INSERT INTO notes (body) VALUES (\(hostile))")
            let rows = try await pool.query("SELECT body FROM notes WHERE body = \(hostile)")
            #expect(try rows.map { try $0["body"] as String } == [hostile])
        }
    }
}
