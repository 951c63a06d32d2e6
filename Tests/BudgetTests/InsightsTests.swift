import BudgetMessages
import CommonMessages
import Foundation
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_budget

/// Requirement BUD-15.
@Suite("Summing up a ledger", .timeLimit(.minutes(5)))
struct InsightsTests {
    @Test("is rejected for days that do not exist, a period that is too long, what is no grouping, and no slugs")
    func invalid() async throws {
        try await BudgetTestEnvironment.with { environment in
            func fields(_ adjust: (inout Budget.SummarizeSpendingRequest) -> Void) async -> [String]? {
                await failure { try await environment.summarize(User(), adjust: adjust) }?.fieldViolations.map(\.field)
            }
            #expect(await fields { ($0.firstDay, $0.lastDay) = ("", "2025-02-30") } == ["first_day", "last_day"])
            #expect(await fields { ($0.firstDay, $0.lastDay) = ("2025-03-02", "2025-03-01") } == ["last_day"])
            #expect(await fields { ($0.firstDay, $0.lastDay) = ("2000-01-01", "2025-03-01") } == ["last_day"])
            #expect(
                await fields { ($0.firstDay, $0.lastDay, $0.grouping) = ("2024-01-01", "2025-01-02", .day) } == [
                    "last_day"
                ]
            )
            #expect(await fields { $0.grouping = .unrecognized(9) } == ["grouping"])
            #expect(await fields { $0.categories = ["Dairy"] } == ["categories[0]"])
            #expect(await fields { $0.categories = Array(repeating: "dairy", count: 51) } == ["categories"])
        }
    }

    @Test("says nothing of an empty ledger, and nothing of others' ledgers")
    func nothing() async throws {
        try await BudgetTestEnvironment.with { environment in
            try await environment.spend(User())
            let summary = try await environment.summarize(User())
            #expect(summary.currencies.isEmpty)
            #expect(summary.formerFirstDay == "2025-02-01" && summary.formerLastDay == "2025-02-28")
        }
    }

    @Test("counts neither what is discarded, nor what seems a duplicate until its owner keeps it")
    func counted() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            func total() async throws -> Int64 {
                try await environment.summarize(user).currencies.first?.total?.minorUnits ?? 0
            }
            let purchase = try await environment.record(user)
            let amount = try #require(purchase.total?.minorUnits)
            let copy = try await environment.record(user)
            #expect(copy.duplicateOf == purchase.id)
            #expect(try await total() == amount)
            try await environment.edit(copy, user, .duplicate(.keep))
            #expect(try await total() == 2 * amount)
            try await environment.edit(copy, user, .duplicate(.discard))
            #expect(try await total() == amount)
            try await environment.edit(purchase, user, .duplicate(.discard))
            #expect(try await total() == 0)
        }
    }

    @Test("names stores and products as their owner does, with what it comes to, as soon as it is recorded")
    func names() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let spent = try await environment.spend(user)
            let stores = try await environment.summarize(user) { $0.grouping = .store }
            #expect(
                stores.currencies == [
                    .init(
                        currency: "CAD",
                        total: .cad(1_500),
                        formerTotal: .cad(0),
                        purchases: 1,
                        groups: [
                            .init(
                                part: .group,
                                key: spent.storeID,
                                name: "Juniper Street Market",
                                amount: .cad(1_500),
                                formerAmount: .cad(0),
                                purchases: 1
                            )
                        ]
                    )
                ]
            )
            let products = try await environment.summarize(user) { $0.grouping = .product }
            let coffee = try #require(products.currencies.first?.groups.first)
            #expect(coffee.name == "Coffee" && coffee.symbol == "☕")
            let days = try await environment.summarize(user) { $0.grouping = .day }
            let groups = days.currencies[0].groups
            #expect(groups.count == 31 && groups[8].key == "2025-03-09" && groups[8].amount == .cad(1_500))
            #expect(groups.allSatisfy { $0.formerAmount == nil })
        }
    }

    @Test("fails clearly where the sum is more than can be counted")
    func tooMuch() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            func read(_ name: String, _ amount: Common.Money, discount: Common.Money? = nil) -> Budget.PurchaseItem {
                .init(productName: name, quantityThousandths: 1_000, unit: "each", amount: amount, discount: discount)
            }
            // The least that there is, less a discount.
            _ = try await environment.record(user) { purchase in
                (purchase.total, purchase.subtotal, purchase.taxes) = (.cad(1), nil, [])
                purchase.items = [
                    read("Bottle", .cad(.min), discount: .cad(-1)), read("Deposit", .cad(.max)), read("Crate", .cad(2)),
                ]
            }
            try await environment.summarize(user) { $0.grouping = .month }
            for day in ["2025-03-10", "2025-03-11"] {
                _ = try await environment.record(user) { purchase in
                    (purchase.total, purchase.subtotal, purchase.taxes) = (nil, nil, [])
                    (purchase.items, purchase.purchasedAt) = ([read("Coffee", .cad(.max))], .init(date: day))
                }
            }
            let status = await failure { try await environment.summarize(user) }
            #expect(status?.code == .outOfRange)
        }
    }
}

extension BudgetTestEnvironment {
    /// Sums up March 2025, or what `adjust` says.
    @discardableResult
    func summarize(
        _ user: User,
        adjust: (inout Budget.SummarizeSpendingRequest) -> Void = { _ in }
    ) async throws -> Budget.SpendingSummary {
        var request = Budget.SummarizeSpendingRequest(
            firstDay: "2025-03-01",
            lastDay: "2025-03-31",
            grouping: .category
        )
        adjust(&request)
        return try await TestRates([:]).with { rates in
            try await InsightsService(store: service.store, rates: rates)
                .summarizeSpending(request, context: user.context())
        }
    }
}
