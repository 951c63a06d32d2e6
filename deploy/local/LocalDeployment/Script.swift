import Foundation

/// Runs a script and gives what it printed.
enum Script {
    /// - Throws: ``DeploymentError`` with the last line of the script's error output.
    static func run(_ script: URL, _ arguments: [String]) async throws -> String {
        guard FileManager.default.fileExists(atPath: script.path) else {
            throw DeploymentError("The script \(script.path) is missing.")
        }
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = [script.path] + arguments
        process.standardInput = FileHandle.nullDevice
        let folder = FileManager.default.temporaryDirectory
        let output = folder.appending(path: "larder-script-\(UUID().uuidString)")
        // Files in place of pipes: a server that the script leaves running would keep a pipe open.
        for suffix in ["out", "err"] {
            _ = FileManager.default.createFile(atPath: output.path + suffix, contents: nil)
        }
        defer { ["out", "err"].forEach { try? FileManager.default.removeItem(atPath: output.path + $0) } }
        process.standardOutput = FileHandle(forWritingAtPath: output.path + "out")
        process.standardError = FileHandle(forWritingAtPath: output.path + "err")
        let status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        guard status == 0 else {
            let complaint = (try? String(contentsOfFile: output.path + "err", encoding: .utf8)) ?? ""
            let last = complaint.split(separator: "\n").last.map(String.init)
            throw DeploymentError(last ?? "\(script.lastPathComponent) failed with status \(status).")
        }
        return try String(contentsOfFile: output.path + "out", encoding: .utf8)
    }
}
