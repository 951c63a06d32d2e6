import AuthMessages
import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import LocalDeployment
import NotificationsMessages
import OCRMessages
import PostgresTestSupport
import RPC
import Testing

/// A deployment with the limits of production, its innocent user, and accounts for attackers.
struct AttackedDeployment: Sendable {
    let deployment: TestDeployment
    let innocent: TestUser
    /// Accounts of attackers, each with a long purchase that was changed often.
    let accounts: [TestUser]
    let purchases: [String]
    /// The memory before the first attack, so that growth can't creep up from one to the next.
    private let memory: ProgramMemory

    /// What innocents see: how long nine of ten calls of each kind take at most.
    struct Figures: Sendable {
        let percentiles: [String: Duration]
        let failures: [String: Int]

        init(_ outcome: SteadyLoad.Outcome) {
            percentiles = outcome.durations.mapValues { $0.sorted()[($0.count * 9 + 9) / 10 - 1] }
            failures = outcome.failures
        }

        /// A difference of latency that nobody notices, and that a busy processor alone makes.
        static let unnoticed = Duration.milliseconds(20)

        /// How many times as long calls take as before, by kind; 1 when the difference is ``unnoticed``.
        func factors(over before: Figures) -> [String: Double] {
            percentiles.reduce(into: [:]) { factors, entry in
                guard let quiet = before.percentiles[entry.key] else { return }
                factors[entry.key] = entry.value - quiet <= Figures.unnoticed ? 1 : entry.value / quiet
            }
        }
    }

    /// Accounts of attackers.
    private static let accountCount = 16
    private static let changes = 10

    private static let task = Task {
        let deployment = try await TestDeployment.production
        let innocent = try await user(of: deployment)
        var accounts: [TestUser] = []
        var purchases: [String] = []
        for _ in 0..<accountCount {
            let account = try await user(of: deployment)
            accounts.append(account)
            purchases.append(try await longPurchase(of: account))
        }
        // Once unmeasured, so that everything is there that is made on first use.
        _ = try await measure(calls(of: innocent))
        return AttackedDeployment(
            deployment: deployment,
            innocent: innocent,
            accounts: accounts,
            purchases: purchases,
            memory: try ProgramMemory.measure(deployment)
        )
    }

    static var shared: AttackedDeployment {
        get async throws { try await task.value }
    }

    // MARK: Attacks

    /// Runs an attack while innocents are measured.
    ///
    /// No innocent is rejected, calls take at most three times as long as right before, and a minute later the programs use no
    /// more than a fifth more memory than before the first attack.
    /// - Parameters:
    ///   - calls: What innocents do; nil for the usual.
    ///   - expectation: What the attack has done by the end of the measurement.
    ///   - attack: Sets it up; what it has then goes on.
    func withstand(
        _ name: String,
        calls own: [SteadyLoad.Call]? = nil,
        rate: Int = 42,
        doing expectation: Attack.Expectation,
        _ attack: (Attack) async throws -> Void
    ) async throws {
        let calls = try own ?? AttackedDeployment.calls(of: innocent)
        // Right before each attack, so that both are measured beside the same other work of the machine.
        let quiet = try await AttackedDeployment.measure(calls, rate: rate)
        let scene = Attack(on: deployment)
        let figures: Figures
        do {
            try await attack(scene)
            figures = try await AttackedDeployment.measure(calls, rate: rate)
        } catch {
            await scene.end()
            throw error
        }
        let during = try ProgramMemory.measure(deployment)
        let deeds = await scene.deeds()
        await scene.end()
        expectation.check(deeds)
        let factors = figures.factors(over: quiet)
        #expect(figures.failures == [:])
        for (kind, factor) in factors { #expect(factor <= 3, "\(kind) takes longer") }
        let start = ContinuousClock.now
        let grown = try await memoryIsBack()
        #expect(grown == [:], "the programs keep memory")
        let slowest = factors.max { $0.value < $1.value }
        print(
            "attack | \(name) | rejected: \(figures.failures.values.reduce(0, +)) | slowest: \(slowest?.key ?? "")",
            "× \(rounded(slowest?.value ?? 0)) | connections: \(deeds.connections), calls: \(deeds.calls),",
            "ended: \(deeds.statuses) | during: \(during.largestGrowth(since: memory)) | back after",
            "\((ContinuousClock.now - start).components.seconds) s"
        )
    }

    /// Waits until the programs have given back what the attack took.
    /// - Returns: Those that have not after a minute.
    private func memoryIsBack() async throws -> [String: Double] {
        let begin = ContinuousClock.now
        var grown: [String: Double] = [:]
        for turn in 1...600 {
            grown = try ProgramMemory.measure(deployment).grown(since: memory)
            if grown.isEmpty { break }
            // Not at once, since a busy processor would hold up the programs.
            try await ContinuousClock().sleep(until: begin + .milliseconds(100) * turn)
        }
        return grown
    }

    private func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    // MARK: Innocents

    /// Six seconds of calls.
    private static func measure(_ calls: [SteadyLoad.Call], rate: Int = 42) async throws -> Figures {
        Figures(await SteadyLoad(rate: rate, limit: max(rate * 6, 12), calls: calls).run())
    }

    /// Calls of every service, and somebody who connects anew.
    static func calls(of user: TestUser) throws -> [SteadyLoad.Call] {
        let deployment = user.deployment
        let accounts = Auth.AccountsClient(channel: user.channel)
        let photo = Array(
            try Data(contentsOf: Repository.root.appending(path: "Tests/OCRServiceTests/Photos/blank.png"))
        )
        return [
            .init(name: "GetTerms") { _ = try await accounts.getTerms(.init()) },
            .init(name: "ListPurchases") {
                _ = try await user.purchases.listPurchases(.init(), options: user.options())
            },
            .init(name: "ListNotifications") {
                _ = try await user.inbox.listNotifications(.init(), options: user.options())
            },
            .init(name: "ListReceipts") {
                _ = try await user.receipts.listReceipts(.init(), options: user.options())
            },
            // The same photo under the same key is the same receipt, so that nothing is read anew.
            .init(name: "UploadReceipt") { _ = try await user.upload(photo, key: "one-upload") },
            .init(name: "connect") {
                let channel = try deployment.local.gatewayChannel()
                defer { channel.close() }
                _ = try await Auth.AccountsClient(channel: channel).getTerms(.init())
            },
        ]
    }

    /// A user, who waits as long as the gateway asks for.
    private static func user(of deployment: TestDeployment) async throws -> TestUser {
        while true {
            do {
                return try await TestUser.new(of: deployment)
            } catch let status as Status where status.reason == "RATE_LIMITED" {
                try await ContinuousClock().sleep(for: status.retryDelay ?? .seconds(1))
            }
        }
    }

    /// A purchase of 60 KB that was changed ten times.
    private static func longPurchase(of user: TestUser) async throws -> String {
        let name = String(repeating: "€", count: 190)
        let items = (0..<100).map {
            Budget.NewItem(name: "\(name) \($0)", amount: .init(minorUnits: 100, currency: "CAD"))
        }
        let purchase = try await user.purchases.createPurchase(
            .init(storeName: "Shop", currency: "CAD", items: items),
            options: user.options(key: "long")
        )
        for number in 0..<changes {
            let edit = Budget.PurchaseEdit(edit: .storeName(.init(value: "Shop \(number)")))
            _ = try await user.purchases.editPurchase(
                .init(purchaseID: purchase.id, edits: [edit]),
                options: user.options(key: "change-\(number)")
            )
        }
        return purchase.id
    }
}
