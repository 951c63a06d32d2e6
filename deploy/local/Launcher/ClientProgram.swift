import Foundation
import LocalDeployment

/// The command-line client, run as a user would run it.
struct ClientProgram {
    let executable: URL
    let environment: [String: String]

    /// Runs a command with the terminal of the launcher.
    /// - Throws: `DeploymentError` when it does not succeed.
    func run(_ arguments: [String], input: String? = nil) async throws {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let pipe = Pipe()
        if input != nil { process.standardInput = pipe }
        let status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
                if let input { pipe.fileHandleForWriting.write(Data((input + "\n").utf8)) }
                try pipe.fileHandleForWriting.close()
            } catch {
                continuation.resume(throwing: error)
            }
        }
        guard status == 0 else {
            throw DeploymentError("The command larder \(arguments.prefix(2).joined(separator: " ")) failed.")
        }
    }
}
