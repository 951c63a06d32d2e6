import BudgetMessages
import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import FoundationsTestSupport
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_budget

/// Requirement BUD-08.
@Suite("Goals", .timeLimit(.minutes(5)))
struct GoalTests {
    // MARK: Rejections

    @Test("are rejected for an unknown period, target or amount, with all violations, and nothing is stored")
    func violations() async throws {
        try await BudgetTestEnvironment.with { environment in
            func fields(_ terms: Budget.GoalTerms?, key: String? = "key") async -> [String]? {
                await failure {
                    try await environment.goals.createGoal(
                        .init(terms: terms),
                        context: User().context(idempotencyKey: key)
                    )
                }?.fieldViolations.map(\.field).sorted()
            }
            #expect(await fields(nil)?.contains("terms") == true)
            let wrong = Budget.GoalTerms(
                beginsOn: 40,
                limit: .init(minorUnits: 0, currency: "XXX"),
                category: "Dairy",
                productID: "1"
            )
            #expect(
                await fields(wrong, key: nil) == [
                    "idempotency-key", "terms.begins_on", "terms.category", "terms.limit", "terms.limit",
                    "terms.period",
                    "terms.product_id", "terms.product_id",
                ]
            )
            var terms = Budget.GoalTerms.sample
            for (period, begin) in [(Budget.GoalPeriod.week, 8), (.month, 32), (.year, 2), (.day, 2), (.month, -1)] {
                (terms.period, terms.beginsOn) = (period, Int32(begin))
                #expect(await fields(terms) == ["terms.begins_on"])
            }
            terms = .sample
            terms.productID = UUID().canonical
            #expect(await fields(terms) == ["terms.product_id"])
            let count = try await environment.count("goals")
            #expect(count == 0)
        }
    }

    @Test("are at most 100 of a user, also when added at once; removed ones make room")
    func limit() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let outcomes = await withTaskGroup { group in
                for _ in 0..<(Goal.limit + 5) {
                    group.addTask { () -> StatusReason? in
                        do { try await environment.addGoal(user) } catch {
                            return (error as? Status)?.reason ?? "OTHER"
                        }
                        return nil
                    }
                }
                return await group.reduce(into: [StatusReason?]()) { $0.append($1) }
            }
            #expect(outcomes.count { $0 == nil } == Goal.limit)
            #expect(outcomes.count { $0 == "TOO_MANY_GOALS" } == 5)
            let goals = try await environment.listGoals(user)
            try await environment.removeGoal(goals[0], user)
            try await environment.addGoal(user)
            // One that comes back needs room, too.
            let back = await failure {
                try await environment.goals.undoGoal(.init(goalID: goals[0].id), context: user.context())
            }
            #expect(back?.reason == "TOO_MANY_GOALS")
            try await environment.removeGoal(goals[1], user)
            let undone = try await environment.goals.undoGoal(.init(goalID: goals[0].id), context: user.context())
            #expect(!undone.removed)
            for goal in goals.dropFirst(2) { try await environment.removeGoal(goal, user) }
            for _ in 0..<5 { try await environment.addGoal(user) }
            // Of removed ones only so many are kept.
            let kept = try await environment.count("goals")
            #expect(kept <= 2 * Goal.limit)
        }
    }

    @Test("of others are not found, and a change of one that was changed since is rejected")
    func conflicts() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let goal = try await environment.addGoal(user)
            let request = Budget.ChangeGoalRequest(goalID: goal.id, expectedVersion: 1, terms: .sample)
            let stranger = await failure { try await environment.goals.changeGoal(request, context: User().context()) }
            #expect(stranger == .notFound("goal"))
            var terms = Budget.GoalTerms.sample
            terms.limit = .cad(1)
            let changed = try await environment.goals.changeGoal(
                .init(goalID: goal.id, expectedVersion: 1, terms: terms),
                context: user.context()
            )
            #expect(changed.version == 2 && changed.terms?.limit == .cad(1))
            let late = await failure { try await environment.goals.changeGoal(request, context: user.context()) }
            #expect(late?.code == .aborted && late?.reason == "VERSION_CONFLICT")
            try await environment.removeGoal(goal, user)
            let gone = await failure { try await environment.goals.changeGoal(request, context: user.context()) }
            #expect(gone?.code == .aborted)
            let zone = await failure {
                try await environment.goals.listGoals(.init(timeZone: "Mars/Olympus"), context: user.context())
            }
            #expect(zone?.fieldViolations.map(\.field) == ["time_zone"])
        }
    }

    // MARK: What they are

    @Test("are added once per idempotency key, changed, removed, and undone exactly, one step after the other")
    func undo() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let goal = try await environment.addGoal(user, key: "key")
            #expect(try await environment.addGoal(user, key: "key") == goal)
            var terms = Budget.GoalTerms.sample
            (terms.period, terms.beginsOn, terms.limit) = (.month, 31, .init(minorUnits: 5_000, currency: "JPY"))
            (terms.category, terms.productID) = ("", UUID().canonical)
            let request = Budget.ChangeGoalRequest(goalID: goal.id, terms: terms)
            let changed = try await environment.goals.changeGoal(request, context: user.context())
            #expect(changed.terms == terms)
            // What is the same already is no change.
            #expect(try await environment.goals.changeGoal(request, context: user.context()) == changed)
            let removed = try await environment.removeGoal(goal, user)
            #expect(removed.removed && removed.version == 3)
            #expect(try await environment.removeGoal(goal, user) == removed)
            #expect(try await environment.listGoals(user).isEmpty)
            func undo() async throws -> Budget.Goal {
                try await environment.goals.undoGoal(.init(goalID: goal.id), context: user.context())
            }
            let back = try await undo()
            #expect(!back.removed && back.terms == terms && back.version == 4)
            #expect(try await undo().terms == goal.terms)
            let nothing = await failure { try await undo() }
            #expect(nothing?.reason == "NOTHING_TO_UNDO")
        }
    }

    @Test("say how far they are in their period today, where their owner is, in their currency")
    func progress() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            // 2023-11-14T22:13:20Z: the 15th in Tokyo.
            try await environment.addGoal(user)
            for (day, amount) in [("2023-10-31", 1), ("2023-11-01", 2_000), ("2023-11-15", 700), ("2023-11-16", 9)] {
                try await environment.spend(user) { request in
                    request.purchasedAt = .init(date: day)
                    request.amount = .cad(Int64(amount))
                }
            }
            try await environment.spend(user) { request in
                request.purchasedAt = .init(date: "2023-11-02")
                request.amount = .init(minorUnits: 500, currency: "USD")
            }
            try await environment.spend(user) { request in
                request.purchasedAt = .init(date: "2023-11-02")
                request.category = "transport"
            }
            func progress(_ zone: String) async throws -> Budget.GoalProgress? {
                try await environment.goals.listGoals(.init(timeZone: zone), context: user.context()).goals[0].progress
            }
            #expect(
                try await progress("America/Vancouver")
                    == .init(
                        firstDay: "2023-11-01",
                        lastDay: "2023-11-30",
                        spent: .cad(2_000),
                        // 20.00 in 14 of 30 days.
                        forecast: .cad(4_286),
                        apart: [.init(minorUnits: 500, currency: "USD")]
                    )
            )
            let later = try await progress("Asia/Tokyo")
            #expect(later?.spent == .cad(2_700) && later?.forecast == .cad(5_400))
        }
    }

    @Test("for a category count what is within it, as do the sums and the list of it")
    func contents() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            environment.service.store.names.update(
                .init(version: "1", contents: [.init(categorySlug: "drinks", withinSlugs: ["coffee-tea", "alcohol"])])
            )
            let coffee = try await environment.spend(user) { $0.purchasedAt = .init(date: "2023-11-14") }
            try await environment.spend(user) { ($0.purchasedAt, $0.category) = (.init(date: "2023-11-14"), "bakery") }
            var terms = Budget.GoalTerms.sample
            terms.category = "drinks"
            let context = user.context(idempotencyKey: "key")
            _ = try await environment.goals.createGoal(.init(terms: terms), context: context)
            #expect(try await environment.listGoals(user).first?.progress?.spent == .cad(1_500))
            let summary = try await environment.summarize(user) { request in
                (request.firstDay, request.lastDay) = ("2023-11-01", "2023-11-30")
                request.categories = ["drinks"]
            }
            #expect(summary.currencies.first?.total == .cad(1_500))
            let request = Budget.ListPurchasesRequest(categories: ["drinks"])
            let listed = try await environment.service.listPurchases(request, context: user.context())
            #expect(listed.purchases.map(\.id) == [coffee.id])
        }
    }

    @Test("are watched: who watches hears of one that is added, changed and removed")
    func watching() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let goal = try await environment.addGoal(user)
            try await environment.withGoalsClient(of: user) { client in
                try await client.watchGoals(.init()) { updates in
                    let first = try #require(try await updates.next())
                    #expect(first.reset)
                    try await environment.removeGoal(goal, user)
                    let second = try #require(try await updates.next())
                    #expect(second.goals.map(\.id) == [goal.id] && second.goals[0].removed && !second.reset)
                }
            }
        }
    }

    // MARK: Periods

    @Test(
        "are in the period that a day is in",
        arguments: [
            (GoalPeriod.day, "2025-03-09", "2025-03-09", "2025-03-09"),
            (.week(beginsOn: 1), "2025-03-09", "2025-03-03", "2025-03-09"),
            (.week(beginsOn: 7), "2025-03-09", "2025-03-09", "2025-03-15"),
            (.week(beginsOn: 3), "2025-01-01", "2025-01-01", "2025-01-07"),
            (.month(beginsOn: 1), "2024-02-29", "2024-02-01", "2024-02-29"),
            (.month(beginsOn: 15), "2025-03-14", "2025-02-15", "2025-03-14"),
            (.month(beginsOn: 15), "2025-03-15", "2025-03-15", "2025-04-14"),
            (.month(beginsOn: 31), "2025-02-27", "2025-01-31", "2025-02-27"),
            (.month(beginsOn: 31), "2025-02-28", "2025-02-28", "2025-03-30"),
            (.month(beginsOn: 31), "2025-03-31", "2025-03-31", "2025-04-29"),
            (.year, "2024-12-31", "2024-01-01", "2024-12-31"),
        ]
    )
    func periods(period: GoalPeriod, day: String, first: String, last: String) throws {
        let found = period.containing(try #require(CalendarDay(day)))
        #expect([found.first.text, found.last.text] == [first, last])
    }

    @Test("have each day in one period, whichever day periods begin on", arguments: 1...31)
    func everyDay(number: Int) throws {
        var day = try #require(CalendarDay("2023-12-01"))
        let end = try #require(CalendarDay("2025-01-31"))
        while day < end {
            let period = GoalPeriod.month(beginsOn: number).containing(day)
            #expect(period.contains(day))
            let next = day.advanced(by: 1)
            let following = GoalPeriod.month(beginsOn: number).containing(next)
            #expect(following == period || following.first == period.last.advanced(by: 1) && following.first == next)
            day = next
        }
    }

    @Test("say what it comes to after the first tenth of a period, and count refunds")
    func forecast() throws {
        let terms = GoalTerms(period: .month(beginsOn: 1), limit: 1, currency: "CAD", target: .everything)
        func progress(_ day: String, _ amounts: Int64...) throws -> GoalProgress {
            let today = try #require(CalendarDay(day))
            let first = try #require(CalendarDay("2025-04-01"))
            let ledger = amounts.map { amount in
                CountedPurchase(
                    id: UUID(),
                    day: first,
                    currency: "CAD",
                    kind: .expenditure,
                    storeID: nil,
                    storeName: "",
                    items: [.init(productID: nil, name: "", category: "", symbol: "", amount: Int128(amount))],
                    taxes: 0,
                    total: nil
                )
            }
            return try GoalProgress(of: GoalSpending(of: terms, in: ledger, on: today), by: nil)
        }
        let (early, soon) = (try progress("2025-04-03", 900), try progress("2025-04-04", 900))
        #expect(early.forecast == nil && soon.forecast == 6_750)
        let (end, middle) = (try progress("2025-04-30", 900, -200), try progress("2025-04-10", 900, -200))
        #expect(end.forecast == 700 && middle.spent == 700)
    }
}

