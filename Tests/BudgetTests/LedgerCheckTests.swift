import BudgetMessages
import CommonMessages
import CoreMetrics
import Foundation
import Foundations
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_budget

@Suite("Checking ledgers", .timeLimit(.minutes(5)))
struct LedgerCheckTests {
    @Test("recomputes totals from items, by currency, without what counts in no sum")
    func totals() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.record(user)
            // The same again is a suspected duplicate, and counts no more than a discarded one.
            try await environment.record(user)
            try await environment.spend(user) { $0.amount = .init(minorUnits: 700, currency: "JPY") }
            try await environment.spend(user) {
                ($0.amount, $0.refund) = (.init(minorUnits: 1_500, currency: "KWD"), true)
            }
            try await environment.record(User())
            let check = try await environment.check(user)
            #expect(check.purchases == 3 && check.differences == [])
            #expect(
                check.totals == [
                    .cad(920), .init(minorUnits: 700, currency: "JPY"), .init(minorUnits: -1_500, currency: "KWD"),
                ]
            )
            let nobody = try await environment.check(User())
            #expect(nobody == Budget.LedgerCheck())
        }
    }

    @Test("says which printed totals are not what items add up to, the latest first, and how many there are")
    func printedTotals() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            for day in 1...3 {
                try await environment.create(user) { request in
                    request.purchasedAt?.date = "2025-03-0\(day)"
                    request.total = .cad(900 + Int64(day))
                }
            }
            // Prices with their taxes add up.
            try await environment.create(user) { request in
                request.purchasedAt?.date = "2025-03-04"
                (request.total, request.subtotal) = (.cad(876), nil)
            }
            // Of what has no items nothing is known that its total could differ from.
            try await environment.create(user) { request in
                request.purchasedAt?.date = "2025-03-05"
                (request.total, request.subtotal, request.items, request.taxes) = (.cad(1_200), nil, [], [])
            }
            let check = try await environment.check(user)
            #expect(check.differenceCount == 3 && check.purchases == 5)
            #expect(check.differences.map(\.day) == ["2025-03-03", "2025-03-02", "2025-03-01"])
            let latest = try #require(check.differences.first)
            #expect(latest.kind == .printedTotal && latest.storeName == "Juniper Street Market")
            #expect(latest.kept == .cad(903) && latest.recomputed == .cad(920))
            // They are their owner's to correct, not faults.
            let outcome = try await environment.checker.checkAll()
            #expect(outcome == .init(ledgers: 1, purchases: 5, faults: 0, printedTotals: 3))
        }
    }

    @Test("finds what does not fit its items in any ledger, and the job fails until it does")
    func faults() async throws {
        try await BudgetTestEnvironment.with { environment in
            let users = [User(), User(), User()]
            for user in users { try await environment.record(user) }
            let coffee = try await environment.spend(users[1])
            _ = try await environment.checker.requireFaultless()
            try await environment.owner.execute(
                "DELETE FROM purchase_items WHERE purchase_id = \(UUID(uuidString: coffee.id))"
            )
            let check = try await environment.check(users[1])
            #expect(check.differences.map(\.kind) == [.stored])
            #expect(check.differences.map(\.purchaseID) == [coffee.id])
            #expect(try await environment.check(users[0]).differences == [])
            let outcome = try await environment.checker.checkAll()
            #expect(outcome.ledgers == 3 && outcome.faults == 1)
            await #expect(throws: LedgerChecker.Faulty.self) { try await environment.checker.requireFaultless() }
        }
    }

    @Test("goes on after a ledger that cannot be read, and fails for it")
    func unreadable() async throws {
        try await BudgetTestEnvironment.with { environment in
            let users = [User(), User(), User()]
            for user in users { try await environment.create(user) { $0.total = .cad(1) } }
            try await environment.owner.execute(
                "UPDATE purchases SET store_name_sealed = '\\x00' WHERE user_id = \(UUID(uuidString: users[0].id))"
            )
            let outcome = try await environment.checker.checkAll()
            #expect(outcome.ledgers == 2 && outcome.unreadable == 1 && outcome.printedTotals == 2)
            await #expect(throws: LedgerChecker.Faulty.self) { try await environment.checker.requireFaultless() }
        }
    }

    @Test("says where the sum of everything differs from what was recomputed")
    func sums() {
        let item = CountedPurchase.Item(productID: nil, name: "", category: "", symbol: "", amount: 500)
        let purchase = CountedPurchase(
            id: UUID(),
            day: CalendarDay(dayNumber: 20_000) ?? .init(of: .now, in: .gmt),
            currency: "CAD",
            kind: .expenditure,
            storeID: nil,
            storeName: "",
            items: [item],
            taxes: 0,
            total: nil
        )
        var check = LedgerCheck(purchases: 1, totals: ["CAD": 500])
        check.compare([purchase])
        #expect(check.differences == [])
        check.compare([purchase, purchase])
        #expect(check.differences == [.init(kind: .sum, currency: "CAD", kept: 1_000, recomputed: 500)])
        #expect(check.differenceCount == 1)
        var other = LedgerCheck(purchases: 1, totals: ["EUR": 1])
        other.compare([purchase])
        #expect(other.differences.map(\.currency) == ["EUR", "CAD"])
    }

    @Test("random ledgers, with edits and undos, add up as a plain model does", arguments: 1...6)
    func random(seed: UInt64) async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            var random = SeededGenerator(seed: seed)
            var model: [String: Int128] = [:]
            for _ in 0..<12 {
                let currency = ["CAD", "JPY", "KWD"].randomElement(using: &random) ?? "CAD"
                let amount = Int64.random(in: 1...9_999_999, using: &random)
                let isRefund = Bool.random(using: &random)
                let spent = try await environment.spend(user) { request in
                    (request.amount, request.refund) = (.init(minorUnits: amount, currency: currency), isRefund)
                }
                var kept = isRefund ? -amount : amount
                if Bool.random(using: &random) {
                    let changed = Int64.random(in: 1...9_999_999, using: &random)
                    let item = Budget.ItemCorrection(
                        itemID: spent.items[0].id,
                        amount: .init(minorUnits: changed, currency: currency),
                        returned: .init(value: isRefund)
                    )
                    try await environment.edit(spent, user, .item(item))
                    if Bool.random(using: &random) {
                        try await environment.undo(spent, user)
                    } else {
                        kept = isRefund ? -changed : changed
                    }
                }
                // Categories are in no total.
                if Bool.random(using: &random) {
                    let choice = Budget.ItemsCategory(itemIDs: [spent.items[0].id], category: "bakery")
                    try await environment.edit(spent, user, .itemsCategory(choice))
                    if Bool.random(using: &random) { try await environment.undo(spent, user) }
                }
                model[currency, default: 0] += Int128(kept)
            }
            let check = try await environment.check(user)
            #expect(check.differences == [] && check.purchases == 12)
            let found = Dictionary(uniqueKeysWithValues: check.totals.map { ($0.currency, Int128($0.minorUnits)) })
            #expect(found == model)
        }
    }
}

extension BudgetTestEnvironment {
    fileprivate var checker: LedgerChecker {
        LedgerChecker(store: service.store, log: TestDatabase.quietLogger, metrics: NOOPMetricsHandler.instance)
    }

    fileprivate func check(_ user: User) async throws -> Budget.LedgerCheck {
        try await TestRates([:]).with { rates in
            try await InsightsService(store: service.store, rates: rates).checkLedger(.init(), context: user.context())
        }
    }
}
