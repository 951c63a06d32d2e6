import BudgetMessages
import CommonMessages
import Foundation
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_budget

@Suite("Correcting an item", .timeLimit(.minutes(5)))
struct CorrectionTests {
    private func correct(
        _ environment: BudgetTestEnvironment,
        _ user: User,
        _ purchase: Budget.Purchase,
        item: Int = 1,
        version: Int64 = 0,
        key: String? = nil,
        _ adjust: (inout Budget.CorrectItemRequest) -> Void
    ) async throws -> Budget.Purchase {
        var request = Budget.CorrectItemRequest(
            purchaseID: purchase.id,
            itemID: purchase.items[item].id,
            expectedVersion: version
        )
        adjust(&request)
        return try await environment.service.correctItem(request, context: user.context(idempotencyKey: key))
    }

    @Test("is rejected with all violations, and changes nothing")
    func violations() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let status = await failure {
                try await correct(environment, user, purchase, version: -1) {
                    $0.purchaseID = "1"
                    $0.itemID = ""
                    $0.name = .init(value: " \n ")
                    $0.quantity = .init(thousandths: 0)
                }
            }
            let fields = ["purchase_id", "item_id", "expected_version", "name", "quantity.thousandths"]
            #expect(status?.fieldViolations.map(\.field) == fields)
            #expect(await failure { try await correct(environment, user, purchase) { _ in } }?.code == .invalidArgument)
            #expect(try await environment.get(purchase.id, user) == purchase)
        }
    }

    @Test("keeps the previous value when the amount is negative, in another currency or too large")
    func amounts() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user) { $0.items[0].amount = .cad(.max - 10_000) }
            let wrong: [Common.Money] = [
                .cad(-1), .init(minorUnits: 1, currency: "USD"), .init(minorUnits: 1), .cad(.max),
            ]
            for amount in wrong {
                let status = await failure { try await correct(environment, user, purchase) { $0.amount = amount } }
                #expect(status?.fieldViolations.map(\.field) == ["amount"])
            }
            #expect(try await environment.get(purchase.id, user) == purchase)
        }
    }

    @Test("finds no purchase of another user, nor an item of another purchase")
    func foreign() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let (purchase, other) = (try await environment.record(user), try await environment.record(user))
            let byStranger = await failure {
                try await correct(environment, User(), purchase) { $0.amount = .cad(1) }
            }
            #expect(byStranger == .notFound("purchase"))
            let elsewhere = await failure {
                try await correct(environment, user, purchase) {
                    $0.itemID = other.items[0].id
                    $0.amount = .cad(1)
                }
            }
            #expect(elsewhere?.code == .notFound)
            #expect(try await environment.get(purchase.id, user) == purchase)
            #expect(try await environment.get(other.id, user) == other)
        }
    }

    @Test("changes the given fields, ends the item's review and updates the total")
    func given() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let corrected = try await correct(environment, user, purchase, version: 1) { $0.amount = .cad(250) }
            var expected = purchase
            expected.items[1].amount = .cad(250)
            expected.items[1].needsReview = false
            expected.computedTotal = .cad(922)
            expected.totalsAgree = false
            expected.version = 2
            #expect(corrected == expected)
            let renamed = try await correct(environment, user, purchase, version: 2) {
                $0.name = .init(value: " Bananas ")
                $0.quantity = .init(thousandths: 1_300)
            }
            expected.items[1].productName = "Bananas"
            expected.items[1].quantityThousandths = 1_300
            expected.version = 3
            #expect(renamed == expected)
            #expect(try await environment.get(purchase.id, user) == expected)
        }
    }

    @Test("accepts a negative amount where it was negative before")
    func negative() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let corrected = try await correct(environment, user, purchase, item: 2) { $0.amount = .cad(-40) }
            #expect(corrected.items[2].amount == .cad(-40))
        }
    }

    @Test("that changes nothing creates no new version")
    func same() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let corrected = try await correct(environment, user, purchase, item: 0) { $0.amount = .cad(698) }
            #expect(corrected == purchase)
        }
    }

    @Test("is rejected when the purchase has changed since, with the present version")
    func conflict() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let corrected = try await correct(environment, user, purchase, version: 1) { $0.amount = .cad(250) }
            let status = await failure {
                try await correct(environment, user, purchase, version: 1) { $0.amount = .cad(260) }
            }
            #expect(status?.code == .aborted)
            #expect(status?.reason == "VERSION_CONFLICT")
            #expect(status?.message.contains("version 2") == true)
            #expect(try await environment.get(purchase.id, user) == corrected)
        }
    }

    @Test("one of many concurrent corrections of a version wins")
    func concurrent() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let wins = try await withThrowingTaskGroup { group in
                for cents in Int64(1)...10 {
                    group.addTask {
                        do {
                            _ = try await correct(environment, user, purchase, version: 1) { $0.amount = .cad(cents) }
                            return 1
                        } catch let status as Status where status.code == .aborted {
                            return 0
                        }
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(wins == 1)
            #expect(try await environment.get(purchase.id, user).version == 2)
        }
    }
}

