import BudgetMessages
import CommonMessages
import EventsMessages
import Foundation
import Foundations
import PostgresTestSupport
import RPC
import Testing

@testable import larder_budget

@Suite("A duplicate purchase", .timeLimit(.minutes(5)))
struct DuplicateTests {
    @Test(
        "is not detected with another store, date, time, total, currency or owner",
        arguments: ["store", "day", "time", "total", "currency", "owner", "unknown total", "unknown day"]
    )
    func different(in what: String) async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.record(user)
            let other = try await environment.record(what == "owner" ? User() : user) { purchase in
                switch what {
                case "store": (purchase.storeID, purchase.storeName) = (UUID().uuidString, "Other")
                case "day": purchase.purchasedAt?.date = "2025-03-10"
                case "time": purchase.purchasedAt?.time = "17:43"
                case "total": purchase.total = .cad(921)
                case "unknown total": purchase.total = nil
                case "unknown day": purchase.purchasedAt = nil
                case "currency": purchase = purchase.inDollars
                default: break
                }
            }
            #expect(other.duplicateOf.isEmpty)
        }
    }

    @Test("is detected and announced by store, date and total, also when one has no time")
    func alike() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let first = try await environment.record(user)
            let second = try await environment.record(user) { $0.purchasedAt?.time = "" }
            let third = try await environment.record(user) {
                $0.storeID = ""
                $0.storeName = "JUNIPER STREET market"
            }
            #expect(first.duplicateOf.isEmpty)
            #expect([second.duplicateOf, third.duplicateOf] == [first.id, first.id])
            let told = try await environment.events(to: "notifications").map { event in
                if case .purchaseRecorded(let recorded) = event.payload { recorded.seemsDuplicate } else { false }
            }
            #expect(told == [false, true, true])
            let listed = try await environment.service.listPurchases(.init(), context: user.context())
            #expect(listed.purchases.count == 3)
        }
    }

    @Test("is detected by its photo, whatever was read the second time")
    func samePhoto() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, receipt) = (User(), UUID())
            let first = try await environment.record(user, receipt: receipt)
            let second = try await environment.record(user) {
                $0.total = nil
                $0.samePhotoReceiptID = receipt.canonical
            }
            #expect(second.duplicateOf == first.id)
            #expect(second.samePhotoReceiptID == receipt.canonical)
        }
    }

    @Test("is detected by its photo when the copy is recorded first, whatever was read of either")
    func copyFirst() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, receipt) = (User(), UUID())
            let copy = try await environment.record(user) {
                $0.samePhotoReceiptID = receipt.canonical
                $0.total = nil
            }
            let original = try await environment.record(user, receipt: receipt) { $0.purchasedAt = nil }
            #expect(copy.duplicateOf.isEmpty)
            #expect(original.duplicateOf == copy.id)
        }
    }

    @Test("is detected by its photo when the first receipt with it is never recorded")
    func copies() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, failed) = (User(), UUID())
            let first = try await environment.record(user) { $0.samePhotoReceiptID = failed.canonical }
            let second = try await environment.record(user) {
                $0.samePhotoReceiptID = failed.canonical
                $0.total = nil
            }
            let stranger = try await environment.record(User()) { $0.samePhotoReceiptID = failed.canonical }
            #expect(first.duplicateOf.isEmpty && stranger.duplicateOf.isEmpty)
            #expect(second.duplicateOf == first.id)
        }
    }

    @Test("is detected once when many of its receipts arrive concurrently")
    func concurrent() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let duplicates = try await withThrowingTaskGroup { group in
                for _ in 0..<12 { group.addTask { try await environment.record(user).duplicateOf } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(duplicates.count { $0.isEmpty } == 1)
            #expect(Set(duplicates).count == 2)
        }
    }

    @Test("is kept as a separate purchase by its owner's choice, which can be undone")
    func kept() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let first = try await environment.record(user)
            let second = try await environment.record(user)
            #expect(try await environment.edit(second, user, .duplicate(.keep)).duplicateOf.isEmpty)
            #expect(try await environment.undo(second, user).purchase?.duplicateOf == first.id)
        }
    }

    @Test("is hidden but not lost when its owner discards it")
    func discarded() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let first = try await environment.record(user)
            let second = try await environment.record(user)
            #expect(try await environment.edit(second, user, .duplicate(.discard)).state == .discarded)
            let listed = try await environment.service.listPurchases(.init(), context: user.context())
            #expect(listed.purchases.map(\.id) == [first.id])
            let away = try await environment.service.listPurchases(.init(discarded: true), context: user.context())
            #expect(away.purchases.map(\.id) == [second.id])
            let edit = await failure { try await environment.edit(second, user, .time(.init(value: "10:00"))) }
            #expect(edit?.reason == "PURCHASE_DISCARDED")
            let confirmation = Budget.ConfirmPurchaseRequest(purchaseID: second.id)
            let confirmed = await failure {
                try await environment.service.confirmPurchase(confirmation, context: user.context())
            }
            #expect(confirmed?.reason == "PURCHASE_DISCARDED")
            #expect(try await environment.undo(second, user).purchase?.state == .toVerify)
            #expect(try await environment.service.listPurchases(.init(), context: user.context()).purchases.count == 2)
        }
    }

    @Test("is no longer one when the other is discarded, and is again when that is undone")
    func originalDiscarded() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let first = try await environment.record(user)
            let second = try await environment.record(user)
            try await environment.edit(first, user, .duplicate(.discard))
            #expect(try await environment.get(second.id, user).duplicateOf.isEmpty)
            try await environment.edit(second, user, .time(.init(value: "10:00")))
            try await environment.undo(first, user)
            #expect(try await environment.get(second.id, user).duplicateOf == first.id)
        }
    }
}

extension Budget.Purchase {
    /// The same values in another currency.
    fileprivate var inDollars: Budget.Purchase {
        var purchase = self
        func dollars(_ money: Common.Money?) -> Common.Money? {
            money.map { .init(minorUnits: $0.minorUnits, currency: "USD") }
        }
        purchase.currency = "USD"
        for index in items.indices {
            purchase.items[index].unitPrice = dollars(items[index].unitPrice)
            purchase.items[index].amount = dollars(items[index].amount)
            purchase.items[index].discount = dollars(items[index].discount)
        }
        purchase.subtotal = dollars(subtotal)
        purchase.taxes = taxes.map { .init(label: $0.label, amount: dollars($0.amount)) }
        purchase.total = dollars(total)
        return purchase
    }
}
