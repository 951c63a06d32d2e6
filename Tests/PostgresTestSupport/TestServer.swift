import Dispatch
package import Foundation
package import Postgres

/// A private PostgreSQL server in a temporary directory, which ends with the process that made it.
package final class TestServer: Sendable {
    private let directory: String

    /// Makes a cluster and starts its server.
    package init() async throws {
        directory = try Self.makeDirectory()
        try Self.startWatchdog(for: directory)
        try await start()
    }

    /// Starts the server again.
    package func start() async throws {
        _ = try await Shell.run(Shell.postgresScript, ["start", directory])
    }

    /// Stops the server; connections break.
    package func stop() async throws {
        _ = try await Shell.run(Shell.postgresScript, ["stop", directory])
    }

    /// How the superuser connects to `database`.
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
        // Readable by the user that the server runs as when the tests run as root.
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755]
        )
        return path
    }

    // The watchdog reads from a pipe whose other end only this process has. However the process ends, the pipe ends with
    // it, and the watchdog stops the server. It has its own session, so that Ctrl-C doesn't end it first.
    private static func startWatchdog(for directory: String) throws {
        var ends: [Int32] = [0, 0]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw TestSupportError("can't make a pipe for the watchdog") }
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
        // ends[1] stays open for the life of the process.
    }
}

/// A failure of the tests' surroundings.
package struct TestSupportError: Error, CustomStringConvertible {
    /// What failed.
    package let description: String

    /// A failure described by `description`.
    package init(_ description: String) { self.description = description }
}
