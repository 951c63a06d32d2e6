import ArgumentParser
import Foundation
import LocalDeployment

/// Measures reads among the purchases of many users: `make bench-reads` and `make bench-money`.
@main
struct ReadsBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reads-benchmark",
        abstract:
            "Start a Larder with the purchases of many users, measure reads of them through the gateway, stop it.",
        subcommands: [PurchasesCommand.self, MoneyCommand.self]
    )
}

/// Where the deployment to measure keeps its data.
struct DeploymentOptions: ParsableArguments {
    @Option(help: "The folder that keeps the database between runs.")
    var data = ".larder/bench-reads"

    @Option(help: "The gateway's port.")
    var port = 8_043

    /// Runs `body` on a deployment that is healthy, and stops the deployment also when `body` throws.
    /// - Parameter body: Returns whether all targets are met.
    func measure(_ body: (LocalDeployment) async throws -> Bool) async throws {
        let executables = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        let folder = DeploymentFolder(
            data: URL(filePath: data),
            executables: executables,
            scripts: URL(filePath: "deploy/local")
        )
        try folder.create()
        let lock = try DeploymentLock(folder.lock)
        await folder.terminateOrphans()
        // All load comes from one address and few users.
        let unlimited = [
            "USER_PER_SECOND", "ADDRESS_PER_SECOND", "SIGN_IN_PER_SECOND", "REGISTRATION_PER_MINUTE",
        ].map {
            ("LARDER_LIMITS_\($0)", "0")
        }
        let deployment = LocalDeployment(
            folder: folder,
            ports: try Ports(gateway: port),
            settings: Dictionary(uniqueKeysWithValues: unlimited + [("LARDER_LIMITS_CALLS_PER_USER", "10000")])
        )
        let outcome: Result<Bool, any Error>
        do { outcome = .success(try await start(deployment, body)) } catch { outcome = .failure(error) }
        _ = await deployment.stopAll()
        try await deployment.stopDatabase()
        withExtendedLifetime(lock) {}
        if try !outcome.get() { throw ExitCode.failure }
    }

    private func start(
        _ deployment: LocalDeployment,
        _ body: (LocalDeployment) async throws -> Bool
    ) async throws -> Bool {
        try await deployment.prepare()
        try deployment.startAll()
        try await HealthWait(deployment: deployment).waitUntilHealthy(within: .seconds(60))
        return try await body(deployment)
    }
}

/// Writes a line about what is going on.
func say(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
