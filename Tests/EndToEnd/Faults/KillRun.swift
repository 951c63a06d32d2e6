import BudgetMessages
import FaultTestSupport
import Foundation
import Foundations
import LocalDeployment
import NotificationsMessages
import OCRMessages
import Postgres
import RPC
import Synchronization

/// One run: users write, photos are uploaded, faults come at seeded moments, and everything is compared at the end.
struct KillRun {
    /// What was done to the deployment, for the report of a failure.
    final class History: Sendable {
        private let lines = Mutex<[String]>([])
        private let begin = ContinuousClock.now

        var text: String { lines.withLock { $0.joined(separator: "\n") } }

        func add(_ line: String) {
            let seconds = ((ContinuousClock.now - begin) / .seconds(1)).formatted(.number.precision(.fractionLength(2)))
            lines.withLock { $0.append("\(seconds) s \(line)") }
        }
    }

    private static let writers = 3
    private static let uploaders = 2

    let deployment: TestDeployment
    let proxies: DeploymentProxies
    let seed: UInt64
    let history = History()

    /// Runs, and compares.
    /// - Returns: A sentence for each difference; none when nothing was lost, nothing came twice and all programs serve.
    func run(for time: Duration) async throws -> [String] {
        print("seed \(seed)")
        let writers = try await users(KillRun.writers)
        let uploaders = try await users(KillRun.uploaders)
        let load = WriteLoad(users: writers, seed: seed)
        async let writing = load.run()
        async let uploads = upload(as: uploaders)
        let injected = await Result { try await injectFaults(for: time) }
        proxies.heal()
        var differences: [String] = []
        if case .failure(let error) = injected { differences.append("a fault could not be injected: \(error)") }
        if let problem = await unhealthy() { differences.append(problem) }
        load.stop()
        let ledgers = try await writing
        let receipts = try await uploads
        differences += try await load.differences(from: ledgers)
        differences += try await undelivered()
        for (user, receipt) in zip(uploaders, receipts) {
            differences += try await self.differences(of: receipt, for: user)
        }
        let outcome = "\(load.acknowledged) writes and \(receipts.count) receipts acknowledged"
        history.add(outcome)
        print("seed \(seed): \(outcome); \(differences.isEmpty ? "all there" : "\(differences.count) differences")")
        return differences
    }

    private func users(_ count: Int) async throws -> [TestUser] {
        var users: [TestUser] = []
        for _ in 0..<count { users.append(try await TestUser.new(of: deployment)) }
        return users
    }

    private func injectFaults(for time: Duration) async throws {
        var random = TraceRandom(seed: seed)
        let injector = FaultInjector(deployment: deployment, proxies: proxies)
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end {
            // The moments are part of what is tried.
            try await ContinuousClock().sleep(for: .milliseconds(Int.random(in: 50...1_200, using: &random)))
            let fault = Fault.next(using: &random)
            history.add("\(fault)")
            try await injector.inject(fault)
        }
    }

    /// Uploads a photo for each user, insisting until it is acknowledged.
    private func upload(as users: [TestUser]) async throws -> [String] {
        let photo = try sampleReceipt()
        var receipts: [String] = []
        for user in users {
            let outcome = try await Persistence(attempts: 1_000).make(as: user) { options in
                try await user.upload(photo, key: options.idempotencyKey)
            }
            switch outcome {
            case .acknowledged(let receipt): receipts.append(receipt.receiptID)
            case .unknown: throw Status(.unavailable, "A photo was never acknowledged.")
            case .unexpected(let status): throw status
            }
        }
        return receipts
    }

    /// Waits until all programs serve, without doing anything for it.
    /// - Returns: What is wrong; nil when they do.
    private func unhealthy() async -> String? {
        let end = ContinuousClock.now + .seconds(60)
        while true {
            do {
                try await deployment.waitUntilHealthy()
                return nil
            } catch {
                // One that has just been killed is started again by the supervisor.
                if ContinuousClock.now > end { return "\(error)" }
                try? await ContinuousClock().sleep(for: .milliseconds(100))
            }
        }
    }

    /// Events that are still in an outbox, or that a receiver keeps, once none has arrived for a minute: longer than a relay
    /// pauses when its receiver was away.
    private func undelivered() async throws -> [String] {
        var (left, least, progress) = (try await waitingEvents(), Int64.max, ContinuousClock.now)
        while !left.isEmpty {
            let count = left.values.reduce(0, +)
            if count < least { (least, progress) = (count, .now) }
            if ContinuousClock.now > progress + .seconds(60) { break }
            try await ContinuousClock().sleep(for: .milliseconds(100))
            left = try await waitingEvents()
        }
        return left.map { "\($0.value) events in \($0.key)" }
    }

    /// The number of events by the table that they wait in.
    private func waitingEvents() async throws -> [String: Int64] {
        var waiting: [String: Int64] = [:]
        for program in LocalPrograms.all where program != "gateway" {
            for table in ["outbox", "kept_events"] {
                let count: Int64 = try await deployment.query(
                    "SELECT count(*) AS count FROM \(identifier: program).\(identifier: table)"
                )[0]["count"]
                if count > 0 { waiting["\(program).\(table)"] = count }
            }
        }
        return waiting
    }

    /// One purchase and one notification of a receipt.
    private func differences(of receipt: String, for user: TestUser) async throws -> [String] {
        guard let last = try await user.follow(receipt).last, last.state == .done else {
            return ["the receipt \(receipt) was acknowledged and not recorded"]
        }
        var differences: [String] = []
        let purchases = try await PurchaseLedger.purchases(of: user).map(\.id)
        if purchases != [last.purchaseID] { differences.append("the receipt \(receipt) is the purchases \(purchases)") }
        func subjects() async throws -> [String] {
            try await user.inbox.listNotifications(.init(), options: user.options()).notifications.map(\.subject)
        }
        _ = try? await eventually { try await subjects().isEmpty ? nil : true }
        let found = try await subjects()
        if found != ["purchase:\(last.purchaseID)"] { differences.append("the inbox says \(found)") }
        return differences
    }
}
