import FoundationEssentials
import Postgres
import Testing

@Suite("A statement")
struct StatementTests {
    @Test("has numbered parameters in place of values")
    func parameters() {
        let (user, limit) = (UUID(), 10)
        let statement: Statement = "SELECT id FROM receipts WHERE user_id = \(user) LIMIT \(limit)"
        #expect(statement.sql == "SELECT id FROM receipts WHERE user_id = $1 LIMIT $2")
        #expect(statement.parameters.map(\.type) == [.uuid, .int8])
    }

    @Test("has the same text whatever the values, NULL included")
    func sameText() {
        func make(_ name: String?) -> Statement { "SELECT \(name)::text" }
        #expect(make(nil).sql == make("a").sql)
        #expect(make(nil).parameters.first?.value == .null)
    }

    @Test("renumbers the parameters of an inserted fragment")
    func fragments() {
        let filter: Statement = "b = \(2) AND c = \(3)"
        let statement: Statement = "SELECT 1 WHERE a = \(1) AND \(filter) AND d = \(4)"
        #expect(statement.sql == "SELECT 1 WHERE a = $1 AND b = $2 AND c = $3 AND d = $4")
        #expect(statement.parameters.count == 4)
    }

    @Test("compares a column with each of some values")
    func anyOf() {
        let statement: Statement = "SELECT 1 WHERE \(Statement.any(of: [[1], [2]] as [[UInt8]], in: "hash"))"
        #expect(statement.sql == "SELECT 1 WHERE hash = $1 OR hash = $2")
        #expect(Statement.any(of: [7], in: "a.size") == "a.size = \(7)")
    }

    @Test("lists others, and has many elements in batches of few sizes")
    func batches() {
        let list = Statement.list(of: (1...3).map { "(\($0), \(-$0))" })
        #expect(list == "(\(1), \(-1)), (\(2), \(-2)), (\(3), \(-3))")
        #expect(Statement.list(of: []) == "")
        let batches = Statement.inBatches(Array(0..<200)) { numbers in
            Statement.list(of: numbers.map { "\($0)" })
        }
        #expect(batches.map(\.parameters.count) == [64, 64, 64, 8])
        #expect(batches[0].sql == batches[1].sql)
        #expect(Statement.inBatches([Int]()) { _ in "SELECT" }.isEmpty)
    }

    @Test("quotes an identifier")
    func identifiers() {
        let statement: Statement = "SELECT * FROM \(identifier: "odd\"name") \(unsafe: "LIMIT 1")"
        #expect(statement.sql == "SELECT * FROM \"odd\"\"name\" LIMIT 1")
    }

    @Test("doesn't end a literal at a quote or backslash")
    func literals() {
        #expect(SQLText.literal("it's") == "'it''s'")
        #expect(SQLText.literal(#"a\'b"#) == #"E'a\\''b'"#)
    }
}

@Suite("A configuration")
struct ConfigurationTests {
    @Test("is read from a URL with a socket directory and further options")
    func url() throws {
        let text = "postgresql://ann:s%40crt@%2Frun%2Fpg:5433/larder?sslmode=require&application_name=budget"
        let configuration = try PostgresConfiguration(connectionString: text)
        #expect(configuration.host == "/run/pg")
        #expect(configuration.port == 5433)
        #expect(configuration.user == "ann")
        #expect(configuration.password == "s@crt")
        #expect(configuration.database == "larder")
        #expect(configuration.applicationName == "budget")
        #expect(configuration.parameters["sslmode"] == "require")
    }

    @Test("doesn't show its password")
    func secrecy() throws {
        let configuration = try PostgresConfiguration(connectionString: "host=h user=u password=hunter2 dbname=d")
        var dumped = ""
        dump(configuration, to: &dumped)
        #expect(!dumped.contains("hunter2"))
        #expect(!"\(configuration) \(String(reflecting: configuration))".contains("hunter2"))
    }

    @Test("rejects what it can't read, without quoting it", arguments: ["host='open password=hunter2", "nonsense=1"])
    func refusal(text: String) {
        let error = #expect(throws: PostgresError.self) { try PostgresConfiguration(connectionString: text) }
        #expect(error?.code == .configuration)
        #expect(error?.description.contains("hunter2") == false)
    }
}
