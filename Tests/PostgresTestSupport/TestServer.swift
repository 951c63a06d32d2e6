import Foundation
package import Postgres

/// A private PostgreSQL server in a temporary directory, which stops with this process.
package final class TestServer: Sendable {
    private let directory: String
    private let lifeline: Int32

    /// Creates a cluster and starts its server.
    package init() async throws {
        directory = try Self.makeDirectory()
        lifeline = try Self.startWatchdog(for: directory)
        try await start()
        // The data need not survive the machine, and dropping databases is slow with fsync.
        let pool = PostgresPool(configuration: try configuration(), logger: TestDatabase.quietLogger)
        try await pool.execute("ALTER SYSTEM SET fsync = off")
        try await pool.execute("SELECT pg_reload_conf()")
        await pool.close()
    }

    /// Starts the server again.
    package func start() async throws {
        _ = try await Shell.run(Shell.postgresScript, ["start", directory])
    }

    /// Stops the server; connections break.
    package func stop() async throws {
        _ = try await Shell.run(Shell.postgresScript, ["stop", directory])
    }

    /// Stops the server and removes its data, as the end of the process does.
    package func closeLifeline() { close(lifeline) }

    /// The superuser's configuration for `database`.
    package func configuration(database: String = "postgres") throws -> PostgresConfiguration {
        let socket = try String(contentsOfFile: directory + "/socket-path", encoding: .utf8)
        return PostgresConfiguration(
            host: socket.trimmingCharacters(in: .newlines),
            user: "postgres",
            database: database,
            applicationName: "larder-tests"
        )
    }

    private static func makeDirectory() throws -> String {
        let path = FileManager.default.temporaryDirectory.path + "/larder-test-\(UUID().uuidString.prefix(8))"
        // Readable by the server's user when the tests run as root.
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755]
        )
        return path
    }

    // The watchdog reads from a pipe whose other end only this process has. When the process ends for any reason, the
    // pipe closes and the watchdog stops the server. It has its own session, so that Ctrl-C does not end it first.
    private static func startWatchdog(for directory: String) throws -> Int32 {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0, ends.allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }) else {
            throw TestSupportError("can't make a pipe for the watchdog")
        }
        let watchdog = Process()
        watchdog.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
        watchdog.arguments = [
            "sh", "-c",
            """
            trap '' INT TERM HUP
            cat > /dev/null
            "$1" stop "$2"
            rm -rf "$2"
            """,
            "sh", Shell.postgresScript, directory,
        ]
        watchdog.standardInput = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        watchdog.standardOutput = FileHandle.nullDevice
        watchdog.standardError = FileHandle.nullDevice
        try watchdog.run()
        return ends[1]
    }
}

/// A failure of the test environment.
package struct TestSupportError: Error, CustomStringConvertible {
    /// What failed.
    package let description: String

    /// A failure described by `description`.
    package init(_ description: String) { self.description = description }
}
