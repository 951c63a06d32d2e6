package import Foundation

/// Keeps the logs of a deployment small: what a program or the database appends to beyond a limit becomes the former log, of
/// which there is one each.
package struct LogRotation: Sendable {
    /// How often sizes are looked at.
    private static let interval: Duration = .seconds(60)

    private let folder: URL
    private let limit: Int

    /// Rotates the logs in a folder.
    /// - Parameter limit: The bytes from which on a log is rotated.
    package init(_ folder: URL, limit: Int = 32 << 20) {
        self.folder = folder
        self.limit = limit
    }

    /// Rotates what is too large, every minute until the task is cancelled.
    /// - Parameter report: Gets a sentence for the user about each log.
    package func run(report: @Sendable (String) -> Void) async {
        while (try? await Task.sleep(for: Self.interval)) != nil { rotate().forEach(report) }
    }

    /// Rotates what is too large. Programs go on writing to the same file, for which they need to append to it.
    ///
    /// What is written between copying and emptying a log is lost: the alternative would be to end the program.
    /// - Returns: A sentence for each log that was rotated, and for each that could not be.
    func rotate() -> [String] {
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.fileSizeKey])
        return (files ?? []).sorted { $0.path < $1.path }.compactMap { log in
            let size = (try? log.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0
            guard log.pathExtension == "log", size > limit else { return nil }
            do {
                try rotate(log)
                return
                    "\(log.lastPathComponent) had \(size >> 20) MiB; it goes on anew, and \(Self.former(log).lastPathComponent) has what it had."
            } catch {
                return "\(log.relativePath) has \(size >> 20) MiB and can't be rotated: \(error.localizedDescription)"
            }
        }
    }

    /// Where a log is kept after it was rotated.
    static func former(_ log: URL) -> URL { log.appendingPathExtension("1") }

    private func rotate(_ log: URL) throws {
        let (former, files) = (Self.former(log), FileManager.default)
        if files.fileExists(atPath: former.path) { try files.removeItem(at: former) }
        do {
            try files.copyItem(at: log, to: former)
        } catch {
            // The disk is full: the oldest goes, which is the copy.
            try? files.removeItem(at: former)
        }
        let file = try FileHandle(forWritingTo: log)
        defer { try? file.close() }
        try file.truncate(atOffset: 0)
    }
}
