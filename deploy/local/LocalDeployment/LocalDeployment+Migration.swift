import Foundation
import ServiceManifest

extension LocalDeployment {
    /// Brings the schemas of programs up to date, each by a run of its program with the password of the schema's owner.
    /// - Parameter programs: All of them unless given; those without a schema are left out.
    /// - Throws: ``DeploymentError`` with the reason when one fails.
    package func migrate(_ programs: [String] = LocalDeployment.programs) async throws {
        let services = PlatformService.all.filter { $0.hasSchema && programs.contains($0.name) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for service in services { group.addTask { try await self.migrate(service) } }
            try await group.waitForAll()
        }
    }

    private func migrate(_ service: PlatformService) async throws {
        let process = try ServiceProcess.start(
            name: "\(service.name)-migration",
            executable: folder.executables.appending(path: service.executable),
            arguments: ["migrate"],
            environment: try migrationEnvironment(of: service.name),
            log: folder.logs.appending(path: "\(service.name)-migration.log")
        )
        let status = await process.waitForExit()
        guard status == 0 else {
            throw DeploymentError("The schema of \(service.name) cannot be migrated: \(process.lastLogLines(1))")
        }
    }
}