extension Budget.GoalTerms {
    /// 30.00 a month for coffee and tea.
    static var sample: Budget.GoalTerms {
        .init(period: .month, beginsOn: 1, limit: .cad(3_000), category: "coffee-tea")
    }
}

extension BudgetTestEnvironment {
    var goals: GoalsService {
        GoalsService(
            goals: GoalStore(pool: pool, clock: clock),
            ledger: service.store,
            rates: exchange,
            list: goalList
        )
    }

    @discardableResult
    func addGoal(
        _ user: User,
        key: String = UUID().canonical,
        _ adjust: (inout Budget.GoalTerms) -> Void = { _ in }
    ) async throws -> Budget.Goal {
        var terms = Budget.GoalTerms.sample
        adjust(&terms)
        return try await goals.createGoal(.init(terms: terms), context: user.context(idempotencyKey: key))
    }

    @discardableResult
    func removeGoal(_ goal: Budget.Goal, _ user: User) async throws -> Budget.Goal {
        try await goals.removeGoal(.init(goalID: goal.id), context: user.context())
    }

    fileprivate func listGoals(_ user: User) async throws -> [Budget.Goal] {
        try await goals.listGoals(.init(timeZone: "UTC"), context: user.context()).goals
    }

    fileprivate func withGoalsClient(of user: User, _ body: (Budget.GoalsClient) async throws -> Void) async throws {
        try await withChannel(of: user, to: goals.handlers) { try await body(.init(channel: $0)) }
    }
}
