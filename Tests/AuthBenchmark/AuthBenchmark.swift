import ArgumentParser
import Foundation
import LocalDeployment
import RPC

/// Measures sign-ins, profiles, tokens and notices with many accounts in the database, on real programs of its own.
@main
struct AuthBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "auth-benchmark",
        abstract: "Sign-ins, profiles, tokens and notices, with many accounts in the database."
    )

    @Option(help: "The folder for the database; it must not be there.")
    var data = ".larder/bench-auth"

    @Option(help: "The gateway's port.")
    var port = 8_243

    @Option(help: "How many accounts there are.")
    var accounts = 200_000

    @Option(help: "Measured seconds of a part.")
    var seconds = 60

    @Option(help: "How many notices come at once.")
    var notices = 20_000

    func validate() throws {
        guard (1_000...1_000_000).contains(accounts) else {
            throw ValidationError("--accounts must be from 1000 to 1000000.")
        }
        guard (1...3_600).contains(seconds) else { throw ValidationError("--seconds must be from 1 to 3600.") }
        guard (1...accounts).contains(notices) else { throw ValidationError("--notices must be at most --accounts.") }
        guard !FileManager.default.fileExists(atPath: data) else {
            throw ValidationError("\(data) is there already; remove it first.")
        }
    }

    func run() async throws {
        let folder = DeploymentFolder(
            data: URL(filePath: data),
            executables: URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent(),
            scripts: URL(filePath: "deploy/local")
        )
        try folder.create()
        let lock = try DeploymentLock(folder.lock)
        // All load comes from one address and few users.
        let unlimited = ["USER_PER_SECOND", "ADDRESS_PER_SECOND", "SIGN_IN_PER_SECOND", "REGISTRATION_PER_MINUTE"].map {
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
        let clients = try BenchmarkClients(deployment)
        defer { clients.close() }
        let database = BenchmarkDatabase(configuration: deployment.superuserConfiguration())
        let data = AccountData(deployment: deployment, database: database)
        say("loading \(accounts) accounts")
        let people = try await data.load(accounts, through: clients)
        let users = try await SignedInUser.some(of: people, on: clients.gateway)
        var report = AuthReport()

        let mix = CallMix(people: people, users: users, clients: clients)
        say("look-ups and profiles for \(seconds) seconds")
        report.reads = try await SteadyCalls(kinds: mix.reads, duration: .seconds(seconds)).run()
        say("registrations and sign-ins beside them for \(seconds) seconds")
        let time = try PasswordTime(deployment)
        report.all = try await SteadyCalls(kinds: mix.reads + mix.passwords, duration: .seconds(seconds)).run()
        report.passwords = try time.spent()
        say("tokens")
        report.tokens = try await TokenVerification(users: users, clients: clients).run()
        say("\(notices) notices at once")
        report.notices = try await NoticeFlood(people: people, users: users, clients: clients, database: database)
            .run(notices)
        print(report.text)
        return report.isEveryTargetMet
    }

    private func say(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}

/// Why something could not be measured.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
