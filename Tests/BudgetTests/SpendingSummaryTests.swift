import Foundation
import Foundations
import FoundationsTestSupport
import ServiceKit
import Testing

@testable import larder_budget

/// Requirement BUD-15: sums are exact, and their groups add up to them.
@Suite("Sums of spending")
struct SpendingSummaryTests {
    private let march = SpendingPeriod(.of("2025-03-01"), .of("2025-03-31"))

    // MARK: Periods

    @Test(
        "are compared with as many months or days before",
        arguments: [
            ("2025-03-01", "2025-03-31", "2025-02-01", "2025-02-28"),
            ("2024-03-01", "2024-03-31", "2024-02-01", "2024-02-29"),
            ("2025-01-01", "2025-12-31", "2024-01-01", "2024-12-31"),
            ("2025-01-01", "2025-03-31", "2024-10-01", "2024-12-31"),
            ("2025-03-10", "2025-03-16", "2025-03-03", "2025-03-09"),
            ("2025-03-01", "2025-03-30", "2025-01-30", "2025-02-28"),
            ("2025-03-09", "2025-03-09", "2025-03-08", "2025-03-08"),
        ]
    )
    func former(first: String, last: String, formerFirst: String, formerLast: String) {
        let period = SpendingPeriod(.of(first), .of(last))
        #expect(period.former == SpendingPeriod(.of(formerFirst), .of(formerLast)))
    }

    // MARK: What counts

