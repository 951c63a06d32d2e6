import Foundation
import ServiceManifest

extension LocalDeployment {
    /// Makes an account an administrator, in the database that runs on this deployment's data.
    /// - Returns: What was done, as a sentence.
    /// - Throws: ``DeploymentError`` with the reason when that fails.
    package func makeAdministrator(_ username: String) async throws -> String {
        guard FileManager.default.fileExists(atPath: folder.postgres.path) else {
            throw DeploymentError("There is no Larder in \(folder.data.path).")
        }
        try await findDatabase()
        return try await runHostCommand(of: "auth", ["administrator", username])
    }

    package func runHostCommand(of program: String, _ arguments: [String]) async throws -> String {
        let service = PlatformService.named(program)
        let log = FileManager.default.temporaryDirectory.appending(path: "larder-command-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: log) }
        let process = try ServiceProcess.start(
            name: "\(program)-command",
            executable: folder.executables.appending(path: service?.executable ?? program),
            arguments: arguments,
            environment: try environment(of: ProgramInstance(program, number: 1)),
            log: log
        )
        let status = await process.waitForExit()
        guard status == 0 else { throw DeploymentError(process.lastLogLines(1)) }
        return process.lastLogLines(1)
    }
}
