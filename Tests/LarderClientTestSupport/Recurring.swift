import BudgetMessages
import CommonMessages
import RPC

/// Keeps the recurring expenditures of a user.
struct RecurringAnswers: Budget.RecurringProvider {
    let gateway: TestGateway

    func createRecurring(
        _ request: Budget.CreateRecurringRequest,
        context: CallContext
    ) async throws -> Budget.RecurringExpenditure {
        gateway.state { state in
            state.records.keys.append(context.idempotencyKey ?? "")
            let recurring = Budget.RecurringExpenditure(
                id: "recurring-\(state.records.recurring.count + 1)",
                terms: request.terms,
                version: 1,
                nextDay: request.terms?.expenditure?.purchasedAt?.date ?? ""
            )
            state.records.recurring.append(recurring)
            return recurring
        }
    }

    func changeRecurring(
        _ request: Budget.ChangeRecurringRequest,
        context: CallContext
    ) async throws -> Budget.RecurringExpenditure {
        try change(request.recurringID, request.expectedVersion) { $0.terms = request.terms }
    }

    func removeRecurring(
        _ request: Budget.RemoveRecurringRequest,
        context: CallContext
    ) async throws -> Budget.RecurringExpenditure {
        try change(request.recurringID, request.expectedVersion) { $0.removed = true }
    }

    func undoRecurring(
        _ request: Budget.UndoRecurringRequest,
        context: CallContext
    ) async throws -> Budget.RecurringExpenditure {
        try change(request.recurringID, request.expectedVersion) { $0.removed = false }
    }

    func listRecurring(
        _ request: Budget.ListRecurringRequest,
        context: CallContext
    ) async throws -> Budget.ListRecurringResponse {
        gateway.state { .init(recurring: $0.records.recurring.filter { !$0.removed }) }
    }

    func watchRecurring(
        _ request: Budget.WatchRecurringRequest,
        responses: MessageWriter<Budget.RecurringListUpdate>,
        context: CallContext
    ) async throws {
        try await gateway.answer(\.records.recurringWatches, after: request.cursor, responses)
    }

    private func change(
        _ id: String,
        _ version: Int64,
        _ body: (inout Budget.RecurringExpenditure) -> Void
    ) throws -> Budget.RecurringExpenditure {
        try gateway.state { state in
            guard let index = state.records.recurring.firstIndex(where: { $0.id == id }) else {
                throw Status.notFound("recurring expenditure")
            }
            let before = state.records.recurring[index]
            guard version == 0 || version == before.version else {
                throw Status(.aborted, "The recurring expenditure has changed meanwhile.")
            }
            body(&state.records.recurring[index])
            if state.records.recurring[index] != before { state.records.recurring[index].version += 1 }
            return state.records.recurring[index]
        }
    }
}