    @Test("take the printed total, and say what of it is taxes and what is on no line")
    func parts() {
        let ledger = [
            purchase("2025-03-01", [("dairy", 500), ("bakery", 300)], taxes: 40, total: 840),
            // Taxes in the prices.
            purchase("2025-03-02", [("dairy", 200)], taxes: 10, total: 200),
            // A line is missing.
            purchase("2025-03-03", [("dairy", 100)], total: 150),
            // No printed total.
            purchase("2025-03-04", [("bakery", -60)], taxes: -3),
            // Nothing but a total.
            purchase("2025-03-05", [], total: 1_000),
            purchase("2025-02-28", [("dairy", 70)]),
            purchase("2025-01-31", [("dairy", 9_999)]),
        ]
        let summary = SpendingSummary.summaries(of: ledger, in: march, by: .category)
        #expect(
            summary == [
                SpendingSummary(
                    currency: "CAD",
                    total: 2_127,
                    former: 70,
                    purchases: 5,
                    groups: [
                        .init(part: .unlisted, amount: 1_050, purchases: 2),
                        .init(part: .group, key: "dairy", symbol: "dairy", amount: 800, former: 70, purchases: 3),
                        .init(part: .group, key: "bakery", symbol: "bakery", amount: 240, purchases: 2),
                        .init(part: .taxes, amount: 37, purchases: 2),
                    ],
                    days: [
                        .of("2025-02-28"): 70, .of("2025-03-01"): 840, .of("2025-03-02"): 200, .of("2025-03-03"): 150,
                        .of("2025-03-04"): -63, .of("2025-03-05"): 1_000,
                    ]
                )
            ]
        )
    }

    @Test("of categories are those of their items alone")
    func categories() {
        let ledger = [
            purchase("2025-03-01", [("dairy", 500), ("bakery", 300)], taxes: 40, total: 840),
            purchase("2025-03-03", [("bakery", 100)], total: 150), purchase("2025-03-03", [], total: 150),
        ]
        func total(_ categories: Set<String>) -> (Int128, Int)? {
            SpendingSummary.summaries(of: ledger, in: march, by: .total, categories: categories).first
                .map { ($0.total, $0.purchases) }
        }
        #expect(total(["dairy"]) ?? (0, 0) == (500, 1))
        #expect(total(["bakery", "dairy"]) ?? (0, 0) == (900, 2))
        #expect(total(["fish"]) == nil)
    }

    @Test("keep currencies apart, unknown ones too")
    func currencies() {
        let ledger = ["USD", "CAD", "XXX", "USD"].map { purchase("2025-03-01", [("dairy", 5)], currency: $0) }
        let summaries = SpendingSummary.summaries(of: ledger, in: march, by: .total)
        #expect(summaries.map(\.currency) == ["CAD", "USD", "XXX"])
        #expect(summaries.map(\.total) == [5, 10, 5])
    }

    @Test("by month and day have those without spending in their order")
    func inOrder() {
        let period = SpendingPeriod(.of("2025-01-31"), .of("2025-03-01"))
        let ledger = [purchase("2025-03-01", [("dairy", 5)]), purchase("2025-01-31", [("dairy", 7)])]
        let months = SpendingSummary.summaries(of: ledger, in: period, by: .month)[0].groups
        #expect(months.map(\.key) == ["2025-01", "2025-02", "2025-03"])
        #expect(months.map(\.amount) == [7, 0, 5])
        let days = SpendingSummary.summaries(of: ledger, in: period, by: .day)[0].groups
        #expect(days.count == 30 && days[0].key == "2025-01-31" && days[29].amount == 5)
    }

    @Test("tell stores and products apart by their ids, and without one by their names, under the latest name")
    func names() {
        let id = UUID()
        let ledger = [
            purchase("2025-03-01", [("", 1)], store: (id, "Old name")),
            purchase("2025-03-02", [("", 2)], store: (id, "New name")),
            purchase("2025-03-03", [("", 4)], store: (nil, "KIOSK")),
            purchase("2025-03-04", [("", 8)], store: (nil, "Kiosk")),
            purchase("2025-03-05", [("", 16)]),
        ]
        let groups = SpendingSummary.summaries(of: ledger, in: march, by: .store)[0].groups
        #expect(groups.map(\.amount) == [16, 12, 3])
        #expect(groups.map(\.name) == ["", "Kiosk", "New name"])
        #expect(groups.map(\.key) == ["", "", id.canonical])
    }

    @Test("put what is beyond the largest 500 groups into one")
    func others() {
        let ledger = (1...502).map { purchase("2025-03-01", [("category-\($0)", Int64($0))]) }
        let groups = SpendingSummary.summaries(of: ledger, in: march, by: .category)[0].groups
        #expect(groups.count == 501 && groups[500].part == .others)
        #expect(groups[500].amount == 3 && groups[500].purchases == 2)
    }

    // MARK: Books that balance

    @Test("have groups that add up to the totals, whatever is in the ledger", arguments: 0..<50)
    func balance(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let ledger = (0..<200).map { _ in randomPurchase(&random) }.sorted { $0.day < $1.day }
        for grouping in [SpendingGrouping.category, .product, .store, .day, .month, .kind] {
            let summaries = SpendingSummary.summaries(of: ledger, in: march, by: grouping)
            #expect(Set(summaries.map(\.currency)) == Set(ledger.filter(isNear).map(\.currency)))
            for summary in summaries {
                let mine = ledger.filter { $0.currency == summary.currency }
                #expect(summary.total == plainSum(mine.filter { march.contains($0.day) }))
                #expect(summary.former == plainSum(mine.filter { march.former.contains($0.day) }))
                #expect(summary.groups.reduce(0) { $0 + $1.amount } == summary.total)
                if grouping != .day, grouping != .month {
                    #expect(summary.groups.reduce(0) { $0 + $1.former } == summary.former)
                }
            }
        }
    }

    private func isNear(_ purchase: CountedPurchase) -> Bool {
        march.contains(purchase.day) || march.former.contains(purchase.day)
    }

    /// What the ledger's rule says, in other words than the code.
    private func plainSum(_ ledger: [CountedPurchase]) -> Int128 {
        ledger.reduce(0) { sum, purchase in
            if let total = purchase.total { return sum + Int128(total) }
            return sum + purchase.items.reduce(0) { $0 + $1.amount } + purchase.taxes
        }
    }

    private func randomPurchase(_ random: inout SeededGenerator) -> CountedPurchase {
        let items = (0..<Int.random(in: 0...5, using: &random)).map { _ in
            (
                ["dairy", "bakery", "", "fish"].randomElement(using: &random) ?? "",
                Int64.random(in: -500...5_000, using: &random)
            )
        }
        let sum = items.reduce(0) { $0 + $1.1 }
        let taxes = Bool.random(using: &random) ? Int64.random(in: -20...200, using: &random) : 0
        return purchase(
            CalendarDay.of("2025-01-20").advanced(by: Int.random(in: 0..<80, using: &random)).text,
            items,
            taxes: taxes,
            total: [nil, sum, sum + taxes, sum + 17].randomElement(using: &random) ?? nil,
            currency: ["CAD", "USD"].randomElement(using: &random) ?? "CAD",
            store: (nil, ["Kiosk", "Market", ""].randomElement(using: &random) ?? "")
        )
    }

    private func purchase(
        _ day: String,
        _ items: [(category: String, amount: Int64)],
        taxes: Int64 = 0,
        total: Int64? = nil,
        currency: String = "CAD",
        store: (id: UUID?, name: String) = (nil, "")
    ) -> CountedPurchase {
        CountedPurchase(
            id: UUID(),
            day: .of(day),
            currency: currency,
            kind: .purchase,
            storeID: store.id,
            storeName: store.name,
            items: items.map { category, amount in
                .init(productID: nil, name: category, category: category, symbol: category, amount: Int128(amount))
            },
            taxes: Int128(taxes),
            total: total
        )
    }
}

extension CalendarDay {
    /// A day that a test names.
    fileprivate static func of(_ text: String) -> CalendarDay {
        guard let day = CalendarDay(text) else { preconditionFailure("\(text) is no day") }
        return day
    }
}
