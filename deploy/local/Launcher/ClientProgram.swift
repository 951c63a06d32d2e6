import Foundation
import LocalDeployment

/// The command-line client, run as a user would run it.
struct ClientProgram {
    /// The exit status of a command for which somebody must be signed in, and nobody is.
    private static let unauthenticated: Int32 = 77

    let executable: URL
    let environment: [String: String]

    /// Runs a command with the terminal of the launcher.
    /// - Throws: `DeploymentError` when it does not succeed.
    func run(_ arguments: [String], input: String? = nil) async throws {
        guard try await start(arguments, input: input) == 0 else { throw ClientProgram.failure(of: arguments) }
    }

    /// Runs a command that prints nothing, and little when it fails.
    /// - Throws: `DeploymentError` with its message when it does not succeed.
    func runSilently(_ arguments: [String], input: String) async throws {
        let (output, errors) = (Pipe(), Pipe())
        guard try await start(arguments, input: input, output: output, errors: errors) != 0 else { return }
        throw ClientProgram.failure(of: arguments, errors)
    }

    /// The name of the user who is signed in for the gateway; nil when nobody is.
    /// - Throws: `DeploymentError` when that cannot be determined.
    func signedInUser() async throws -> String? {
        let arguments = ["account", "--json"]
        let (output, errors) = (Pipe(), Pipe())
        let status = try await start(arguments, output: output, errors: errors)
        if status == ClientProgram.unauthenticated { return nil }
        guard status == 0 else { throw ClientProgram.failure(of: arguments, errors) }
        let document = try output.fileHandleForReading.readToEnd() ?? Data()
        return try JSONDecoder().decode(Account.self, from: document).username
    }

    private struct Account: Decodable {
        var username: String
    }

    /// Runs a command to its end.
    /// - Parameters:
    ///   - output: gets what it prints, which must be little; nil for the launcher's terminal.
    ///   - errors: gets its messages.
    /// - Returns: The exit status.
    private func start(
        _ arguments: [String],
        input: String? = nil,
        output: Pipe? = nil,
        errors: Pipe? = nil
    ) async throws -> Int32 {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let pipe = Pipe()
        if input != nil { process.standardInput = pipe }
        if let output { process.standardOutput = output }
        if let errors { process.standardError = errors }
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { return continuation.resume(throwing: error) }
            // A command that has ended already does not read it, and says itself what went wrong.
            if let input { try? pipe.fileHandleForWriting.write(contentsOf: Data((input + "\n").utf8)) }
            try? pipe.fileHandleForWriting.close()
        }
    }

    private static func failure(of arguments: [String], _ errors: Pipe) -> DeploymentError {
        let text = (try? errors.fileHandleForReading.readToEnd()).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return DeploymentError("\(failure(of: arguments)) \(text)")
    }

    private static func failure(of arguments: [String]) -> DeploymentError {
        DeploymentError("The command larder \(arguments.prefix(2).joined(separator: " ")) failed.")
    }
}
