import BudgetMessages
import CatalogMessages
import CommonMessages
import EventsMessages
import Foundation
import Foundations
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_budget

/// Requirements BUD-10 (the advice is triggered by the overrun itself) and NOT-11.
@Suite("A goal that is passed", .timeLimit(.minutes(5)))
struct GoalWatchTests {
    @Test("is told once for its period, with what is needed to name it in each language, and not at the limit itself")
    func told() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            environment.service.store.names.update(
                .init(
                    version: "1",
                    categories: [
                        .init(categorySlug: "coffee-tea", english: "Coffee and tea", french: "Café et thé")
                    ]
                )
            )
            let goal = try await environment.addGoal(user)
            try await environment.spend(user, 3_000)
            try await environment.checkGoals()
            #expect(try await environment.goalEvents() == [])
            try await environment.spend(user, 1)
            try await environment.checkGoals()
            let event = Events.GoalPassed(
                userID: user.id,
                goalID: goal.id,
                firstDay: "2023-11-01",
                lastDay: "2023-11-30",
                limit: .cad(3_000),
                spent: .cad(3_001),
                targetEnglish: "Coffee and tea",
                targetFrench: "Café et thé"
            )
            #expect(try await environment.goalEvents() == [.goalPassed(event)])
            try await environment.spend(user, 500)
            try await environment.checkGoals()
            #expect(try await environment.goalEvents() == [.goalPassed(event)])
        }
    }

    @Test("is told anew in the next period, and of the former one nothing is taken back")
    func nextPeriod() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.addGoal(user) { $0.period = .week }
            try await environment.spend(user, 3_001)
            try await environment.checkGoals()
            environment.clock.advance(by: 7 * 86_400)
            try await environment.spend(user, 4_000, on: "2023-11-21")
            try await environment.checkGoals()
            let days = try await environment.goalEvents().map { event in
                if case .goalPassed(let passed) = event { passed.firstDay } else { "kept" }
            }
            #expect(days == ["2023-11-13", "2023-11-20"])
        }
    }

    @Test("is taken back when it is not passed any more, whatever has changed, and told again when it is")
    func takenBack() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let goal = try await environment.addGoal(user)
            let spent = try await environment.spend(user, 3_001)
            try await environment.checkGoals()
            let kept = Events.Event.Payload.goalKept(.init(userID: user.id, goalID: goal.id))
            func lastEvent() async throws -> Events.Event.Payload? {
                try await environment.checkGoals()
                return try await environment.goalEvents().last
            }
            func isPassed() async throws -> Bool {
                if case .goalPassed = try await lastEvent() { true } else { false }
            }
            try await environment.edit(spent, user, .duplicate(.discard))
            #expect(try await lastEvent() == kept)
            try await environment.undo(spent, user)
            #expect(try await isPassed())
            var terms = Budget.GoalTerms.sample
            terms.limit = .cad(5_000)
            _ = try await environment.goals.changeGoal(.init(goalID: goal.id, terms: terms), context: user.context())
            #expect(try await lastEvent() == kept)
            _ = try await environment.goals.undoGoal(.init(goalID: goal.id), context: user.context())
            #expect(try await isPassed())
            try await environment.removeGoal(goal, user)
            #expect(try await lastEvent() == kept)
            let events = try await environment.goalEvents()
            #expect(events.count == 6)
        }
    }

    @Test("is looked for only with users who have goals, and each is queued once")
    func queued() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, other) = (User(), User())
            try await environment.spend(other, 3_001)
            #expect(try await environment.count("goals_to_check") == 0)
            try await environment.addGoal(user)
            try await environment.spend(user, 1)
            try await environment.spend(user, 1)
            #expect(try await environment.count("goals_to_check") == 1)
            try await environment.checkGoals()
            #expect(try await environment.count("goals_to_check") == 0)
        }
    }

    @Test("is decided anew when something changes while it is worked out, and told by one of several instances")
    func concurrent() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.addGoal(user)
            try await environment.spend(user, 3_001)
            let queue = GoalCheck.queue(in: environment.pool)
            let lease = try #require(try await queue.claim(atMost: 1).first)
            #expect(try await queue.claim(atMost: 1).isEmpty)
            try await environment.spend(user, 1)
            try await environment.goalWatch.check(lease)
            #expect(try await environment.goalEvents() == [])
            try await environment.checkGoals()
            #expect(try await environment.goalEvents().count == 1)
        }
    }

    @Test("counts what is listed on a day that has begun anywhere, and nothing of later days")
    func days() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            // 2023-11-14T22:13:20Z: the 15th in Tokyo, and nowhere the 16th.
            try await environment.addGoal(user)
            try await environment.spend(user, 3_001, on: "2023-11-16")
            try await environment.checkGoals()
            #expect(try await environment.goalEvents() == [])
            try await environment.spend(user, 3_001, on: "2023-11-15")
            try await environment.checkGoals()
            #expect(try await environment.goalEvents().count == 1)
        }
    }
}

extension BudgetTestEnvironment {
    fileprivate var goalWatch: GoalWatch {
        GoalWatch(goals: GoalStore(pool: pool, clock: clock), ledger: service.store, log: TestDatabase.quietLogger)
    }

    /// Does all checks that are due, or those of one user.
    func checkGoals(of user: User? = nil) async throws {
        let condition: Statement = user.map { "work.user_id = \(UUID(canonical: $0.id))" } ?? "true"
        for lease in try await GoalCheck.queue(in: pool).claim(atMost: 10, where: condition) {
            try await goalWatch.check(lease)
        }
    }

    /// What was told of goals, oldest first.
    fileprivate func goalEvents() async throws -> [Events.Event.Payload] {
        try await events(to: "notifications").compactMap(\.payload)
    }

    /// Spends on coffee.
    @discardableResult
    fileprivate func spend(
        _ user: User,
        _ amount: Int64,
        on day: String = "2023-11-14"
    ) async throws -> Budget.Purchase {
        try await spend(user) { ($0.purchasedAt, $0.amount) = (.init(date: day), .cad(amount)) }
    }
}
