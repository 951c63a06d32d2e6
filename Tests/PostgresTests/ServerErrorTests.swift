import PostgresTestSupport
import Testing

@testable import Postgres

@Suite("An error's code", .timeLimit(.minutes(5)))
struct ServerErrorTests {
    /// What the pool throws for an exception with an SQLSTATE.
    private func error(raising state: String, _ message: String = "raised") async throws -> PostgresError? {
        try await TestDatabase.withPool(size: 1) { pool in
            let script = "DO $$ BEGIN RAISE EXCEPTION '\(message)' USING ERRCODE = '\(state)'; END $$"
            return await #expect(throws: PostgresError.self) { try await pool.execute(Statement(unsafe: script)) }
        }
    }

    @Test(
        "follows from the SQLSTATE",
        arguments: [
            ("23502", PostgresError.Code.notNullViolation), ("23503", .foreignKeyViolation),
            ("23505", .uniqueViolation),
            ("23514", .checkViolation), ("23P01", .exclusionViolation), ("40001", .serializationFailure),
            ("40P01", .deadlock), ("42501", .permissionDenied), ("55P03", .timeout), ("53300", .unavailable),
            ("57P03", .unavailable), ("08006", .unavailable), ("28P01", .authenticationFailed), ("42P01", .server),
            ("XX000", .server),
        ]
    )
    func codes(state: String, code: PostgresError.Code) async throws {
        let error = try await error(raising: state)
        #expect(error?.code == code)
        #expect(error?.sqlState == state)
        #expect(error?.isRetryable == ["40001", "40P01"].contains(state))
    }

    @Test("57014 is a timeout when the server says so, else a cancelling")
    func cancelling() async throws {
        #expect(try await error(raising: "57014", "canceling statement due to statement timeout")?.code == .timeout)
        #expect(try await error(raising: "57014", "canceling statement due to user request")?.code == .cancelled)
    }

    @Test("comes with a sentence that quotes no value of the user", arguments: ["22P02", "22003", "P0001"])
    func secrecy(state: String) async throws {
        let error = try await error(raising: state, "bad value 4111-private")
        #expect(error?.description.contains("4111") == false)
        #expect(error?.serverMessage?.contains("4111") == true)
    }

    @Test(
        "of a connection that can't be opened follows from libpq's report",
        arguments: [
            (
                "connection failed: FATAL:  password authentication failed for user \"x\"\nDETAIL: more",
                PostgresError.Code.authenticationFailed
            ),
            ("fe_sendauth: no password supplied", .authenticationFailed),
            ("FATAL:  permission denied for database \"larder\"", .permissionDenied),
            ("connection refused", .unavailable), ("", .unavailable),
        ]
    )
    func reports(report: String, code: PostgresError.Code) {
        let error = PostgresError(connectionReport: report)
        #expect(error.code == code)
        #expect(!error.message.contains("\n"))
        #expect(!error.message.contains("DETAIL"))
    }

    @Test("names table and column of a missing value")
    func notNull() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            try await pool.execute("CREATE TABLE items (name text NOT NULL)")
            let error = await #expect(throws: PostgresError.self) {
                try await pool.execute("INSERT INTO items VALUES (NULL)")
            }
            #expect(error?.column == "name")
            #expect(error?.message == "column name of table items needs a value")
        }
    }

    @Test("of a script that copies is an error, after which the pool goes on")
    func copy() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            try await pool.execute("CREATE TABLE t (a int)")
            let error = await #expect(throws: PostgresError.self) {
                try await pool.withConnection { try await $0.executeScript("COPY t FROM STDIN; SELECT 1") }
            }
            #expect(error?.message == "COPY isn't supported in a script")
            #expect(try await pool.query("SELECT 1").count == 1)
        }
    }

    @Test("of a script is that of its first statement that failed, and the rest has no effect")
    func script() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            let error = await #expect(throws: PostgresError.self) {
                try await pool.withConnection {
                    try await $0.executeScript("CREATE TABLE a (a int); SELECT 1 / 0; SELECT * FROM nowhere")
                }
            }
            #expect(error?.sqlState == "22012")
            let row = try await pool.query("SELECT to_regclass('a') IS NULL AS none")[0]
            #expect(try row["none"] as Bool)
        }
    }
}
