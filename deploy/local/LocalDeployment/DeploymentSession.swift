import Foundation

/// A deployment that this process runs alone: it holds the lock of the data until it is shut down.
package struct DeploymentSession: Sendable {
    /// The deployment that it runs.
    package let deployment: LocalDeployment
    private let lock: DeploymentLock
    private let report: @Sendable (String) -> Void

    /// Takes the lock and terminates programs that an earlier run on the data left behind; nothing is started.
    /// - Parameters:
    ///   - port: The gateway's; the services take those above it.
    ///   - settings: Further configuration as `LARDER_…` environment variables.
    ///   - report: Gets a sentence for the user about each step.
    /// - Throws: ``DeploymentError`` when another process runs on the data, or a port is taken.
    package init(
        folder: DeploymentFolder,
        port: Int,
        replicas: Int,
        usesModels: Bool = true,
        trustDomain: String,
        settings: [String: String] = [:],
        report: @escaping @Sendable (String) -> Void
    ) async throws {
        try folder.create()
        lock = try DeploymentLock(folder.lock)
        await folder.terminateOrphans()
        deployment = LocalDeployment(
            folder: folder,
            ports: try Ports(gateway: port, replicas: replicas),
            trustDomain: trustDomain,
            usesModels: usesModels,
            servesBrowsers: true,
            settings: settings
        )
        self.report = report
    }

    /// Starts the database and all programs, and waits until they are healthy.
    /// - Parameter isStopping: Asked in between; once it is true, nothing more is started or waited for.
    /// - Returns: The time from the start of the programs until all were healthy.
    package func start(unless isStopping: () -> Bool = { false }) async throws -> Duration {
        report("Starting the database …")
        try await deployment.prepare()
        if isStopping() { return .zero }
        let backends = LocalDeployment.programs.dropFirst().joined(separator: ", ")
        report("Starting \(backends) and the \(LocalDeployment.programs[0]) …")
        let begin = ContinuousClock.now
        try deployment.startAll()
        try await HealthWait(deployment: deployment).waitUntilHealthy(within: .seconds(60), unless: isStopping)
        let time = ContinuousClock.now - begin
        if isStopping() { return time }
        let seconds = time.formatted(.units(allowed: [.seconds], fractionalPart: .show(length: 1)))
        report("All services are healthy after \(seconds).")
        return time
    }

    /// Stops all programs and the database.
    /// - Returns: Names of the instances that did not stop cleanly.
    package func shutDown() async -> [String] {
        report("\nStopping …")
        let failed = await deployment.stopAll()
        for name in failed {
            report("\(name) did not stop cleanly; its log is in \(deployment.folder.logs.relativePath).")
        }
        do { try await deployment.stopDatabase() } catch { report("\(error)") }
        report("Stopped.")
        return failed
    }
}
