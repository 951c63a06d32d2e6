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
    /// Accounts of attackers.
    let accounts: [TestUser]
    /// A purchase of each account with one item.
    let purchases: [String]
    /// A purchase of each account of 60 KB that was changed often.
    let longPurchases: [String]
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

        /// How much longer calls take than before, by kind.
        func slowdowns(since before: Figures) -> [String: Slowdown] {
            percentiles.reduce(into: [:]) { slowdowns, entry in
                guard let quiet = before.percentiles[entry.key] else { return }
                slowdowns[entry.key] = Slowdown(factor: entry.value / quiet, difference: entry.value - quiet)
            }
        }
    }

    /// How much longer a kind of call takes.
    struct Slowdown: Sendable, CustomStringConvertible {
        /// How many times as long.
        let factor: Double
        let difference: Duration

        /// At most three times as long, or a difference that a busy processor alone makes.
        var isTolerable: Bool { factor <= 3 || difference <= .milliseconds(500) }

        var description: String {
            let places = FloatingPointFormatStyle<Double>.number.precision(.fractionLength(1))
            return "× \(factor.formatted(places)), + \((difference / .milliseconds(1)).formatted(places)) ms"
        }
    }

    /// How often an attack is made at most while calls take longer beside it.
    private static let tries = 3
    /// Accounts of attackers.
    private static let accountCount = 16
    private static let changes = 10

    private static let task = Task {
        let deployment = try await TestDeployment.production
        let innocent = try await user(of: deployment)
        // One after the other: at once they would have most of their passwords rejected, and try for ever.
        var accounts: [TestUser] = []
        for _ in 0..<accountCount { accounts.append(try await user(of: deployment)) }
        let attackers = try await withThrowingTaskGroup(of: (TestUser, String, String).self) { group in
            for account in accounts {
                group.addTask { (account, try await purchase(of: account), try await longPurchase(of: account)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        // Once unmeasured, so that everything is there that is made on first use.
        _ = try await measure(calls(of: innocent), rate: 42, for: 3)
        return AttackedDeployment(
            deployment: deployment,
            innocent: innocent,
            accounts: attackers.map(\.0),
            purchases: attackers.map(\.1),
            longPurchases: attackers.map(\.2),
            memory: try ProgramMemory.measure(deployment)
        )
    }

    static var shared: AttackedDeployment {
        get async throws { try await task.value }
    }

    // MARK: Attacks

    /// Runs an attack while innocents are measured.
    ///
    /// No innocent is rejected, calls take at most three times as long as right before or half a second longer, and a
    /// minute later the programs use no more than a fifth more memory than before the first attack.
    /// - Parameters:
    ///   - calls: What innocents do; nil for the usual.
    ///   - rate: How many of the calls they make in a second.
    ///   - seconds: For how long they do so before the attack and beside it.
    ///   - expectation: What the attack has done by the end of the measurement.
    ///   - attack: Sets it up; what it has then goes on.
    func withstand(
        _ name: String,
        calls own: [SteadyLoad.Call]? = nil,
        rate: Int = 42,
        seconds: (quiet: Int, attack: Int) = (3, 5),
        doing expectation: Attack.Expectation,
        _ attack: (Attack) async throws -> Void
    ) async throws {
        let calls = try own ?? AttackedDeployment.calls(of: innocent)
        var outcome = try await measure(calls, rate: rate, seconds: seconds, beside: attack)
        for _ in 1..<AttackedDeployment.tries where !outcome.isTolerable {
            // What slows innocents down does so each time; what else the machine did for a moment is gone.
            print("attack | \(name) | made again, since calls took longer: \(outcome.slowdowns)")
            outcome = try await measure(calls, rate: rate, seconds: seconds, beside: attack)
        }
        expectation.check(outcome.deeds)
        #expect(outcome.failures == [:])
        for (kind, slowdown) in outcome.slowdowns { #expect(slowdown.isTolerable, "\(kind) takes longer: \(slowdown)") }
        let start = ContinuousClock.now
        let grown = try await memoryIsBack()
        #expect(grown == [:], "the programs keep memory")
        let slowest = outcome.slowdowns.max { $0.value.factor < $1.value.factor }
        print(
            "attack | \(name) | rejected: \(outcome.failures.values.reduce(0, +)) | slowest: \(slowest?.key ?? "")",
            "\(slowest.map { "\($0.value)" } ?? "") | connections: \(outcome.deeds.connections),",
            "calls: \(outcome.deeds.calls), ended: \(outcome.deeds.statuses) | during:",
            "\(outcome.during.largestGrowth(since: memory)) | back after \((ContinuousClock.now - start).components.seconds) s"
        )
    }

    /// What innocents saw of an attack, and what it did.
    private struct Measurement {
        let slowdowns: [String: Slowdown]
        let failures: [String: Int]
        let deeds: Attack.Deeds
        let during: ProgramMemory

        /// Failures are never what the machine did for a moment.
        var isTolerable: Bool { !failures.isEmpty || slowdowns.values.allSatisfy(\.isTolerable) }
    }

    private func measure(
        _ calls: [SteadyLoad.Call],
        rate: Int,
        seconds: (quiet: Int, attack: Int),
        beside attack: (Attack) async throws -> Void
    ) async throws -> Measurement {
        // Right before each attack, so that both are measured beside the same other work of the machine.
        let quiet = try await AttackedDeployment.measure(calls, rate: rate, for: seconds.quiet)
        let scene = Attack(on: deployment)
        do {
            try await attack(scene)
            let figures = try await AttackedDeployment.measure(calls, rate: rate, for: seconds.attack)
            let during = try ProgramMemory.measure(deployment)
            let deeds = await scene.deeds()
            await scene.end()
            return Measurement(
                slowdowns: figures.slowdowns(since: quiet),
                failures: figures.failures,
                deeds: deeds,
                during: during
            )
        } catch {
            await scene.end()
            throw error
        }
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

    // MARK: Innocents

    private static func measure(_ calls: [SteadyLoad.Call], rate: Int, for seconds: Int) async throws -> Figures {
        Figures(await SteadyLoad(rate: rate, limit: rate * seconds, calls: calls).run())
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

    /// A user, who waits until the gateway lets an address both register and sign in: after the delay that it asks for it lets it
    /// do one of them, and the other would be rejected each time.
    private static func user(of deployment: TestDeployment) async throws -> TestUser {
        for _ in 0..<60 {
            do {
                return try await TestUser.new(of: deployment)
            } catch let status as Status where status.code == .resourceExhausted {
                try await ContinuousClock().sleep(for: .seconds(1))
            }
        }
        return try await TestUser.new(of: deployment)
    }

    private static func purchase(of user: TestUser) async throws -> String {
        let item = Budget.NewItem(name: "Bread", amount: .init(minorUnits: 349, currency: "CAD"))
        let request = Budget.CreatePurchaseRequest(storeName: "Shop", currency: "CAD", items: [item])
        return try await user.purchases.createPurchase(request, options: user.options(key: "short")).id
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
