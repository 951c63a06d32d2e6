import Foundation
import FoundationNetworking
import LocalDeployment
import Postgres
import PostgresTestSupport
import RPC
import Synchronization

/// One complete deployment for all end-to-end tests: real programs, database and certificates.
///
/// Tests run one after the other, since some kill programs; each restarts what it killed.
final class TestDeployment: Sendable {
    let local: LocalDeployment
    let channel: RPCChannel
    /// Only of ``proxied``.
    let proxies: DeploymentProxies?

    private static let task = Task { try await TestDeployment(settings: ["LARDER_TLS_WATCH_SECONDS": "1"]) }

    /// The deployment, started on first use.
    static var shared: TestDeployment {
        get async throws { try await task.value }
    }

    private static let productionTask = Task {
        try await TestDeployment(
            // One pass instead of two: fewer processors have more to do in tests than elsewhere.
            settings: ["LARDER_PASSWORDS_PASSES": "1"],
            isLimited: true
        )
    }

    /// Another one with the limits of production, which serves browsers over TLS.
    static var production: TestDeployment {
        get async throws { try await productionTask.value }
    }

    private static let replicatedTask = Task { try await replicated(running: Repository.executables) }

    /// Another one with two instances of each program.
    static var replicated: TestDeployment {
        get async throws { try await replicatedTask.value }
    }

    /// A further one with two instances of each program.
    /// - Parameter programs: the folder of the programs; see ``run(programsIn:)``.
    static func replicated(running programs: URL) async throws -> TestDeployment {
        try await TestDeployment(
            replicas: 2,
            settings: [
                "LARDER_LIMITS_USER_PER_SECOND": "0", "LARDER_LIMITS_CALLS_PER_USER": "10000",
                "LARDER_CONNECTIONS_RENEWAL_SECONDS": "1",
                // Files are read again only on a signal.
                "LARDER_TLS_WATCH_SECONDS": "86400",
            ],
            programs: programs
        )
    }

    /// A further one, whose database a test replaces; browsers' push services are of this network.
    static func replaceable() async throws -> TestDeployment {
        try await TestDeployment(settings: ["LARDER_PUSH_HOSTS": "localhost", "LARDER_PUSH_PRIVATE_ADDRESSES": "yes"])
    }

    private static let proxiedTask = Task {
        // Reading everything back after a long run of writes takes more calls in a second than a user has.
        try await TestDeployment(settings: ["LARDER_LIMITS_USER_PER_SECOND": "0"], isProxied: true)
    }

    /// Another one with fault proxies between its programs, and between them and the database.
    static var proxied: TestDeployment {
        get async throws { try await proxiedTask.value }
    }

    /// Starts a deployment.
    /// - Parameters:
    ///   - settings: further configuration of all programs.
    ///   - programs: the folder of the programs.
    ///   - isLimited: whether the programs have the limits of production.
    ///   - isProxied: whether there are fault proxies in between.
    private init(
        replicas: Int = 1,
        settings: [String: String] = [:],
        programs: URL = Repository.executables,
        isLimited: Bool = false,
        isProxied: Bool = false
    ) async throws {
        let data = URL.temporaryDirectory.appending(path: "larder-e2e-\(UUID().uuidString.prefix(8))")
        let folder = DeploymentFolder(
            data: data,
            executables: data.appending(path: "programs"),
            scripts: Repository.root.appending(path: "deploy/local")
        )
        try folder.create()
        try FileManager.default.createSymbolicLink(at: folder.executables, withDestinationURL: programs)
        try Watchdog.start(for: folder)
        let ports = try Ports.free(replicas: replicas)
        proxies = isProxied ? try await DeploymentProxies.start(for: ports, in: data.appending(path: "p")) : nil
        // The limits on sign-ins are for strangers on a network; here one address serves all.
        let unlimited = [
            "LARDER_LIMITS_ADDRESS_PER_SECOND": "0", "LARDER_LIMITS_SIGN_IN_PER_SECOND": "0",
            "LARDER_LIMITS_REGISTRATION_PER_MINUTE": "0",
            // One pass instead of two: its cost is tested elsewhere.
            "LARDER_PASSWORDS_PASSES": "1",
        ]
        let web = isLimited ? TestDeployment.webCertificate(folder) : [:]
        local = LocalDeployment(
            folder: folder,
            ports: ports,
            servesBrowsers: true,
            settings: (isLimited ? settings : unlimited.merging(settings) { $1 }).merging(web) { $1 },
            routes: proxies?.routes ?? DeploymentRoutes()
        )
        try await local.prepare()
        proxies?.connect(toDatabaseIn: local.superuserConfiguration().host)
        channel = try local.gatewayChannel()
        try local.startAll()
        try await waitUntilHealthy()
    }

