import BudgetMessages
import Foundation
import FoundationsTestSupport
import MessageCoding
import PostgresTestSupport
import RPC
import Testing

@testable import larder_budget

/// A call that may be sent twice, as the gateway and clients do when they don't know whether it arrived.
struct Trial: Sendable, CustomTestStringConvertible {
    /// The method, and what it is called with.
    let method: String
    let what: String
    /// Whether the first call changes anything.
    var hasEffect = true
    /// What happens before.
    var prepare: @Sendable (BudgetTestEnvironment, User, Budget.Purchase) async throws -> Budget.Purchase = { $2 }
    let call: @Sendable (BudgetTestEnvironment, User, Budget.Purchase) async throws -> Void

    var testDescription: String { "\(method), \(what)" }

    static func edit(_ edit: Budget.PurchaseEdit.Edit) -> Trial { Self.edit { _ in [edit] } }

    static func edit(
        version: Int64 = 0,
        hasEffect: Bool = true,
        _ edits: @escaping @Sendable (Budget.Purchase) -> [Budget.PurchaseEdit.Edit]
    ) -> Trial {
        let kinds = edits(.init(items: [.init(), .init(), .init()], conflicts: [.init()])).map(\.kind).joined(
            separator: ", "
        )
        let what = version > 0 ? "\(kinds), with a version" : kinds
        return Trial(method: "EditPurchase", what: what, hasEffect: hasEffect) { environment, user, purchase in
            let request = Budget.EditPurchaseRequest(
                purchaseID: purchase.id,
                expectedVersion: version,
                edits: edits(purchase).map { .init(edit: $0) }
            )
            _ = try await environment.service.editPurchase(request, context: user.context())
        }
    }

    /// A trial of a purchase that two devices have changed in different ways.
    func afterConflict() -> Trial {
        var trial = self
        trial.prepare = { environment, user, purchase in
            try await environment.edit(purchase, user, .note(.init(value: "Of one device")))
            return try await Self.editEarlier(environment, user, purchase)
        }
        return trial
    }

    /// What a device sends late that knew the purchase as it was recorded.
    @discardableResult
    static func editEarlier(
        _ environment: BudgetTestEnvironment,
        _ user: User,
        _ purchase: Budget.Purchase
    ) async throws -> Budget.Purchase {
        let request = Budget.EditPurchaseRequest(
            purchaseID: purchase.id,
            edits: [.init(edit: .note(.init(value: "Of the other")))],
            baseVersion: 1,
            madeAt: purchase.recordedAt
        )
        return try await environment.service.editPurchase(request, context: user.context())
    }
}

@Suite("A method declared idempotent", .timeLimit(.minutes(5)))
struct IdempotentMethodTests {
    private static let edits: [Trial] = [
        .edit(.storeName(.init(value: "Corner Shop"))), .edit(.storeAddress(.init(value: "1 Main Street"))),
        .edit { _ in [.storeName(.init(value: "A")), .storeName(.init(value: "B"))] },
        .edit(.note(.init(value: "For Ada"))), .edit(.date(.init(value: "2025-03-08"))),
        .edit(.time(.init(value: "10:00"))),
        .edit(.currency(.init(value: "KWD"))), .edit(.subtotal(.init(value: .cad(1)))),
        .edit(.total(.init(value: .cad(1)))), .edit(.taxes(.init(taxes: [.init(label: "HST", amount: .cad(1))]))),
        .edit { [.item(.init(itemID: $0.items[0].id, amount: .cad(20), returned: .init(value: true)))] },
        .edit(hasEffect: false) { _ in [.newItem(.init(name: "Bread", amount: .cad(325)))] },
        .edit(version: 1) { _ in [.newItem(.init(name: "Bread", amount: .cad(325)))] },
        .edit { [.itemRemoval(.init(itemID: $0.items[1].id))] },
        .edit {
            [.itemsCategory(.init(itemIDs: $0.items.prefix(2).map(\.id), category: "drinks", categorySymbol: "🥤"))]
        },
        .edit(.confirmation(.init(subject: .everything(true)))), .edit(.duplicate(.discard)),
        .edit { [.conflict(.init(conflictID: $0.conflicts[0].id, takeOther: true))] }.afterConflict(),
        Trial(method: "EditPurchase", what: "merged") { environment, user, purchase in
            try await environment.edit(purchase, user, .note(.init(value: "Of one device")))
            try await Trial.editEarlier(environment, user, purchase)
        },
    ]

