import ArgumentParser
import BudgetMessages
import Foundation
import LocalDeployment
import RPC

/// Measures how fast a purchase is read through gateway and budget, beside PostgreSQL alone.
struct PurchasesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "purchases",
        abstract: "How fast a purchase of 15 items is read through gateway and budget, beside pgbench."
    )

    @OptionGroup var deployment: DeploymentOptions

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
        try await deployment.measure(measure)
    }

    /// - Returns: Whether all targets are met.
    private func measure(_ deployment: LocalDeployment) async throws -> Bool {
        let channel = try deployment.gatewayChannel()
        defer { channel.close() }
        let data = PurchaseData(configuration: deployment.superuserConfiguration())
        try await data.load(users: users)
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
}

/// How many reads are under way at once.
enum Concurrency {
    static let all = [1, 16, 64]
}
