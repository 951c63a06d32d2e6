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
    func notified() async throws {
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
    func withdrawn() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let goal = try await environment.addGoal(user)
            let spent = try await environment.spend(user, 3_001)
            try await environment.checkGoals()
            let kept = Events.Event.Payload.goalKept(
                .init(userID: user.id, goalID: goal.id, firstDay: "2023-11-01")
            )
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
            // Three times are enough.
            _ = try await environment.goals.undoGoal(.init(goalID: goal.id), context: user.context())
            try await environment.checkGoals()
            #expect(try await environment.goalEvents().count == 6)
        }
    }

    @Test("is taken back when the import is undone that has passed it")
    func importUndone() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.addGoal(user) { $0.category = "" }
            let imported = try await environment.importFile("date,name,amount\n2023-11-14,Sofa,90.00\n", user)
            try await environment.checkGoals()
            #expect(try await environment.goalEvents().count == 1)
            _ = try await environment.undoImport(imported, user)
            try await environment.checkGoals()
            guard case .goalKept = try await environment.goalEvents().last else {
                Issue.record("it is not taken back")
                return
            }
        }
    }

    @Test("is told anew where its terms have changed, after what was told before is taken back")
    func changedTerms() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let goal = try await environment.addGoal(user)
            try await environment.spend(user, 3_001)
            try await environment.checkGoals()
            var terms = Budget.GoalTerms.sample
            terms.limit = .cad(2_000)
            _ = try await environment.goals.changeGoal(.init(goalID: goal.id, terms: terms), context: user.context())
            try await environment.checkGoals()
            let limits = try await environment.goalEvents().map { event -> Int64? in
                if case .goalPassed(let passed) = event { passed.limit?.minorUnits } else { nil }
            }
            #expect(limits == [3_000, nil, 2_000])
            // Of a period that is none of the goal's any more, too.
            terms.period = .week
            _ = try await environment.goals.changeGoal(.init(goalID: goal.id, terms: terms), context: user.context())
            try await environment.checkGoals()
            let days = try await environment.goalEvents().suffix(2).map { event in
                switch event {
                case .goalPassed(let passed): "passed \(passed.firstDay)"
                case .goalKept(let kept): "kept \(kept.firstDay)"
                default: "other"
                }
            }
            #expect(days == ["kept 2023-11-01", "passed 2023-11-13"])
        }
    }

    @Test("is told of at most 20 in a day, so that nobody is flooded")
    func flood() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            for _ in 0..<25 { try await environment.addGoal(user) }
            try await environment.spend(user, 3_001)
            try await environment.checkGoals()
            #expect(try await environment.goalEvents().count == GoalWatch.limitPerDay)
            #expect(try await environment.count("passed_goals") == 25)
        }
    }

    // MARK: Other currencies

    @Test("is told once where other currencies pass it, also when their rates are corrected, and anew of its own alone")
    func converted() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.addGoal(user)
            func rate(_ figure: String) {
                environment.rates.conversions = ["USD CAD 2023-11-14": "×\(figure) USD CAD 2023-11-14"]
            }
            /// Spends dollars of the goal's and tells what is told then: what was spent in passing it, nil in keeping it.
            func told(after amount: Int64) async throws -> [Int64?] {
                let before = try await environment.goalEvents().count
                try await environment.spend(user, amount)
                try await environment.checkGoals()
                return try await environment.goalEvents().dropFirst(before).map { event in
                    if case .goalPassed(let passed) = event { passed.spent?.minorUnits } else { nil }
                }
            }
            rate("1.4")
            try await environment.spend(user, 700, "USD")
            #expect(try await told(after: 2_000) == [])
            // 2,021 + 980
            #expect(try await told(after: 21) == [3_001])
            rate("1.5")
            #expect(try await told(after: 1) == [])
            // 2,023 + 840
            rate("1.2")
            #expect(try await told(after: 1) == [nil])
            rate("1.5")
            #expect(try await told(after: 1) == [])
            rate("1.2")
            _ = try await told(after: 1)
            #expect(try await told(after: 976) == [3_841])
        }
    }

    @Test("is told while catalog can't be asked for rates only of its own currency, and the others when it can be")
    func withoutRates() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, other) = (User(), User())
            for user in [user, other] { try await environment.addGoal(user) }
            environment.rates.conversions = ["USD CAD 2023-11-14": "×1.4 USD CAD 2023-11-14"]
            environment.rates.outage = Status(.unavailable, "down")
            try await environment.spend(user, 2_500)
            try await environment.spend(user, 500, "USD")
            try await environment.checkGoals()
            #expect(try await environment.goalEvents() == [])
            let due: Date = try await environment.pool.query("SELECT due_at FROM goals_to_check")[0]["due_at"]
            #expect(due == environment.clock.now.addingTimeInterval(GoalWatch.pauseWithoutRates))
            try await environment.spend(other, 3_001)
            try await environment.spend(other, 1, "USD")
            try await environment.checkGoals()
            #expect(try await environment.goalEvents().count == 1)
            environment.rates.outage = nil
            try await environment.checkGoals()
            #expect(try await environment.goalEvents().count == 2)
            #expect(try await environment.count("goals_to_check") == 0)
            // What was told isn't taken back for want of rates.
            environment.rates.outage = Status(.unavailable, "down")
            try await environment.spend(user, 1)
            try await environment.checkGoals()
            #expect(try await environment.goalEvents().count == 2)
        }
    }

    // MARK: When

    @Test("is not decided before catalog has said what is within categories")
    func unknownNames() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            try await environment.addGoal(user)
            try await environment.spend(user, 3_001)
            let lease = try #require(
                try await GoalWatch.queue(in: environment.pool).claim(atMost: 1, early: true).first
            )
            let outcome = try await environment.goalWatch.check(lease)
            #expect(outcome == .postponed(.seconds(5), isCounted: false))
            #expect(try await environment.count("goals_to_check") == 1)
            #expect(try await environment.goalEvents() == [])
        }
    }

    @Test("is told on each day that it is somewhere, for goals of a day", arguments: 0..<24)
    func everyHour(hour: Int) async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            // 2023-11-14T22:13:20Z.
            environment.clock.advance(by: Double(hour) * 3_600)
            try await environment.addGoal(user) { $0.period = .day }
            let now = environment.clock.now
            let today = CalendarDay(of: now, in: .gmt).text
            try await environment.spend(user, 3_001, on: today)
            try await environment.checkGoals()
            guard case .goalPassed(let passed)? = try await environment.goalEvents().first else {
                Issue.record("it is not told")
                return
            }
            #expect(passed.firstDay == today)
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
            let queue = GoalWatch.queue(in: environment.pool)
            let lease = try #require(try await queue.claim(atMost: 1, early: true).first)
            #expect(try await queue.claim(atMost: 1, early: true).isEmpty)
            try await environment.spend(user, 1)
            environment.service.store.names.update(.init(version: "1"))
            _ = try await environment.goalWatch.check(lease)
            #expect(try await environment.goalEvents() == [])
            try await environment.checkGoals()
            #expect(try await environment.goalEvents().count == 1)
        }
    }

    @Test("counts what is listed on a day that has begun anywhere, and of later days when they begin")
    func days() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            // 2023-11-14T22:13:20Z: the 15th in Tokyo, and nowhere the 16th.
            try await environment.addGoal(user)
            try await environment.spend(user, 3_001, on: "2023-11-16")
            try await environment.checkGoals()
            #expect(try await environment.goalEvents() == [])
            // It begins in the east at ten o'clock of the day before, UTC.
            let due: Date = try await environment.pool.query("SELECT due_at FROM goals_to_check")[0]["due_at"]
            #expect(due == Date(timeIntervalSince1970: 1_700_042_400))
            try await environment.spend(user, 3_001, on: "2023-11-15")
            try await environment.checkGoals()
            #expect(try await environment.goalEvents().count == 1)
        }
    }
}

extension BudgetTestEnvironment {
    fileprivate var goalWatch: GoalWatch {
        GoalWatch(
            goals: GoalStore(pool: pool, clock: clock),
            ledger: service.store,
            rates: exchange,
            log: TestDatabase.quietLogger
        )
    }

    /// Does all checks that are due, or those of one user.
    func checkGoals(of user: User? = nil) async throws {
        let condition: Statement = user.map { "work.user_id = \(UUID(canonical: $0.id))" } ?? "true"
        if !service.store.names.areKnown { service.store.names.update(.init(version: "1")) }
        for lease in try await GoalWatch.queue(in: pool).claim(atMost: 10, where: condition, early: true) {
            _ = try await goalWatch.check(lease)
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
        _ currency: String = "CAD",
        on day: String = "2023-11-14"
    ) async throws -> Budget.Purchase {
        try await spend(user) { request in
            request.purchasedAt = .init(date: day)
            request.amount = .init(minorUnits: amount, currency: currency)
        }
    }
}
