import BudgetMessages
import RPC
import Testing

@testable import larder_budget

@Suite("Watching a purchase", .timeLimit(.minutes(5)))
struct WatchTests {
    @Test("is rejected for another user's purchase")
    func foreign() async throws {
        try await BudgetTestEnvironment.with { environment in
            let purchase = try await environment.record(User())
            try await environment.withClient(of: User()) { client in
                let status = await failure {
                    try await client.watchPurchase(
                        .init(purchaseID: purchase.id),
                        options: CallOptions(timeout: .seconds(30))
                    ) { updates in
                        try await updates.next()
                    }
                }
                #expect(status?.code == .notFound)
            }
        }
    }

    @Test("resumes after the last update that was seen")
    func takenUp() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            var states: [Budget.Purchase] = []
            for minute in 10..<14 {
                states.append(try await environment.edit(purchase, user, .time(.init(value: "10:\(minute)"))))
            }
            try await environment.withClient(of: user) { client in
                let request = Budget.WatchPurchaseRequest(purchaseID: purchase.id, afterVersion: 3)
                try await client.watchPurchase(request, options: CallOptions(timeout: .seconds(30))) { updates in
                    for state in states.dropFirst(2) { #expect(try await updates.next()?.purchase == state) }
                    let next = try await environment.edit(purchase, user, .time(.init(value: "11:00")))
                    #expect(try await updates.next()?.purchase == next)
                }
            }
        }
    }

    @Test("resumes with every revision, however many there are")
    func takenUpLate() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            var states: [Budget.Purchase] = []
            for minute in 10..<55 {
                states.append(try await environment.edit(purchase, user, .time(.init(value: "10:\(minute)"))))
            }
            try await environment.withClient(of: user) { client in
                let request = Budget.WatchPurchaseRequest(purchaseID: purchase.id, afterVersion: 2)
                try await client.watchPurchase(request, options: CallOptions(timeout: .seconds(30))) { updates in
                    for state in states.dropFirst() {
                        let update = try await updates.next()
                        #expect(update?.purchase == state)
                        #expect(update?.step?.version == state.version)
                    }
                }
            }
        }
    }

    @Test("resumes with the present state alone where former states are no longer kept")
    func tooLate() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            var present = purchase
            for number in 0..<203 {
                let time = "\(10 + number / 60):\(10 + number % 50)"
                present = try await environment.edit(purchase, user, .time(.init(value: time)))
            }
            #expect(present.version == 204)
            try await environment.withClient(of: user) { client in
                let request = Budget.WatchPurchaseRequest(purchaseID: purchase.id, afterVersion: 1)
                try await client.watchPurchase(request, options: CallOptions(timeout: .seconds(30))) { updates in
                    #expect(try await updates.next() == .init(purchase: present))
                    let next = try await environment.edit(purchase, user, .time(.init(value: "09:00")))
                    let update = try await updates.next()
                    #expect(update?.purchase == next)
                    #expect(update?.step?.version == 205)
                }
            }
        }
    }

    @Test("sends the present state and then each revision once, in order")
    func inOrder() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            try await environment.withClient(of: user) { client in
                let options = CallOptions(timeout: .seconds(30))
                try await client.watchPurchase(.init(purchaseID: purchase.id), options: options) { updates in
                    #expect(try await updates.next() == .init(purchase: purchase))
                    var states: [Budget.Purchase?] = []
                    for minute in 10..<30 {
                        states.append(try await environment.edit(purchase, user, .time(.init(value: "10:\(minute)"))))
                    }
                    states.append(try await environment.undo(purchase, user).purchase)
                    for (index, state) in states.enumerated() {
                        let update = try await updates.next()
                        #expect(update?.purchase == state)
                        #expect(update?.step?.version == Int64(index + 2))
                    }
                }
            }
        }
    }
}
