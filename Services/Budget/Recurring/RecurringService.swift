import BudgetMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// Expenditures that come again.
struct RecurringService: Budget.RecurringProvider {
    let store: RecurringStore
    /// Sends what changes in a user's recurring expenditures.
    let list: WatchedList

    func createRecurring(
        _ request: Budget.CreateRecurringRequest,
        context: CallContext
    ) async throws -> Budget.RecurringExpenditure {
        let user = try context.userID
        var validator = FieldValidator()
        let terms = RecurringTerms(validating: request.terms, at: store.clock.now, &validator)
        let sent = try IdempotencyStore.Request(request, context)
        if sent == nil { validator.reject("idempotency-key", .services.ruleGiven) }
        try validator.finish()
        return try await store.ledger.once(sent, of: user) { connection, key in
            try await store.create(terms, of: user, with: key, in: connection).message
        }
    }

    func changeRecurring(
        _ request: Budget.ChangeRecurringRequest,
        context: CallContext
    ) async throws -> Budget.RecurringExpenditure {
        let user = try context.userID
        var validator = FieldValidator()
        let id = validator.uuid(request.recurringID, "recurring_id")
        let version = ExpectedVersion(request.expectedVersion, &validator)
        let terms = RecurringTerms(validating: request.terms, at: store.clock.now, &validator)
        try validator.finish()
        return try await store.ledger.once(try .init(request, context), of: user) { connection, key in
            let changed = try await store.change(id, of: user, with: key, expecting: version, in: connection) {
                recurring in
                guard !recurring.isRemoved else { throw Status.notFound(.services.nounRecurring) }
                var recurring = recurring
                recurring.terms = terms
                return recurring
            }.after
            return try await store.recordDue(changed, of: user, with: key, in: connection).message
        }
    }

    func removeRecurring(
        _ request: Budget.RemoveRecurringRequest,
        context: CallContext
    ) async throws -> Budget.RecurringExpenditure {
        let user = try context.userID
        var validator = FieldValidator()
        let id = validator.uuid(request.recurringID, "recurring_id")
        let version = ExpectedVersion(request.expectedVersion, &validator)
        try validator.finish()
        return try await store.ledger.once(try .init(request, context), of: user) { connection, key in
            let stored = try await store.lock(id, of: user, with: key, in: connection)
            // Not a conflict: repeating what was done must not fail.
            if stored.isRemoved { return stored.message }
            return try await store.change(locked: stored, of: user, with: key, expecting: version, in: connection) {
                recurring in
                var recurring = recurring
                recurring.isRemoved = true
                return recurring
            }.after.message
        }
    }

    func undoRecurring(
        _ request: Budget.UndoRecurringRequest,
        context: CallContext
    ) async throws -> Budget.RecurringExpenditure {
        let user = try context.userID
        var validator = FieldValidator()
        let id = validator.uuid(request.recurringID, "recurring_id")
        let version = ExpectedVersion(request.expectedVersion, &validator)
        try validator.finish()
        return try await store.ledger.once(try .init(request, context), of: user) { connection, key in
            try await store.takeBack(id, of: user, with: key, expecting: version, in: connection).message
        }
    }

    func listRecurring(
        _ request: Budget.ListRecurringRequest,
        context: CallContext
    ) async throws -> Budget.ListRecurringResponse {
        Budget.ListRecurringResponse(recurring: try await store.recurring(of: try context.userID).map(\.message))
    }

    func watchRecurring(
        _ request: Budget.WatchRecurringRequest,
        responses: MessageWriter<Budget.RecurringListUpdate>,
        context: CallContext
    ) async throws {
        let user = try context.userID
        try await list.follow(after: request.cursor, of: user) { changes, connection in
            try await store.rows(changes.changed, of: user, in: connection)
        } send: { update in
            try await responses.write(
                Budget.RecurringListUpdate(
                    cursor: update.cursor,
                    reset: update.isReset,
                    recurring: try await store.read(update.content, of: user).map(\.message)
                )
            )
        }
    }
}
