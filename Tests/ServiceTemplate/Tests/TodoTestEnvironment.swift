import Foundation
import LocalDeployment
import Postgres
import PostgresTestSupport
import RPC
import RPCStubs
import RPCTestSupport
import RPCValues
import Synchronization
import TLS
import TodoMessages

/// The real program of the to-do service, with a database of its own and test peers in place of auth and ocr.
final class TodoTestEnvironment: Sendable {
    /// Connects as the schema's owner, for what only a test may do.
    let owner: PostgresPool
    let authorities: TestAuthorities
    let purchases: PurchasePeers

    private let configuration: [String: String]
    /// The environment in which the schema is migrated.
    private let migration: [String: String]
    private let port: Int
    private let log = URL.temporaryDirectory.appending(path: "larder-todo-\(UUID().uuidString).log")
    private let process = Mutex<ServiceProcess?>(nil)
    private let channels = Mutex<[String: RPCChannel]>([:])

    /// Runs `body` with a program that serves.
    static func run(_ body: (TodoTestEnvironment) async throws -> Void) async throws {
        try await TestDatabase.withDatabase { database in
            let provisioning = try Provisioning(
                service: "todo",
                ownerPassword: "owner",
                runtimePassword: "runtime"
            )
            let administrator = database.pool(size: 1)
            try await provisioning.run(with: administrator)
            let authorities = try await TestAuthorities.start()
            let purchases = try await PurchasePeers.start()
            let environment = try await TodoTestEnvironment(
                database,
                provisioning,
                authorities,
                purchases
            )
            let outcome = await Outcome.of {
                try await environment.migrate()
                try await environment.start()
                try await body(environment)
            }
            await environment.stop()
            await authorities.stop()
            await purchases.stop()
            // Roles belong to the whole server.
            for role in [provisioning.ownerRole, provisioning.runtimeRole] {
                try await administrator.execute("DROP OWNED BY \(identifier: role) CASCADE")
                try await administrator.execute("DROP ROLE \(identifier: role)")
            }
            await administrator.close()
            try outcome.get()
        }
    }

    private init(
        _ database: TestDatabase,
        _ provisioning: Provisioning,
        _ authorities: TestAuthorities,
        _ purchases: PurchasePeers
    ) async throws {
        let server = database.configuration
        func url(_ role: String, _ password: String) -> String {
            "host=\(server.host) port=\(server.port) dbname=\(server.database) user=\(role) password=\(password)"
        }
        self.authorities = authorities
        self.purchases = purchases
        let unused = try await SilentListener.start()
        port = unused.port
        await unused.stop()
        let identity = TestCertificates.identity("todo")
        configuration = [
            "LARDER_LISTEN_PORT": String(port), "LARDER_METRICS_PORT": "0", "LARDER_DRAIN_SECONDS": "5",
            "LARDER_TLS_CERTIFICATE": identity.certificateChain, "LARDER_TLS_KEY": identity.privateKey,
            "LARDER_TLS_AUTHORITY": TestCertificates.authority,
            "LARDER_PEERS_AUTH": "127.0.0.1:\(authorities.port)",
            "LARDER_PEERS_OCR": "127.0.0.1:\(purchases.port)",
            "LARDER_DATABASE_URL": url(provisioning.runtimeRole, "runtime"),
        ]
        migration = ["LARDER_DATABASE_OWNER_URL": url(provisioning.ownerRole, "owner")]
        owner = database.pool(size: 1) {
            $0.user = provisioning.ownerRole
            $0.password = "owner"
            $0.schema = "todo"
        }
    }

    // MARK: The program

    private static let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "larder-todo")

    /// Brings the schema up to date.
    func migrate() async throws {
        let migration = try ServiceProcess.start(
            name: "todo-migration",
            executable: Self.executable,
            arguments: ["migrate"],
            environment: migration,
            log: log
        )
        let status = await migration.waitForExit()
        guard status == 0 else {
            throw TestSupportError("the migration has ended with status \(status): \(migration.lastLogLines())")
        }
    }

    /// Starts the program and returns once it serves.
    func start() async throws {
        let started = try ServiceProcess.start(
            name: "todo",
            executable: Self.executable,
            environment: configuration,
            log: log
        )
        process.withLock { $0 = started }
        let health = RPCMessages.HealthClient(channel: try channel(as: "gateway"))
        try await until("the to-do service serves") {
            if let status = started.exitStatus {
                throw TestSupportError(
                    "the program has ended with status \(status): \(started.lastLogLines())"
                )
            }
            let answer = try? await health.checkHealth(
                .init(),
                options: CallOptions(timeout: .seconds(1))
            )
            return answer?.status == .serving
        }
    }

    /// Ends the program at once, as a crash does.
    func kill() async {
        let running = process.withLock { $0 }
        running?.signal(SIGKILL)
        _ = await running?.waitForExit()
    }

    private func stop() async {
        let running = process.withLock { $0 }
        running?.signal(SIGTERM)
        _ = await running?.waitForExit(killedAfter: .seconds(20))
        channels.withLock { $0.values.forEach { $0.close() } }
        await owner.close()
        try? FileManager.default.removeItem(at: log)
    }

    /// The tables of the schema that contain one of some texts, whatever its case, in any column.
    func tables(containing texts: [String]) async throws -> Set<String> {
        // A column with bytes is text in hexadecimal digits.
        let needles = texts.flatMap { text in
            [text.lowercased()]
                + Set([text, text.lowercased(), text.uppercased()]).map { Data($0.utf8).map(Self.digits).joined() }
        }
        let tables = try await owner.query(
            "SELECT table_name::text AS name FROM information_schema.tables WHERE table_schema = 'todo'"
        )
        var found: Set<String> = []
        for table in tables {
            let name: String = try table["name"]
            let rows = try await owner.query("SELECT lower(entry::text) AS text FROM \(identifier: name) AS entry")
            let contents: [String] = try rows.map { try $0["text"] }
            if contents.contains(where: { row in needles.contains { row.contains($0) } }) { found.insert(name) }
        }
        return found
    }

    private static func digits(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    // MARK: Calls

    /// A channel to the program.
    /// - Parameter service: The calling service; users' calls come through the gateway.
    func channel(as service: String) throws -> RPCChannel {
        try channels.withLock { channels in
            if let known = channels[service] { return known }
            let channel = try makeChannel(to: "todo", ports: [port], as: service)
            channels[service] = channel
            return channel
        }
    }

    /// A user who is signed in.
    func user() async throws -> TestPerson {
        let id = UUID()
        return TestPerson(
            id: id,
            list: Todo.TodoListClient(channel: try channel(as: "gateway")),
            token: try await authorities.token(of: id)
        )
    }
}

/// How something ended.
private enum Outcome {
    static func of(_ body: () async throws -> Void) async -> Result<Void, any Error> {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}
