import BudgetMessages
import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

/// What users want to spend at most, and how far they are.
struct GoalsService: Budget.GoalsProvider {
    let goals: GoalStore
    /// Where what was spent is.
    let ledger: SpendingStore
    /// What other currencies are converted with.
    let rates: ExchangeRates
    /// Sends what changes in a user's goals.
    let list: WatchedList

    func createGoal(_ request: Budget.CreateGoalRequest, context: CallContext) async throws -> Budget.Goal {
        let user = try context.userID
        var validator = FieldValidator()
        let terms = GoalTerms(validating: request.terms, &validator)
        let sent = try IdempotencyStore.Request(request, context)
        if sent == nil { validator.reject("idempotency-key", .services.ruleGiven) }
        try validator.finish()
        return try await once(sent, of: user) { connection in
            // A purchase that is being recorded has to see the user's first goal, to be compared with it, or to be seen by it.
            try await ledger.lockLedger(of: user, in: connection)
            return try await goals.create(terms, of: user, in: connection)
        }
    }

    func changeGoal(_ request: Budget.ChangeGoalRequest, context: CallContext) async throws -> Budget.Goal {
        let user = try context.userID
        var validator = FieldValidator()
        let (id, version) = Self.goal(request.goalID, request.expectedVersion, &validator)
        let terms = GoalTerms(validating: request.terms, &validator)
        try validator.finish()
        return try await once(try .init(request, context), of: user) { connection in
            try await goals.change(id, of: user, expecting: version, in: connection) { goal in
                guard !goal.isRemoved else { throw Status.notFound(.services.nounGoal) }
                var goal = goal
                goal.terms = terms
                return goal
            }.after
        }
    }

    func removeGoal(_ request: Budget.RemoveGoalRequest, context: CallContext) async throws -> Budget.Goal {
        let user = try context.userID
        var validator = FieldValidator()
        let (id, version) = Self.goal(request.goalID, request.expectedVersion, &validator)
        try validator.finish()
        return try await once(try .init(request, context), of: user) { connection in
            let stored = try await goals.lock(id, of: user, with: nil, in: connection)
            // Not a conflict: repeating what was done must not fail.
            if stored.isRemoved { return stored }
            return try await goals.change(locked: stored, of: user, expecting: version, in: connection) { goal in
                var goal = goal
                goal.isRemoved = true
                return goal
            }.after
        }
    }

    func undoGoal(_ request: Budget.UndoGoalRequest, context: CallContext) async throws -> Budget.Goal {
        let user = try context.userID
        var validator = FieldValidator()
        let (id, version) = Self.goal(request.goalID, request.expectedVersion, &validator)
        try validator.finish()
        return try await once(try .init(request, context), of: user) { connection in
            try await goals.takeBack(id, of: user, expecting: version, in: connection)
        }
    }

    func listGoals(_ request: Budget.ListGoalsRequest, context: CallContext) async throws -> Budget.ListGoalsResponse {
        let user = try context.userID
        var validator = FieldValidator()
        let zone = validator.timeZone(request.timeZone, "time_zone")
        try validator.finish()
        let today = CalendarDay(of: goals.clock.now, in: zone)
        let found = try await goals.goals(of: user)
        guard let first = found.map({ $0.terms.period.containing(today).first }).min() else { return .init() }
        let listed = try await ledger.counted(from: first, to: today, of: user)
        let spendings = try await offLoop(for: user) { [names = ledger.names] in
            found.map { goal in
                let categories = names.categories(of: goal.terms.target)
                return GoalSpending(of: goal.terms, in: listed, on: today, categories: categories)
            }
        }
        let conversions = try await rates.conversions(for: spendings)
        return try await offLoop(for: user) { [names = ledger.names] in
            let goals = try zip(found, spendings).map { goal, spending in
                try goal.message(names, try GoalProgress(of: spending, by: conversions[goal.terms.currency]))
            }
            return Budget.ListGoalsResponse(goals: goals)
        }
    }

    func watchGoals(
        _ request: Budget.WatchGoalsRequest,
        responses: MessageWriter<Budget.GoalListUpdate>,
        context: CallContext
    ) async throws {
        let user = try context.userID
        try await list.follow(after: request.cursor, of: user) { changes, connection in
            try await goals.goals(changes.changed, of: user, in: connection)
        } send: { update in
            try await responses.write(
                Budget.GoalListUpdate(
                    cursor: update.cursor,
                    reset: update.isReset,
                    goals: try update.content.map { try $0.message(ledger.names) }
                )
            )
        }
    }

    /// Changes a goal once for its request.
    private func once(
        _ sent: IdempotencyStore.Request?,
        of user: UUID,
        _ change: (PostgresConnection) async throws -> Goal
    ) async throws -> Budget.Goal {
        try await ledger.once(sent, of: user) { connection, _ in try await change(connection).message(ledger.names) }
    }

    private static func goal(
        _ id: String,
        _ version: Int64,
        _ validator: inout FieldValidator
    ) -> (UUID, ExpectedVersion) {
        (validator.uuid(id, "goal_id"), ExpectedVersion(version, &validator))
    }
}
