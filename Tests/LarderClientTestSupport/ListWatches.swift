import BudgetMessages
import MessageCoding
import NotificationsMessages
import OCRMessages
package import RPC

extension TestGateway {
    /// The calls to watch a list.
    package struct ListWatches<Update: Sendable>: Sendable {
        /// What each call receives and ends with, in order; later calls end at once without an error.
        package var calls: [(updates: [Update], failure: Status?)] = []
        /// The cursors after which calls resumed, in order.
        package var cursors: [String] = []

        package init() {}

        fileprivate mutating func begin(after cursor: String) -> (updates: [Update], failure: Status?) {
            cursors.append(cursor)
            return calls.isEmpty ? ([], nil) : calls.removeFirst()
        }
    }

    /// Answers a call to watch a list.
    func answer<Update: Message>(
        _ list: WritableKeyPath<State, ListWatches<Update>>,
        after cursor: String,
        _ responses: MessageWriter<Update>
    ) async throws {
        let call = state { $0[keyPath: list].begin(after: cursor) }
        for update in call.updates { try await responses.write(update) }
        if let failure = call.failure { throw failure }
    }
}

extension PurchasesAnswers {
    func watchPurchases(
        _ request: Budget.WatchPurchasesRequest,
        responses: MessageWriter<Budget.PurchaseListUpdate>,
        context: CallContext
    ) async throws {
        try await gateway.answer(\.records.purchaseWatches, after: request.cursor, responses)
    }
}

extension ReceiptsAnswers {
    func watchReceipts(
        _ request: OCR.WatchReceiptsRequest,
        responses: MessageWriter<OCR.ReceiptListUpdate>,
        context: CallContext
    ) async throws {
        try await gateway.answer(\.receipts.listWatches, after: request.cursor, responses)
    }
}

extension InboxAnswers {
    func watchNotifications(
        _ request: Notifications.WatchNotificationsRequest,
        responses: MessageWriter<Notifications.InboxUpdate>,
        context: CallContext
    ) async throws {
        try await gateway.answer(\.records.inboxWatches, after: request.cursor, responses)
    }
}
