import BudgetMessages
import RPC

/// Keeps the goals of a user, with what they were before.
struct GoalsAnswers: Budget.GoalsProvider {
    let gateway: TestGateway

    func createGoal(_ request: Budget.CreateGoalRequest, context: CallContext) async throws -> Budget.Goal {
        let terms = request.terms ?? .init()
        try GoalsAnswers.validate(terms)
        return gateway.state { state in
            state.records.createdGoals.append(request)
            state.records.keys.append(context.idempotencyKey ?? "")
            let goal = Budget.Goal(id: "goal-\(state.records.goals.count + 1)", terms: terms, version: 1)
            state.records.goals.append(goal)
            return goal
        }
    }

    func changeGoal(_ request: Budget.ChangeGoalRequest, context: CallContext) async throws -> Budget.Goal {
        let terms = request.terms ?? .init()
        try GoalsAnswers.validate(terms)
        gateway.state { $0.records.goalChanges.append(request) }
        return try change(request.goalID, request.expectedVersion, context) { goal in
            guard !goal.removed else { throw Status.notFound("goal") }
            goal.terms = terms
        }
    }

    func removeGoal(_ request: Budget.RemoveGoalRequest, context: CallContext) async throws -> Budget.Goal {
        try change(request.goalID, request.expectedVersion, context) { $0.removed = true }
    }

    func undoGoal(_ request: Budget.UndoGoalRequest, context: CallContext) async throws -> Budget.Goal {
        let former = gateway.state { state in
            let index = state.records.formerGoals.lastIndex { $0.id == request.goalID }
            return index.map { state.records.formerGoals.remove(at: $0) }
        }
        let answer = try change(request.goalID, request.expectedVersion, context) { goal in
            guard let former else {
                throw Status(.failedPrecondition, "There is nothing to undo in this goal.", reason: "NOTHING_TO_UNDO")
            }
            (goal.terms, goal.removed) = (former.terms, former.removed)
        }
        // What undoes isn't undone.
        gateway.state { _ = $0.records.formerGoals.popLast() }
        return answer
    }

    func listGoals(_ request: Budget.ListGoalsRequest, context: CallContext) async throws -> Budget.ListGoalsResponse {
        gateway.state { state in
            state.records.goalLists.append(request)
            return .init(goals: state.records.goals.filter { !$0.removed })
        }
    }

    func watchGoals(
        _ request: Budget.WatchGoalsRequest,
        responses: MessageWriter<Budget.GoalListUpdate>,
        context: CallContext
    ) async throws {
        try await gateway.answer(\.records.goalWatches, after: request.cursor, responses)
    }

    /// Changes a goal, and remembers what it was; answers say nothing about its progress.
    private func change(
        _ id: String,
        _ version: Int64,
        _ context: CallContext,
        _ body: (inout Budget.Goal) throws -> Void
    ) throws -> Budget.Goal {
        try gateway.state { state in
            guard let index = state.records.goals.firstIndex(where: { $0.id == id }) else {
                throw Status.notFound("goal")
            }
            let before = state.records.goals[index]
            guard version == 0 || version == before.version else {
                throw Status(.aborted, "The goal has changed meanwhile.")
            }
            var after = before
            try body(&after)
            state.records.keys.append(context.idempotencyKey ?? "")
            if after != before {
                after.version += 1
                state.records.formerGoals.append(before)
                state.records.goals[index] = after
            }
            after.progress = nil
            return after
        }
    }

    private static func validate(_ terms: Budget.GoalTerms) throws {
        let highest: Int32 = terms.period == .week ? 7 : terms.period == .month ? 31 : 1
        guard terms.beginsOn == 0 || (1...highest).contains(terms.beginsOn) else {
            throw Status.invalid([
                .init("terms.begins_on", "terms.begins_on must be from 1 to \(highest).")
            ])
        }
    }
}
