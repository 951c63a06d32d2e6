import ArgumentParser
import BudgetMessages
import Foundation
import LocalDeployment
import RPC

/// Measures how fast a purchase is read through gateway and budget, beside PostgreSQL alone.
@main
struct ReadsBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reads-benchmark",
        abstract: "How fast a purchase of 15 items is read through gateway and budget, beside pgbench."
    )

    @Option(help: "The folder that keeps the database between runs.")
    var data = ".larder/bench-reads"

    @Option(help: "The gateway's port.")
    var port = 8_043

    @Option(help: "How many other users there are; each has ten purchases.")
    var users = 100_000

    @Option(help: "Measured seconds of a run.")
    var seconds = 5

    @Option(help: "Rounds, of which the medians count.")
    var rounds = 3

    func validate() throws {
        guard (1...1_000_000).contains(users) else { throw ValidationError("--users must be from 1 to 1000000.") }
        guard (1...600).contains(seconds) else { throw ValidationError("--seconds must be from 1 to 600.") }
        guard (1...99).contains(rounds) else { throw ValidationError("--rounds must be from 1 to 99.") }
    }

    func run() async throws {
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
        do { outcome = .success(try await measure(deployment)) } catch { outcome = .failure(error) }
        _ = await deployment.stopAll()
        try await deployment.stopDatabase()
        withExtendedLifetime(lock) {}
        if try !outcome.get() { throw ExitCode.failure }
    }

    /// - Returns: Whether all targets are met.
    private func measure(_ deployment: LocalDeployment) async throws -> Bool {
        try await deployment.prepare()
        try deployment.startAll()
        try await HealthWait(deployment: deployment).waitUntilHealthy(within: .seconds(60))
        let channel = try deployment.gatewayChannel()
        defer { channel.close() }
        let data = PurchaseData(configuration: deployment.superuserConfiguration())
        try await data.load(users: users, say: say)
        var readers: [Reader] = []
        for _ in 0..<Reader.count { readers.append(try await Reader.signUp(at: deployment, on: channel)) }
        // As ocr, which alone records purchases of receipts.
        let budget = try deployment.channel(to: "budget", as: "ocr")
        defer { budget.close() }
        try await data.addReaders(readers, recordedBy: Budget.PurchasesClient(channel: budget))

        let pgbench = Pgbench(configuration: deployment.superuserConfiguration(), seconds: seconds)
        let calls = CallLoad(channel: channel, readers: readers, duration: .seconds(seconds))
        var report = ReadsReport()
        for round in 1...rounds {
            for concurrency in Concurrency.all {
                say("round \(round) of \(rounds), \(concurrency) in flight")
                report.add(try await pgbench.run(concurrency), .pgbench, concurrency)
                report.add(try await calls.run(concurrency), .larder, concurrency)
            }
        }
        print(report.table)
        return report.isEveryTargetMet
    }

    private func say(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}

/// How many reads are under way at once.
enum Concurrency {
    static let all = [1, 16, 64]
}
