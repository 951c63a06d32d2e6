import BudgetMessages
import RPC
import ServiceKit

extension SpendingService {
    func watchPurchases(
        _ request: Budget.WatchPurchasesRequest,
        responses: MessageWriter<Budget.PurchaseListUpdate>,
        context: CallContext
    ) async throws {
        let user = try context.userID
        try await log.follow(after: request.cursor, of: user) { changes, connection in
            try await store.update(&changes, of: user, in: connection)
        } send: { update in
            var message = try await store.message(update.content, of: user)
            (message.cursor, message.reset) = (update.cursor, update.isReset)
            try await responses.write(message)
        }
    }
}