@Suite("An idempotency key", .timeLimit(.minutes(5)))
struct IdempotencyTests {
    private func correct(
        _ environment: BudgetTestEnvironment,
        _ user: User,
        _ purchase: Budget.Purchase,
        _ key: String,
        _ cents: Int64
    )
        async throws -> Budget.Purchase
    {
        let request = Budget.CorrectItemRequest(
            purchaseID: purchase.id,
            itemID: purchase.items[1].id,
            expectedVersion: 1,
            amount: .cad(cents)
        )
        return try await environment.service.correctItem(request, context: user.context(idempotencyKey: key))
    }

    @Test("is rejected with another change")
    func reused() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let corrected = try await correct(environment, user, purchase, "key", 250)
            let status = await failure { try await correct(environment, user, purchase, "key", 251) }
            #expect(status?.code == .aborted)
            #expect(status?.reason == "IDEMPOTENCY_KEY_REUSED")
            #expect(try await environment.get(purchase.id, user) == corrected)
        }
    }

    @Test("is rejected when empty or too long", arguments: ["", String(repeating: "k", count: 201)])
    func malformed(key: String) async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let status = await failure { try await correct(environment, user, purchase, key, 250) }
            #expect(status?.fieldViolations.map(\.field) == ["idempotency-key"])
        }
    }

    @Test("returns the same response again, also after other changes and when sent many times at once")
    func repeated() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let answers = try await withThrowingTaskGroup { group in
                for _ in 0..<8 { group.addTask { try await correct(environment, user, purchase, "key", 250) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0 == answers[0] && $0.version == 2 })
            _ = try await environment.service.confirmPurchase(.init(purchaseID: purchase.id), context: user.context())
            #expect(try await correct(environment, user, purchase, "key", 250) == answers[0])
            #expect(try await environment.get(purchase.id, user).version == 3)
        }
    }

    @Test("can be reused after a change that failed")
    func failed() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            #expect(
                await failure { try await correct(environment, user, purchase, "key", -1) }?.code == .invalidArgument
            )
            #expect(try await correct(environment, user, purchase, "key", 250).version == 2)
        }
    }

    @Test("belongs to one user")
    func users() async throws {
        try await BudgetTestEnvironment.with { environment in
            for user in [User(), User()] {
                let purchase = try await environment.record(user)
                #expect(try await correct(environment, user, purchase, "key", 250).id == purchase.id)
            }
        }
    }

    @Test("is stored under the method's name alone, as by the versions before")
    func operation() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let method = Budget.PurchasesService.correctItem.path
            let context = user.context(method: method, idempotencyKey: "key")
            let request = Budget.CorrectItemRequest(
                purchaseID: purchase.id,
                itemID: purchase.items[1].id,
                amount: .cad(250)
            )
            _ = try await environment.service.correctItem(request, context: context)
            let operation: String = try await environment.pool.query("SELECT operation FROM answered_requests")[0][
                "operation"
            ]
            #expect(method == "larder.budget.v1.Purchases/CorrectItem" && operation == "CorrectItem")
        }
    }

    @Test("expires")
    func forgotten() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            _ = try await correct(environment, user, purchase, "key", 250)
            try await IdempotencyStore.deleteAnswers(before: Date() - 60, in: environment.pool)
            #expect(try await environment.count("answered_requests") == 1)
            try await IdempotencyStore.deleteAnswers(before: Date() + 60, in: environment.pool)
            #expect(try await environment.count("answered_requests") == 0)
        }
    }
}

@Suite("Confirming a purchase", .timeLimit(.minutes(5)))
struct ConfirmationTests {
    private func confirm(_ environment: BudgetTestEnvironment, _ user: User, _ id: String, version: Int64 = 0)
        async throws
        -> Budget.Purchase
    {
        let request = Budget.ConfirmPurchaseRequest(purchaseID: id, expectedVersion: version)
        return try await environment.service.confirmPurchase(request, context: user.context())
    }

    @Test("is rejected for another user's purchase and for one that has changed since")
    func refused() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            #expect(await failure { try await confirm(environment, User(), purchase.id) } == .notFound("purchase"))
            #expect(await failure { try await confirm(environment, user, "") }?.code == .invalidArgument)
            let status = await failure { try await confirm(environment, user, purchase.id, version: 7) }
            #expect(status?.code == .aborted)
            #expect(status?.message.contains("version 1") == true)
            #expect(try await environment.get(purchase.id, user) == purchase)
        }
    }

    @Test("marks the purchase, also when its sums disagree; repeating it has no effect")
    func confirmed() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            var expected = try await environment.record(user) {
                $0.total = .cad(1)
                $0.fieldsToReview = [.total]
            }
            #expect(expected.fieldsToReview == [.total])
            expected.state = .confirmed
            expected.fieldsToReview = []
            expected.items[1].needsReview = false
            expected.version = 2
            #expect(try await confirm(environment, user, expected.id, version: 1) == expected)
            #expect(try await confirm(environment, user, expected.id, version: 1) == expected)
            #expect(try await environment.get(expected.id, user) == expected)
        }
    }
}
