import BudgetMessages
import EventsMessages
import Foundation
import PostgresTestSupport
import RPC
import Testing

@testable import larder_budget

@Suite("Events of corrections", .timeLimit(.minutes(5)))
struct CorrectedEventTests {
    private func corrections(_ environment: BudgetTestEnvironment) async throws -> [[Events.FieldCorrection]] {
        try await environment.events(to: "ocr").compactMap { event in
            if case .purchaseCorrected(let corrected) = event.payload { corrected.corrections } else { nil }
        }
    }

    @Test("are not sent for rejected or ineffective changes")
    func nothing() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let negative = Budget.ItemCorrection(itemID: purchase.items[0].id, amount: .cad(-1))
            _ = await failure { try await environment.edit(purchase, user, .item(negative)) }
            try await environment.edit(purchase, user, .total(.init(value: .cad(920))))
            #expect(try await corrections(environment).isEmpty)
        }
    }

    @Test("contain the reading and the owner's value, in order, including undo")
    func corrected() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user) {
                for index in $0.items.indices { $0.items[index].receiptLine = Int32(index + 1) }
            }
            try await environment.edit(
                purchase,
                user,
                .item(.init(itemID: purchase.items[1].id, name: .init(value: "Bananas"), amount: .cad(250))),
                .total(.init(value: .cad(922)))
            )
            try await environment.undo(purchase, user)
            let expected: [Events.FieldCorrection] = [
                .init(field: .total, before: "9.20", after: "9.22"),
                .init(
                    field: .product,
                    receiptLine: 2,
                    printedText: "BANANAS",
                    before: "BANANAS",
                    after: "Bananas"
                ),
                .init(field: .amount, receiptLine: 2, printedText: "BANANAS", before: "2.48", after: "2.50"),
            ]
            let undone = expected.map { correction in
                var undone = correction
                (undone.before, undone.after) = (correction.after, correction.before)
                return undone
            }
            #expect(try await corrections(environment) == [expected, undone])
        }
    }

    @Test("report that a purchase is confirmed or discarded, once each")
    func settled() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let confirmation = Budget.ConfirmPurchaseRequest(purchaseID: purchase.id)
            for _ in 0..<2 { _ = try await environment.service.confirmPurchase(confirmation, context: user.context()) }
            try await environment.edit(purchase, user, .time(.init(value: "10:00")))
            try await environment.edit(purchase, user, .duplicate(.discard))
            let settled = try await environment.events(to: "ocr").filter { event in
                if case .purchaseSettled(let settled) = event.payload {
                    settled.receiptID == purchase.receiptID && settled.userID == user.id
                } else {
                    false
                }
            }
            #expect(settled.count == 2)
        }
    }

    @Test("report added, removed and confirmed items")
    func items() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            try await environment.edit(
                purchase,
                user,
                version: 1,
                .newItem(.init(name: "Bread", amount: .cad(325))),
                .itemRemoval(.init(itemID: purchase.items[2].id)),
                .confirmation(.init(subject: .itemID(purchase.items[1].id)))
            )
            #expect(
                try await corrections(environment) == [
                    [
                        .init(field: .product, printedText: "BANANAS", before: "BANANAS", after: "BANANAS"),
                        .init(field: .item, printedText: "DEPOSIT RETURN", before: "Bottle deposit", after: ""),
                        .init(field: .item, before: "", after: "Bread"),
                    ]
                ]
            )
        }
    }
}
