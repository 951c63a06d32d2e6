import Foundation
import LocalDeployment
import RPC
import Synchronization

/// One complete deployment for all end-to-end tests: real programs, database and certificates.
///
/// Tests run one after the other, since some kill programs; each restarts what it killed.
final class TestDeployment: Sendable {
    let local: LocalDeployment
    let channel: RPCChannel

    private static let task = Task { try await TestDeployment(settings: ["LARDER_TLS_WATCH_SECONDS": "1"]) }

    /// The deployment, started on first use.
    static var shared: TestDeployment {
        get async throws { try await task.value }
    }

    private static let replicatedTask = Task {
        try await TestDeployment(
            replicas: 2,
            settings: [
                "LARDER_LIMITS_USER_PER_SECOND": "0", "LARDER_LIMITS_CALLS_PER_USER": "10000",
                "LARDER_CONNECTIONS_RENEWAL_SECONDS": "1",
                // Files are read again only on a signal.
                "LARDER_TLS_WATCH_SECONDS": "86400",
            ]
        )
    }

    /// Another one with two instances of each program.
    static var replicated: TestDeployment {
        get async throws { try await replicatedTask.value }
    }

    /// Starts a deployment.
    /// - Parameter settings: further configuration of all programs.
    private init(replicas: Int = 1, settings: [String: String] = [:]) async throws {
        let data = URL.temporaryDirectory.appending(path: "larder-e2e-\(UUID().uuidString.prefix(8))")
        let folder = DeploymentFolder(
            data: data,
            executables: Repository.executables,
            scripts: Repository.root.appending(path: "deploy/local")
        )
        try folder.create()
        try Watchdog.start(for: folder)
        // The limits on sign-ins are for strangers on a network; here one address serves all.
        local = LocalDeployment(
            folder: folder,
            ports: try Ports.free(replicas: replicas),
            settings: [
                "LARDER_LIMITS_ADDRESS_PER_SECOND": "0", "LARDER_LIMITS_SIGN_IN_PER_SECOND": "0",
                // One pass instead of three: hashing is slow in debug builds, and its cost is tested elsewhere.
                "LARDER_PASSWORDS_PARALLELISM": "1",
            ].merging(settings) { $1 }
        )
        try await local.prepare()
        channel = try local.gatewayChannel()
        try local.startAll()
        try await waitUntilHealthy()
    }

    func waitUntilHealthy() async throws {
        try await HealthWait(deployment: local).waitUntilHealthy(within: .seconds(60))
    }

    /// Kills a program with SIGKILL, waits for its exit and starts it again.
    func killAndRestart(_ program: String) async throws {
        try await kill(program)
        try local.start(program)
    }

    /// Kills a program with SIGKILL and waits for its exit.
    func kill(_ program: String) async throws {
        let process = local.process(program)
        process?.signal(SIGKILL)
        _ = await process?.waitForExit()
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
