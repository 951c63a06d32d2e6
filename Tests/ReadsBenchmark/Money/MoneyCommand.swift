import ArgumentParser
import BudgetMessages
import Foundation
import LocalDeployment
import RPC

/// Measures what is read and worked out of ledgers, with a tenth of the users and with all.
struct MoneyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "money",
        abstract: "How fast logs, goals, analytics and prices of one user are among the purchases of many."
    )

    @OptionGroup var deployment: DeploymentOptions

    @Option(help: "How many other users there are at last; each has ten purchases of 15 items.")
    var users = 100_000

    @Option(help: "Seconds for which calls are made at a steady rate.")
    var seconds = 10

    @Option(help: "How many purchases the user has whose year is worked out.")
    var purchases = 1_000

    /// How many prices at stores there are for each user, and how many things offers are looked for.
    private static let pricesOfUser = 10
    private static let products = 60

    func validate() throws {
        guard (10...1_000_000).contains(users) else { throw ValidationError("--users must be from 10 to 1000000.") }
        guard (1...600).contains(seconds) else { throw ValidationError("--seconds must be from 1 to 600.") }
        guard (10...10_000).contains(purchases) else {
            throw ValidationError("--purchases must be from 10 to 10000.")
        }
    }

    func run() async throws {
        try await deployment.measure(measure)
    }

    /// - Returns: Whether all targets are met.
    private func measure(_ deployment: LocalDeployment) async throws -> Bool {
        let channel = try deployment.gatewayChannel()
        defer { channel.close() }
        // As ocr, which alone records purchases of receipts.
        let ocr = try deployment.channel(to: "budget", as: "ocr")
        defer { ocr.close() }
        let data = PurchaseData(configuration: deployment.superuserConfiguration())
        var report = MoneyReport()
        let stages = [users / 10, users]
        for users in stages {
            try await data.load(users: users)
            let products = try await StorePriceData(database: data)
                .load(prices: users * Self.pricesOfUser, products: Self.products)
            say("measuring among \(users) users")
            let figures = MoneyFigures(
                deployment: deployment,
                channel: channel,
                recorder: Budget.PurchasesClient(channel: ocr),
                seconds: seconds,
                purchases: purchases,
                products: products
            )
            try await figures.measure(&report)
        }
        print(report.table(stages: stages))
        return report.isEveryTargetMet
    }
}
