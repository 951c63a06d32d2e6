import OCRMessages
import RPC
import ServiceKit

extension ReceiptsService {
    func watchReceipts(
        _ request: OCR.WatchReceiptsRequest,
        responses: MessageWriter<OCR.ReceiptListUpdate>,
        context: CallContext
    ) async throws {
        let user = try context.userID
        try await list.follow(after: request.cursor, of: user) { changes, connection in
            try await store.update(changes, of: user, in: connection)
        } send: { update in
            var message = update.content
            (message.cursor, message.reset) = (update.cursor, update.isReset)
            try await responses.write(message)
        }
    }
}