    /// Has the gateway serve browsers over TLS.
    private static func webCertificate(_ folder: DeploymentFolder) -> [String: String] {
        [
            "LARDER_WEB_CERTIFICATE": folder.certificates.appending(path: "gateway.pem").path,
            "LARDER_WEB_KEY": folder.certificates.appending(path: "gateway-key.pem").path,
            "LARDER_WEB_HOSTS": "localhost",
        ]
    }

    /// Has what is started from now on run the programs of another folder.
    func run(programsIn programs: URL) throws {
        let new = local.folder.data.appending(path: "programs.new")
        try FileManager.default.createSymbolicLink(at: new, withDestinationURL: programs)
        guard rename(new.path, local.folder.executables.path) == 0 else { throw TimedOut() }
    }

    func waitUntilHealthy() async throws {
        try await HealthWait(deployment: local).waitUntilHealthy(within: .seconds(60))
    }

    /// Kills a program with SIGKILL, waits for its exit and starts it again.
    func killAndRestart(_ program: String) async throws {
        try await kill(program)
        try local.start(program)
    }

    /// The HTTP status of a program's readiness; nil when it does not listen.
    func readiness(of program: String) async throws -> Int? {
        guard let url = URL(string: "http://127.0.0.1:\(local.ports.metrics(of: program))/readyz") else { return nil }
        let (_, response) = try await URLSession.shared.data(from: url)
        return (response as? HTTPURLResponse)?.statusCode
    }

    /// Queries the database as its superuser.
    func query(_ statement: Statement) async throws -> [Row] {
        let pool = PostgresPool(configuration: local.superuserConfiguration(), logger: TestDatabase.quietLogger)
        do {
            let rows = try await pool.query(statement)
            await pool.close()
            return rows
        } catch {
            await pool.close()
            throw error
        }
    }

    /// Ends the database; when it is killed, all its processes.
    func stopDatabase(by end: DatabaseEnd) async throws {
        let server = try endDatabase(by: end)
        // Its children end only when they notice: until then they go on with what they were asked.
        _ = try await eventually { isAnyProcess(in: server.folder.path) ? nil : true }
    }

    /// Begins to end the database.
    @discardableResult
    func endDatabase(by end: DatabaseEnd) throws -> DatabaseServer {
        guard let server = local.database else { throw TimedOut() }
        Glibc.kill(server.identifier, end.signal)
        return server
    }

    /// Whether a process works in a folder, as all of a database server do in that of its data.
    private func isAnyProcess(in folder: String) -> Bool {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.contains { process in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/cwd")) == folder
        }
    }

    /// Kills a program with SIGKILL and waits for its exit.
    func kill(_ program: String) async throws {
        let process = local.process(program)
        process?.signal(SIGKILL)
        _ = await process?.waitForExit()
    }
}

/// A way in which a database server ends.
enum DatabaseEnd: CaseIterable {
    /// Transactions that run are rolled back.
    case fastShutdown
    /// Nothing is cleaned up: the next start recovers.
    case immediateShutdown
    /// As by the system when memory is short.
    case kill

    /// What its first process is sent, as PostgreSQL defines it.
    var signal: Int32 {
        switch self {
        case .fastShutdown: SIGINT
        case .immediateShutdown: SIGQUIT
        case .kill: SIGKILL
        }
    }
}

/// The locations of the repository and its built programs.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
    /// The programs are built beside the tests.
    static let executables = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    static let sampleReceipt = root.appending(path: "deploy/sample/receipt.jpg")
}

/// Stops the deployment's programs however the tests end, also with `kill -9`.
///
/// It waits for the end of a pipe that only the tests hold open.
enum Watchdog {
    static func start(for folder: DeploymentFolder) throws {
        let pipe = Pipe()
        // Children must not hold the pipe open.
        _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        let watchdog = Process()
        watchdog.executableURL = URL(filePath: "/usr/bin/setsid")
        watchdog.arguments = [
            "bash", "-c",
            """
            trap '' INT TERM HUP
            cat >/dev/null
            for entry in "$1"/processes/*; do
                pid=${entry##*/}
                [ "$(readlink "/proc/$pid/exe")" = "$(cat "$entry")" ] && kill -9 "$pid"
            done
            bash "$2/postgres.sh" stop "$1/postgres"
            rm -rf "$1"
            """,
            "bash", folder.data.path, folder.scripts.path,
        ]
        watchdog.standardInput = pipe.fileHandleForReading
        watchdog.standardOutput = FileHandle.nullDevice
        watchdog.standardError = FileHandle.nullDevice
        try watchdog.run()
        lifelines.withLock { $0.append(pipe) }
    }

    /// Open until this process exits.
    private static let lifelines = Mutex<[Pipe]>([])
}
