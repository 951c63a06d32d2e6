import Foundation

extension LocalDeployment {
    /// Longest time that an instance may take to end: more than programs take for running calls unless given.
    private static let stopLimit = Duration.seconds(20)

    /// Asks an instance to stop, waits until it has served its running calls and ended, and starts it again.
    /// - Throws: ``DeploymentError`` when it does not run, or did not end with status 0; it is started again then too.
    @discardableResult
    package func restart(_ instance: ProgramInstance) async throws -> ServiceProcess {
        guard let process = process(instance), process.exitStatus == nil else {
            throw DeploymentError("\(instance) does not run.")
        }
        process.signal(SIGTERM)
        let status = await process.waitForExit(killedAfter: LocalDeployment.stopLimit)
        let why = process.lastLogLines(1)
        let new = try start(instance)
        guard status == 0 else {
            throw DeploymentError("\(instance) did not stop cleanly, it \(process.end): \(why)")
        }
        return new
    }

    /// Migrates the schemas of programs and restarts their instances one after the other, each only once all others serve.
    /// With two or more instances of each no call fails for it.
    /// - Parameters:
    ///   - programs: In this order; all of them in ``replacementOrder`` unless given.
    ///   - restarted: Gets each instance once it has been started again.
    /// - Throws: ``DeploymentError`` when an instance does not stop cleanly or does not serve in time; what follows it goes
    ///   on as it was.
    package func restartInTurn(
        _ programs: [String] = LocalDeployment.replacementOrder,
        restarted: (ProgramInstance) -> Void = { _ in }
    ) async throws {
        let health = HealthWait(deployment: self)
        try await health.waitUntilHealthy(within: .seconds(60))
        // The programs may have been built anew; those that run go on with the schema of the next release.
        try await migrate(programs)
        for instance in programs.flatMap(instances(of:)) {
            try await restart(instance)
            restarted(instance)
            try await health.waitUntilHealthy(within: .seconds(60))
        }
    }

    /// Creates new certificates of the same authority and has all instances of the programs load them at once, by SIGHUP.
    /// - Throws: ``DeploymentError`` when a certificate cannot be made.
    package func renewCertificates(of programs: [String] = LocalDeployment.programs) async throws {
        try await makeCertificates(renewing: programs)
        for instance in programs.flatMap(instances(of:)) { process(instance)?.signal(SIGHUP) }
    }
}
