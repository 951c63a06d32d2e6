import Foundation
import Postgres
import PostgresTestSupport
import Testing

@Suite("The script for a private server", .timeLimit(.minutes(5)))
struct LocalServerScriptTests {
    private func withDirectory(
        named name: String = "larder-script-\(UUID().uuidString.prefix(8))",
        _ body: (String) async throws -> Void
    ) async throws {
        let path = FileManager.default.temporaryDirectory.path + "/" + name
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755]
        )
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(path))
        } catch {
            result = .failure(error)
        }
        _ = try await Shell.attempt(Shell.postgresScript, ["stop", path])
        try? FileManager.default.removeItem(atPath: path)
        try result.get()
    }

    private func script(_ arguments: String..., environment: [String: String] = [:]) async throws -> Shell.Outcome {
        try await Shell.attempt(Shell.postgresScript, arguments, environment: environment)
    }

    private func settings(_ path: String) async throws -> [String: String] {
        let lines = try await script("status", path, "--env").output.split(separator: "\n")
        let pairs = lines.map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        return Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
    }

    private func pool(_ path: String) async throws -> PostgresPool {
        let settings = try await settings(path)
        let configuration = PostgresConfiguration(
            host: try #require(settings["PGHOST"]),
            user: try #require(settings["PGUSER"]),
            database: try #require(settings["PGDATABASE"])
        )
        return PostgresPool(configuration: configuration, logger: TestDatabase.quietLogger)
    }

    private func count(_ path: String) async throws -> Int {
        let pool = try await pool(path)
        try await pool.execute("CREATE TABLE IF NOT EXISTS starts (id int)")
        try await pool.execute("INSERT INTO starts VALUES (1)")
        let count = try await pool.query("SELECT id FROM starts").count
        await pool.close()
        return count
    }

    @Test("starts, says how to connect, keeps the data and stops; repeating a step does no harm")
    func lifecycle() async throws {
        try await withDirectory { (path) async throws in
            #expect(try await script("status", path).status == 3)
            #expect(try await script("stop", path).status == 0)
            #expect(try await script("start", path).status == 0)
            #expect(try await script("start", path).output.contains("already running"))
            #expect(try await count(path) == 1)
            #expect(try await script("stop", path).status == 0)
            #expect(try await script("status", path).status == 3)
            #expect(try await script("start", path).status == 0)
            #expect(try await count(path) == 2)
        }
    }

    @Test("leaves the server no descriptor of the caller, whatever its number", arguments: [100, 255])
    func descriptors(number: Int) async throws {
        try await withDirectory { (path) async throws in
            let start = "exec \(number)>/dev/null; exec bash \(Shell.postgresScript) start '\(path)'"
            #expect(try await Shell.attempt("/bin/bash", ["-c", start]).status == 0)
            let server = try #require(try await settings(path)["POSTMASTER"])
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(server)/fd/\(number)")
            #expect(target == nil)
        }
    }

    @Test("starts again after the server was killed amid writes, with all that was committed and nothing else")
    func crash() async throws {
        try await withDirectory { (path) async throws in
            #expect(try await script("start", path).status == 0)
            #expect(try await count(path) == 1)
            let file = try String(contentsOfFile: path + "/data/postmaster.pid", encoding: .utf8)
            let process = try #require(file.split(separator: "\n").first.flatMap { pid_t($0) })
            let pool = try await pool(path)
            try await pool.execute("CREATE TABLE writes (number int)")
            for number in 0..<200 { try await pool.execute("INSERT INTO writes VALUES (\(number))") }
            await #expect(throws: PostgresError.self) {
                try await pool.transaction { connection in
                    try await connection.execute("INSERT INTO writes VALUES (200)")
                    kill(process, SIGKILL)
                    // Until then its processes may go on for a moment.
                    while true { try await connection.execute("SELECT 1") }
                }
            }
            let again = try await script("start", path)
            #expect(again.status == 0, "\(again.output)")
            #expect(try await count(path) == 2)
            let numbers = try await pool.query("SELECT number FROM writes ORDER BY number")
            #expect(try numbers.map { try $0["number"] as Int } == Array(0..<200))
            await pool.close()
        }
    }

    @Test("puts the socket elsewhere when its path would be too long")
    func longPath() async throws {
        try await withDirectory(named: "larder-" + String(repeating: "x", count: 120)) { (path) async throws in
            let outcome = try await script("start", path)
            #expect(outcome.status == 0, "\(outcome.output)")
            #expect(try await count(path) == 1)
            let socket = try #require(try await settings(path)["PGHOST"])
            #expect(socket.utf8.count < 90)
            #expect(try await script("stop", path).status == 0)
            try FileManager.default.removeItem(atPath: socket)
        }
    }

    @Test("says in one line what is missing or wrong")
    func failures() async throws {
        try await withDirectory { (path) async throws in
            let missing = try await script("start", path, environment: ["LARDER_POSTGRES_BIN": "/nowhere"])
            #expect(missing.status == 1)
            #expect(missing.output == "postgres: PostgreSQL isn't installed; run: apt-get install postgresql\n")

            let data = path + "/data"
            try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
            try "8\n".write(toFile: data + "/PG_VERSION", atomically: true, encoding: .utf8)
            let old = try await script("start", path)
            #expect(old.status == 1)
            #expect(old.output.contains("made by PostgreSQL 8, which isn't installed"))
            #expect(old.output.split(separator: "\n").count == 1)

            try FileManager.default.removeItem(atPath: data + "/PG_VERSION")
            try "".write(toFile: data + "/letter.txt", atomically: true, encoding: .utf8)
            #expect(try await script("start", path).output.contains("isn't empty and holds no PostgreSQL cluster"))
            #expect(try await script("begin", path).status == 64)
        }
    }

    @Test("ends the server of a test run that was killed")
    func watchdog() async throws {
        let server = try await TestServer()
        let configuration = try server.configuration()
        let pool = PostgresPool(configuration: configuration, logger: TestDatabase.quietLogger)
        #expect(await pool.isHealthy())
        // What the system does to a killed process's descriptors.
        server.closeLifeline()
        try await until("the server is gone") { await !pool.isHealthy() }
        let directory = (configuration.host as NSString).deletingLastPathComponent
        try await until("its directory is gone") { !FileManager.default.fileExists(atPath: directory) }
        await pool.close()
    }
}
