import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import FoundationsTestSupport
import Testing

@testable import larder_budget

@Suite("Merging what devices have done to items", .timeLimit(.minutes(5)))
struct ItemMergingTests {
    private typealias Edit = Budget.PurchaseEdit.Edit

    /// Runs `body` with oat milk, bananas as they are printed and a returned bottle, as every device of their owner has seen them.
    private func with(
        _ body: (BudgetTestEnvironment, User, Budget.Purchase) async throws -> Void
    ) async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            environment.clock.advance(by: 3_600)
            try await body(environment, user, purchase)
        }
    }

    private func quantity(_ thousandths: Int64, of item: Budget.PurchaseItem) -> Edit {
        .item(.init(itemID: item.id, quantity: .init(thousandths: thousandths)))
    }

    private func amount(_ cents: Int64, of item: Budget.PurchaseItem) -> Edit {
        .item(.init(itemID: item.id, amount: .cad(cents)))
    }

    private func removal(of item: Budget.PurchaseItem) -> Edit { .itemRemoval(.init(itemID: item.id)) }

    /// Makes two edits on the same version, of which `newer` is the one that was made last.
    private func merge(
        _ purchase: Budget.Purchase,
        _ environment: BudgetTestEnvironment,
        _ user: User,
        older: Edit,
        newer: Edit,
        isOlderFirst: Bool
    ) async throws -> Budget.Purchase {
        let edits: [(Int64, Edit)] = [(20, older), (30, newer)]
        for (seconds, edit) in isOlderFirst ? edits : edits.reversed() {
            try await environment.merge(purchase, user, at: seconds, edit)
        }
        return try await environment.get(purchase.id, user)
    }

    // MARK: Details

    @Test("keeps what two devices have changed in different details of an item")
    func differentDetails() async throws {
        try await with { environment, user, purchase in
            let milk = purchase.items[0]
            try await environment.merge(purchase, user, at: 20, quantity(3_000, of: milk), amount(1_047, of: milk))
            let merged = try await environment.merge(
                purchase,
                user,
                at: 10,
                .item(
                    .init(
                        itemID: milk.id,
                        name: .init(value: "Soy milk"),
                        unit: .init(value: "l"),
                        unitPrice: .init(),
                        discount: .cad(-10)
                    )
                )
            )
            let item = merged.items[0]
            #expect(item.productName == "Soy milk" && item.productID.isEmpty && item.unit == "l")
            #expect(item.quantityThousandths == 3_000 && item.unitPrice == nil)
            #expect(item.amount == .cad(1_047) && item.discount == .cad(-10))
            #expect(merged.conflicts.isEmpty && merged.items.dropFirst() == purchase.items.dropFirst())
        }
    }

    @Test("shows the newest version of a detail and keeps the other, whichever comes first", arguments: [true, false])
    func sameDetail(isOlderFirst: Bool) async throws {
        try await with { environment, user, purchase in
            let milk = purchase.items[0]
            let merged = try await merge(
                purchase,
                environment,
                user,
                older: quantity(3_000, of: milk),
                newer: quantity(4_500, of: milk),
                isOlderFirst: isOlderFirst
            )
            #expect(merged.items[0].quantityThousandths == 4_500)
            #expect(merged.conflicts.map(\.changes) == [["“Oat milk” quantity: 4.5 → 3"]])
            #expect(merged.conflicts.map(\.edit) == [.init(edit: quantity(3_000, of: milk))])
            let chosen = try await environment.choose(merged.conflicts[0], of: merged, user, takesOther: true)
            #expect(chosen.items[0].quantityThousandths == 3_000 && chosen.conflicts.isEmpty)
        }
    }

    @Test("keeps a product and a return as a whole")
    func wholes() async throws {
        try await with { environment, user, purchase in
            let (milk, bottle) = (purchase.items[0], purchase.items[2])
            let soy = Budget.ProductChoice(
                productID: TestCatalog.product,
                name: "Soy drink",
                categorySymbol: "🥛",
                category: "dairy"
            )
            try await environment.merge(
                purchase,
                user,
                at: 20,
                .item(.init(itemID: milk.id, product: soy)),
                .item(.init(itemID: bottle.id, amount: .cad(-25)))
            )
            let merged = try await environment.merge(
                purchase,
                user,
                at: 30,
                .item(.init(itemID: milk.id, name: .init(value: "Rice milk"))),
                .item(.init(itemID: bottle.id, returned: .init(value: false)))
            )
            #expect(merged.items[0].productName == "Rice milk" && merged.items[0].category.isEmpty)
            #expect(merged.items[2].amount == .cad(20))
            #expect(
                merged.conflicts.map(\.changes) == [
                    ["“Rice milk”: Rice milk → Soy drink"], ["“Bottle deposit” amount: 0.20 → -0.25"],
                ]
            )
            var present = merged
            for conflict in merged.conflicts {
                present = try await environment.choose(conflict, of: present, user, takesOther: true)
            }
            #expect(present.items[0].productID == TestCatalog.product && present.items[0].category == "dairy")
            #expect(present.items[2].amount == .cad(-25) && present.conflicts.isEmpty)
        }
    }

    // MARK: Adding

    @Test("keeps what two devices have added, each behind the item that it was added behind")
    func bothAdd() async throws {
        try await with { environment, user, purchase in
            func new(_ name: String, after item: Int) -> Edit {
                .newItem(.init(name: name, amount: .cad(325), afterItemID: purchase.items[item].id))
            }
            try await environment.merge(purchase, user, at: 20, new("Bread", after: 0), removal(of: purchase.items[2]))
            let merged = try await environment.merge(
                purchase,
                user,
                at: 30,
                new("Rolls", after: 1),
                new("Jam", after: 2),
                .newItem(.init(name: "Bag", amount: .cad(10)))
            )
            #expect(
                merged.items.map(\.productName) == ["Oat milk", "Bread", "", "Rolls", "Jam", "Bag"],
                "bananas are as printed"
            )
            #expect(merged.conflicts.isEmpty)
            #expect(merged.computedTotal == .cad(698 + 325 + 198 + 325 + 325 + 10 + 44))
        }
    }

    // MARK: Removing

    @Test("removes what no other device has changed")
    func removed() async throws {
        try await with { environment, user, purchase in
            try await environment.merge(purchase, user, at: 30, quantity(3_000, of: purchase.items[0]))
            let merged = try await environment.merge(purchase, user, at: 10, removal(of: purchase.items[1]))
            #expect(merged.items.map(\.id) == [purchase.items[0].id, purchase.items[2].id])
            let both = try await environment.merge(purchase, user, at: 5, removal(of: purchase.items[1]))
            #expect(both == merged && merged.conflicts.isEmpty)
        }
    }

    @Test("of an item that was removed last keeps the changes for choice", arguments: [true, false])
    func removedLast(isRemovedHere: Bool) async throws {
        try await with { environment, user, purchase in
            let bananas = purchase.items[1]
            let merged = try await merge(
                purchase,
                environment,
                user,
                older: amount(300, of: bananas),
                newer: removal(of: bananas),
                isOlderFirst: isRemovedHere
            )
            #expect(merged.items.map(\.id) == [purchase.items[0].id, purchase.items[2].id])
            #expect(merged.conflicts.map(\.changes) == [["Added “BANANAS”: 3.00"]])
            #expect(merged.conflicts.map(\.madeAt) == [purchase.time(after: 20)])
            let chosen = try await environment.choose(merged.conflicts[0], of: merged, user, takesOther: true)
            #expect(chosen.items.map(\.amount) == [.cad(698), .cad(300), .cad(-20)])
            let item = chosen.items[1]
            #expect(item.discount == .cad(-50) && item.quantityThousandths == 1_250 && item.unit == "kg")
            #expect(chosen.conflicts.isEmpty)
        }
    }

    @Test("of an item that was changed last shows it, and keeps the removal for choice", arguments: [true, false])
    func changedLast(isChangedHere: Bool) async throws {
        try await with { environment, user, purchase in
            let bananas = purchase.items[1]
            let merged = try await merge(
                purchase,
                environment,
                user,
                older: removal(of: bananas),
                newer: amount(300, of: bananas),
                isOlderFirst: isChangedHere
            )
            #expect(merged.items.map(\.id) == purchase.items.map(\.id))
            #expect(merged.items[1].amount == .cad(300))
            #expect(merged.conflicts.map(\.changes) == [["Removed “BANANAS”: 3.00"]])
            let chosen = try await environment.choose(merged.conflicts[0], of: merged, user, takesOther: true)
            #expect(chosen.items.map(\.id) == [purchase.items[0].id, purchase.items[2].id])
            #expect(chosen.conflicts.isEmpty)
            let undone = try await environment.undo(purchase, user).purchase
            #expect(undone == merged.inVersion(chosen.version + 1))
        }
    }

    @Test("gives items categories and leaves what others have done to them: names, and that they are gone")
    func categories() async throws {
        try await with { environment, user, purchase in
            let (milk, bananas) = (purchase.items[0], purchase.items[1])
            try await environment.merge(
                purchase,
                user,
                at: 20,
                .item(.init(itemID: milk.id, unit: .init(value: "l"))),
                removal(of: bananas)
            )
            let choice = Budget.ItemsCategory(
                itemIDs: [milk.id, bananas.id],
                category: "drinks",
                categorySymbol: "🥤"
            )
            let merged = try await environment.merge(purchase, user, at: 30, .itemsCategory(choice))
            #expect(merged.items.map(\.id) == [milk.id, purchase.items[2].id])
            #expect(merged.items[0].category == "drinks" && merged.items[0].unit == "l")
            #expect(merged.items[0].productName == milk.productName)
            #expect(merged.conflicts.isEmpty)
            let other = Budget.ItemsCategory(itemIDs: [milk.id], category: "snacks", categorySymbol: "🍿")
            let late = try await environment.merge(purchase, user, at: 10, .itemsCategory(other))
            #expect(late.items[0].category == "drinks")
            #expect(late.conflicts.map(\.changes) == [["“Oat milk” category: 🥤 → 🍿"]])
        }
    }

    @Test("has an item that comes back twice be one")
    func backTwice() async throws {
        try await with { environment, user, purchase in
            let bananas = purchase.items[1]
            try await environment.merge(purchase, user, at: 20, amount(300, of: bananas))
            let merged = try await environment.merge(purchase, user, at: 30, removal(of: bananas))
            let choice = Edit.conflict(.init(conflictID: merged.conflicts[0].id, takeOther: true))
            let chosen = try await environment.merge(merged, user, key: nil, choice)
            #expect(chosen.items.count == 3)
            #expect(try await environment.merge(merged, user, key: nil, choice) == chosen)
        }
    }

    @Test("has a version that the removing device hasn't seen bring the item back, and drops one that it has")
    func unseenVersion() async throws {
        try await with { environment, user, purchase in
            let bananas = purchase.items[1]
            let seen = try await environment.merge(purchase, user, at: 20, amount(300, of: bananas))
            let merged = try await environment.merge(purchase, user, at: 10, amount(400, of: bananas))
            #expect(merged.conflicts.map(\.changes) == [["“BANANAS” amount: 3.00 → 4.00"]])
            let removed = try await environment.merge(seen, user, at: 30, removal(of: bananas))
            #expect(removed.items.count == 2)
            #expect(removed.conflicts.map(\.changes) == [["Added “BANANAS”: 4.00"]])
            #expect(removed.conflicts.map(\.madeAt) == merged.conflicts.map(\.madeAt))
            try await environment.undo(purchase, user)
            let known = try await environment.get(purchase.id, user)
            #expect(known == merged.inVersion(known.version))
            let gone = try await environment.merge(known, user, removal(of: bananas))
            #expect(gone.items.count == 2 && gone.conflicts.isEmpty)
        }
    }

    @Test("brings an item back at the end when the one before it is gone, too")
    func withoutPredecessor() async throws {
        try await with { environment, user, purchase in
            let bananas = purchase.items[1]
            try await environment.merge(purchase, user, at: 20, quantity(2_000, of: bananas))
            let merged = try await environment.merge(
                purchase,
                user,
                at: 30,
                removal(of: bananas),
                removal(of: purchase.items[0])
            )
            #expect(merged.items.map(\.id) == [purchase.items[2].id])
            #expect(merged.conflicts.map(\.changes) == [["Added “BANANAS”: 2.48"]])
            let chosen = try await environment.choose(merged.conflicts[0], of: merged, user, takesOther: true)
            #expect(chosen.items.map(\.productName) == ["Bottle deposit", "BANANAS"])
            #expect(chosen.items[1].quantityThousandths == 2_000)
        }
    }

    @Test("ends the review of what a device has checked, whatever others have changed")
    func review() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user) { purchase in
                purchase.fieldsToReview = [.date, .total]
                purchase.items[2].needsReview = true
            }
            try await environment.merge(purchase, user, .confirmation(.init(subject: .field(.date))))
            let merged = try await environment.merge(
                purchase,
                user,
                .confirmation(.init(subject: .itemID(purchase.items[1].id)))
            )
            #expect(merged.fieldsToReview == [.total])
            #expect(merged.items.map(\.needsReview) == [false, false, true] && merged.conflicts.isEmpty)
        }
    }
}
