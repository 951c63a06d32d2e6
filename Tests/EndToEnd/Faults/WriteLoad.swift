import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import RPC
import Synchronization

/// Users who write to their purchase logs until they are stopped.
final class WriteLoad: Sendable {
    /// Further lines of a purchase at the most.
    private static let lineLimit = 5

    private let users: [TestUser]
    private let seed: UInt64
    private let isStopped = Atomic(false)
    private let written = Atomic(0)

    /// - Parameter seed: Of what the users do.
    init(users: [TestUser], seed: UInt64) {
        self.users = users
        self.seed = seed
    }

    /// How many writes have been acknowledged so far.
    var acknowledged: Int { written.load(ordering: .acquiring) }

    /// Lets every user finish the present write.
    func stop() { isStopped.store(true, ordering: .releasing) }

    /// Writes until ``stop()``.
    /// - Returns: What each user has written.
    func run() async throws -> [PurchaseLedger] {
        try await withThrowingTaskGroup(of: (Int, PurchaseLedger).self) { group in
            for (index, user) in users.enumerated() {
                let random = TraceRandom(seed: seed &* 1_000 &+ UInt64(index))
                group.addTask { (index, try await self.write(as: user, random)) }
            }
            var ledgers: [Int: PurchaseLedger] = [:]
            for try await (index, ledger) in group { ledgers[index] = ledger }
            return users.indices.compactMap { ledgers[$0] }
        }
    }

    /// Differences between what the users have written and what is stored, of all users.
    func differences(from ledgers: [PurchaseLedger]) async throws -> [String] {
        var differences: [String] = []
        for (user, ledger) in zip(users, ledgers) { differences += try await ledger.differences(for: user) }
        return differences
    }

    private func write(as user: TestUser, _ seeded: TraceRandom) async throws -> PurchaseLedger {
        var (ledger, random) = (PurchaseLedger(), seeded)
        while !isStopped.load(ordering: .acquiring) {
            // One in eight clients gives up at once.
            let persistence = Persistence(attempts: Int.random(in: 0..<8, using: &random) == 0 ? 1 : 200)
            let amount = Int64.random(in: 1...9_999, using: &random)
            let last = ledger.entries.indices.last { ledger.entries[$0].id != nil }
            if let last, ledger.entries[last].items.count <= Int.random(in: 0...WriteLoad.lineLimit, using: &random) {
                try await add(amount, to: &ledger, at: last, as: user, persistence)
            } else {
                try await create(amount, in: &ledger, as: user, persistence)
            }
        }
        return ledger
    }

    private func create(
        _ amount: Int64,
        in ledger: inout PurchaseLedger,
        as user: TestUser,
        _ persistence: Persistence
    ) async throws {
        let name = "Shop \(ledger.entries.count)"
        let request = Budget.CreatePurchaseRequest(
            storeName: name,
            purchasedAt: .init(date: "2025-03-09", time: "17:42", timeZone: "America/Vancouver"),
            currency: "CAD",
            items: [.init(name: "Line 0", amount: .init(minorUnits: amount, currency: "CAD"))]
        )
        let outcome = try await persistence.make(as: user) {
            try await user.purchases.createPurchase(request, options: $0)
        }
        var entry = PurchaseLedger.Entry(storeName: name, items: [])
        entry.items = [.init(name: "Line 0", minorUnits: amount, isAcknowledged: true)]
        switch outcome {
        case .acknowledged(let purchase):
            entry.id = purchase.id
            written.add(1, ordering: .relaxed)
        case .unknown: break
        case .unexpected(let status): ledger.unexpected.append("CreatePurchase: \(status.code) \(status.message)")
        }
        ledger.entries.append(entry)
    }

    private func add(
        _ amount: Int64,
        to ledger: inout PurchaseLedger,
        at index: Int,
        as user: TestUser,
        _ persistence: Persistence
    ) async throws {
        let entry = ledger.entries[index]
        let name = "Line \(entry.items.count)"
        let request = Budget.EditPurchaseRequest(
            purchaseID: entry.id ?? "",
            edits: [.init(edit: .newItem(.init(name: name, amount: .init(minorUnits: amount, currency: "CAD"))))]
        )
        let outcome = try await persistence.make(as: user) {
            try await user.purchases.editPurchase(request, options: $0)
        }
        var item = PurchaseLedger.Item(name: name, minorUnits: amount, isAcknowledged: false)
        switch outcome {
        case .acknowledged:
            item.isAcknowledged = true
            written.add(1, ordering: .relaxed)
        case .unknown: break
        case .unexpected(let status): ledger.unexpected.append("EditPurchase: \(status.code) \(status.message)")
        }
        ledger.entries[index].items.append(item)
    }
}
