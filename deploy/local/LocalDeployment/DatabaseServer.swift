package import Foundation

/// A database server that was started, and its end.
///
/// It is no child of this process: it goes on when the process that started it ends.
package final class DatabaseServer: Sendable {
    /// How often it is looked for: an end is noticed this late.
    private static let interval = Duration.milliseconds(200)

    /// The operating system's number of its first process.
    package let identifier: Int32
    /// The folder of its data, in which all its processes work.
    package let folder: URL

    /// Finds the server with a process number.
    /// - Throws: ``DeploymentError`` when there is no such process.
    init(identifier: Int32) throws {
        guard let folder = DatabaseServer.workingFolder(of: identifier) else {
            throw DeploymentError("The database server has ended.")
        }
        self.identifier = identifier
        self.folder = URL(filePath: folder)
    }

    /// Whether it runs; its number may belong to another process by now.
    package var isRunning: Bool { DatabaseServer.workingFolder(of: identifier) == folder.path }

    /// Waits for its end.
    /// - Throws: `CancellationError` when the task is cancelled.
    package func waitForEnd() async throws {
        while isRunning { try await Task.sleep(for: DatabaseServer.interval) }
    }

    private static func workingFolder(of process: Int32) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/cwd")
    }
}
