import Postgres
import PostgresTestSupport
import Testing

@Suite("A connection's settings", .timeLimit(.minutes(5)))
struct ConnectionSettingTests {
    private func setting(_ name: String, adjust: (inout PostgresConfiguration) -> Void) async throws -> String {
        try await TestDatabase.withDatabase { database in
            let pool = database.pool(size: 1, adjust: adjust)
            let value: String = try await pool.query("SELECT current_setting(\(name)) AS value")[0]["value"]
            await pool.close()
            return value
        }
    }

    @Test("are those of the configuration")
    func configured() async throws {
        #expect(try await setting("statement_timeout") { $0.statementTimeout = .milliseconds(1_234) } == "1234ms")
        #expect(try await setting("statement_timeout") { $0.statementTimeout = .zero } == "0")
        #expect(try await setting("application_name") { $0.applicationName = "budget 2" } == "budget 2")
        #expect(try await setting("client_encoding") { _ in } == "UTF8")
        #expect(try await setting("TimeZone") { _ in } == "UTC")
        #expect(try await setting("idle_in_transaction_session_timeout") { _ in } == "1min")
    }

    @Test("take further options of libpq beside their own")
    func options() async throws {
        func adjust(_ configuration: inout PostgresConfiguration) {
            configuration.parameters["options"] = "-c lock_timeout=77 -c work_mem=5MB"
            configuration.schema = "shop"
        }
        #expect(try await setting("lock_timeout", adjust: adjust) == "77ms")
        #expect(try await setting("work_mem", adjust: adjust) == "5MB")
        #expect(try await setting("search_path", adjust: adjust) == #""shop""#)
        #expect(try await setting("TimeZone", adjust: adjust) == "UTC")
    }

    @Test(
        "name any schema, and nothing in its name is an option of its own",
        arguments: ["shop", "two words", #"back\slash"#, #"quo"ted"#, "x -c work_mem=9MB", "tab\tbed"]
    )
    func schemas(name: String) async throws {
        let path = try await setting("search_path") { $0.schema = name }
        #expect(path == SQLText.identifier(name))
        #expect(try await setting("work_mem") { $0.schema = name } == "4MB")
    }

    @Test("survive a connection's use by a caller who changes them for a transaction")
    func local() async throws {
        try await TestDatabase.withPool(size: 1) { pool in
            _ = try await pool.transaction { try await $0.execute("SET LOCAL statement_timeout = 5") }
            let row = try await pool.query("SHOW statement_timeout")[0]
            #expect(try row["statement_timeout"] as String == "15s")
        }
    }
}

@Suite("A connection string")
struct ConnectionStringTests {
    @Test("leaves out what has a default")
    func defaults() throws {
        let configuration = try PostgresConfiguration(connectionString: "user=ann host=/run/pg")
        #expect(configuration.database == "ann")
        #expect(configuration.port == 5432)
        #expect(configuration.password == nil)
        #expect(configuration.schema == nil)
        #expect(configuration.applicationName == "larder")
        #expect(configuration.poolSize == 8)
        #expect(configuration.statementTimeout == .seconds(15))
    }

    @Test("rejects a port that is none", arguments: ["0", "65536", "-1", "abc", "5432,5433"])
    func ports(port: String) {
        let text = "host=h user=u password=hunter2 port=\(port)"
        let error = #expect(throws: PostgresError.self) { try PostgresConfiguration(connectionString: text) }
        #expect(error?.message == "The database port must be a number from 1 to 65535")
    }

    @Test("sets how long connecting may take, unless that is no time", arguments: [("3", 3), ("0", 5), ("-2", 5)])
    func connectTimeout(text: String, seconds: Int) throws {
        let configuration = try PostgresConfiguration(connectionString: "host=h user=u connect_timeout=\(text)")
        #expect(configuration.connectTimeout == .seconds(seconds))
    }

    @Test("keeps quoted values whole")
    func quoted() throws {
        let text = #"host=h user='ann \'the\' first' password='a b\\c' dbname='x y'"#
        let configuration = try PostgresConfiguration(connectionString: text)
        #expect(configuration.user == "ann 'the' first")
        #expect(configuration.password == #"a b\c"#)
        #expect(configuration.database == "x y")
    }

    @Test("describes itself by place and role")
    func description() throws {
        let configuration = try PostgresConfiguration(connectionString: "postgresql://ann:secret@db:6543/larder")
        #expect("\(configuration)" == "ann@db:6543/larder")
    }
}
