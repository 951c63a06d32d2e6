import BudgetMessages
import CommonMessages
import Foundation
import PostgresTestSupport
import RPC
import Testing

@testable import larder_budget

@Suite("Undoing steps", .timeLimit(.minutes(5)))
struct UndoTests {
    @Test("is rejected without a revision to undo, or when the purchase has changed since")
    func refused() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let nothing = await failure { try await environment.undo(purchase, user) }
            #expect(nothing?.code == .failedPrecondition)
            #expect(nothing?.reason == "NOTHING_TO_UNDO")
            let edited = try await environment.edit(purchase, user, .time(.init(value: "10:00")))
            #expect(await failure { try await environment.undo(purchase, user, version: 1) }?.code == .aborted)
            #expect(try await environment.get(purchase.id, user) == edited)
        }
    }

    @Test("restores exactly the previous state, revision by revision, and names what was undone")
    func steps() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            var states = [try await environment.record(user) { $0.fieldsToReview = [.date] }]
            let purchase = states[0]
            states.append(
                try await environment.edit(
                    purchase,
                    user,
                    version: 1,
                    .newItem(.init(name: "Bread", amount: .cad(325), afterItemID: purchase.items[0].id)),
                    .itemRemoval(.init(itemID: purchase.items[2].id)),
                    .total(.init(value: .cad(990)))
                )
            )
            states.append(
                try await environment.edit(purchase, user, .currency(.init(value: "KWD")), .taxes(.init()))
                    .expectingVersion(3)
            )
            let request = Budget.ConfirmPurchaseRequest(purchaseID: purchase.id)
            states.append(try await environment.service.confirmPurchase(request, context: user.context()))
            for (number, expected) in states.dropLast().reversed().enumerated() {
                let answer = try await environment.undo(purchase, user)
                var restored = expected
                restored.version = Int64(5 + number)
                #expect(answer.purchase == restored)
                #expect(answer.undone?.version == Int64(4 - number))
                #expect(answer.undone?.changes.isEmpty == false)
                #expect(try await environment.get(purchase.id, user) == restored)
            }
            #expect(await failure { try await environment.undo(purchase, user) }?.reason == "NOTHING_TO_UNDO")
        }
    }

    @Test("continues after a new revision")
    func afterwards() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            func time(_ text: String) async throws {
                try await environment.edit(purchase, user, .time(.init(value: text)))
            }
            for text in ["10:00", "11:00"] { try await time(text) }
            try await environment.undo(purchase, user)
            try await time("12:00")
            #expect(try await environment.undo(purchase, user).purchase?.purchasedAt?.time == "10:00")
            #expect(try await environment.undo(purchase, user).purchase?.purchasedAt?.time == "17:42")
            let history = try await environment.steps(purchase, user)
            #expect(history.map(\.version) == [7, 6, 5, 4, 3, 2])
            #expect(history.map(\.undoesVersion) == [2, 5, 0, 3, 0, 0])
            #expect(history.map(\.undoneByVersion) == [0, 0, 6, 0, 4, 7])
            #expect(history[4].changes == ["Time: 10:00 → 11:00"])
            #expect(history[3].changes == ["Time: 11:00 → 10:00"])
        }
    }

    @Test("undoes one revision per idempotency key, however often it is sent")
    func once() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            for text in ["10:00", "11:00", "12:00"] {
                try await environment.edit(purchase, user, .time(.init(value: text)))
            }
            let answers = try await withThrowingTaskGroup { group in
                for _ in 0..<6 { group.addTask { try await environment.undo(purchase, user, key: "key") } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0 == answers[0] })
            #expect(try await environment.get(purchase.id, user).purchasedAt?.time == "11:00")
        }
    }

    @Test("of many concurrent calls undoes as many revisions, each once")
    func concurrent() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            for minute in 10..<18 { try await environment.edit(purchase, user, .time(.init(value: "10:\(minute)"))) }
            let undone = try await withThrowingTaskGroup { group in
                for _ in 0..<8 { group.addTask { try await environment.undo(purchase, user).undone?.version ?? 0 } }
                return try await group.reduce(into: Set<Int64>()) { $0.insert($1) }
            }
            #expect(undone == Set(2...9))
            #expect(try await environment.get(purchase.id, user).purchasedAt == purchase.purchasedAt)
        }
    }

    @Test("paginates its history")
    func pages() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            for minute in 10..<15 { try await environment.edit(purchase, user, .time(.init(value: "10:\(minute)"))) }
            var versions: [Int64] = []
            var token = ""
            repeat {
                let page = Budget.ListStepsRequest(purchaseID: purchase.id, page: .init(size: 2, token: token))
                let answer = try await environment.service.listSteps(page, context: user.context())
                versions += answer.steps.map(\.version)
                token = answer.nextPageToken
            } while !token.isEmpty
            #expect(versions == [6, 5, 4, 3, 2])
        }
    }

    @Test("drops states that are too old, but not their descriptions")
    func limit() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            for minute in 0...200 {
                let time = "1\(minute / 60):\(minute % 60 / 10)\(minute % 10)"
                try await environment.edit(purchase, user, .time(.init(value: time)))
            }
            for _ in 0..<200 { try await environment.undo(purchase, user) }
            let status = await failure { try await environment.undo(purchase, user) }
            #expect(status?.reason == "NOTHING_TO_UNDO")
            #expect(status?.message.contains("too long ago") == true)
            #expect(try await environment.count("purchase_steps") == 401)
        }
    }
}

extension Budget.Purchase {
    /// The purchase with the version that a test expects.
    fileprivate func expectingVersion(_ version: Int64) -> Budget.Purchase {
        #expect(self.version == version)
        return self
    }
}