    private static let others: [Trial] = [
        Trial(method: "CreatePurchase", what: "without a key", hasEffect: false) { environment, user, _ in
            try await environment.create(user, key: nil)
        },
        Trial(method: "CreatePurchase", what: "with a key") { environment, user, _ in
            try await environment.create(user, key: "key")
        },
        Trial(method: "CreateExpenditure", what: "without a key", hasEffect: false) { environment, user, _ in
            try await environment.spend(user, key: nil)
        },
        Trial(method: "CreateExpenditure", what: "with a key") { environment, user, _ in
            try await environment.spend(user, key: "key")
        },
        Trial(method: "RecordPurchase", what: "another receipt") { environment, user, purchase in
            // The receipt's identifier is the same both times, and no other purchase has it.
            try await environment.record(user, receipt: #require(UUID(uuidString: purchase.id)))
        },
        Trial(method: "RecordPurchase", what: "the same receipt", hasEffect: false) { environment, user, purchase in
            try await environment.record(user, receipt: #require(UUID(uuidString: purchase.receiptID)))
        },
        Trial(method: "CorrectItem", what: "name and amount") { environment, user, purchase in
            let request = Budget.CorrectItemRequest(
                purchaseID: purchase.id,
                itemID: purchase.items[0].id,
                name: .init(value: "Soy milk"),
                quantity: .init(thousandths: 1),
                amount: .cad(1)
            )
            _ = try await environment.service.correctItem(request, context: user.context())
        },
        Trial(method: "ConfirmPurchase", what: "with a version") { environment, user, purchase in
            let request = Budget.ConfirmPurchaseRequest(purchaseID: purchase.id, expectedVersion: 1)
            _ = try await environment.service.confirmPurchase(request, context: user.context())
        },
    ]

    private static let all = edits + others

    @Test("changes nothing when it is sent again, without a key unless it requires one", arguments: all)
    func twice(_ trial: Trial) async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let recorded = try await environment.record(user) { $0.fieldsToReview = [.date] }
            environment.clock.advance(by: 60)
            let purchase = try await trial.prepare(environment, user, recorded)
            var contents = [try await environment.owner.contents()]
            for _ in 0..<2 {
                // The second call may fail, such as for an item that is gone.
                do { try await trial.call(environment, user, purchase) } catch is Status {}
                contents.append(try await environment.owner.contents())
                environment.clock.advance(by: 60)
            }
            #expect((contents[0] != contents[1]) == trial.hasEffect)
            #expect(contents[1] == contents[2])
        }
    }

    @Test("is tried here, with every kind of edit")
    func complete() {
        let declared = Budget.PurchasesService.descriptor.methods.filter { $0.idempotency == .idempotent }
        #expect(Set(Self.all.map(\.method)) == Set(declared.map(\.name)))
        let kinds = Set(Self.edits.flatMap { $0.what.split(separator: ", ") })
        for field in Budget.PurchaseEdit.descriptor.fields {
            let name = field.name.split(separator: "_").enumerated().map { $0 == 0 ? String($1) : $1.capitalized }
            #expect(kinds.contains(Substring(name.joined())), "\(field.name) isn't tried")
        }
    }
}

extension Budget.PurchaseEdit.Edit {
    /// The name of the case.
    fileprivate var kind: String { Mirror(reflecting: self).children.first?.label ?? "" }
}
