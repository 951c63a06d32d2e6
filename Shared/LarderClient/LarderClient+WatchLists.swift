import BudgetMessages
import NotificationsMessages
import OCRMessages

extension LarderClient {
    /// Watches the inbox for changes made by services or on any device.
    ///
    /// The first update is a reset, after which the caller reads the inbox; whatever changes from then on is sent, with each entry
    /// as it is. When the service becomes unavailable, the watch resumes after the last update, so that nothing is lost and
    /// nothing is sent twice, for as long as the timeout allows; without a timeout, until the task is cancelled. Returns only
    /// when the service ends the watch without an error.
    /// - Parameters:
    ///   - cursor: That of the last update of an earlier watch, to resume it; empty for a new watch.
    ///   - onUpdate: Receives each update. An update counts as received when it returns.
    /// - Throws: INVALID_ARGUMENT for what is no cursor; DEADLINE_EXCEEDED when the timeout has passed.
    public func watchInbox(
        after cursor: String = "",
        options: CallOptions = CallOptions(),
        onUpdate: (Notifications.InboxUpdate) async throws -> Void
    ) async throws {
        try await watchList(after: cursor, options, cursor: \.cursor, onUpdate) { cursor, options, receive in
            try await inbox.watchNotifications(.init(cursor: cursor), options: options) { try await receive($0) }
        }
    }

    /// Watches the log of purchases for changes made by services or on any device, as ``watchInbox(after:options:onUpdate:)``
    /// watches the inbox.
    /// - Parameters:
    ///   - cursor: That of the last update of an earlier watch, to resume it; empty for a new watch.
    ///   - onUpdate: Receives each update. An update counts as received when it returns.
    /// - Throws: INVALID_ARGUMENT for what is no cursor; DEADLINE_EXCEEDED when the timeout has passed.
    public func watchPurchases(
        after cursor: String = "",
        options: CallOptions = CallOptions(),
        onUpdate: (Budget.PurchaseListUpdate) async throws -> Void
    ) async throws {
        try await watchList(after: cursor, options, cursor: \.cursor, onUpdate) { cursor, options, receive in
            try await purchases.watchPurchases(.init(cursor: cursor), options: options) { try await receive($0) }
        }
    }

    /// Watches recurring expenditures, also as they are recorded, as ``watchInbox(after:options:onUpdate:)`` watches the inbox.
    /// - Parameters:
    ///   - cursor: That of the last update of an earlier watch, to resume it; empty for a new watch.
    ///   - onUpdate: Receives each update. An update counts as received when it returns.
    /// - Throws: INVALID_ARGUMENT for what is no cursor; DEADLINE_EXCEEDED when the timeout has passed.
    public func watchRecurring(
        after cursor: String = "",
        options: CallOptions = CallOptions(),
        onUpdate: (Budget.RecurringListUpdate) async throws -> Void
    ) async throws {
        try await watchList(after: cursor, options, cursor: \.cursor, onUpdate) { cursor, options, receive in
            try await recurring.watchRecurring(.init(cursor: cursor), options: options) { try await receive($0) }
        }
    }

    /// Watches goals, without how far they are, as ``watchInbox(after:options:onUpdate:)`` watches the inbox.
    /// - Parameters:
    ///   - cursor: That of the last update of an earlier watch, to resume it; empty for a new watch.
    ///   - onUpdate: Receives each update. An update counts as received when it returns.
    /// - Throws: INVALID_ARGUMENT for what is no cursor; DEADLINE_EXCEEDED when the timeout has passed.
    public func watchGoals(
        after cursor: String = "",
        options: CallOptions = CallOptions(),
        onUpdate: (Budget.GoalListUpdate) async throws -> Void
    ) async throws {
        try await watchList(after: cursor, options, cursor: \.cursor, onUpdate) { cursor, options, receive in
            try await goals.watchGoals(.init(cursor: cursor), options: options) { try await receive($0) }
        }
    }

    /// Watches all receipts, with their progress, as ``watchInbox(after:options:onUpdate:)`` watches the inbox.
    /// - Parameters:
    ///   - cursor: That of the last update of an earlier watch, to resume it; empty for a new watch.
    ///   - onUpdate: Receives each update. An update counts as received when it returns.
    /// - Throws: INVALID_ARGUMENT for what is no cursor; DEADLINE_EXCEEDED when the timeout has passed.
    public func watchReceipts(
        after cursor: String = "",
        options: CallOptions = CallOptions(),
        onUpdate: (OCR.ReceiptListUpdate) async throws -> Void
    ) async throws {
        try await watchList(after: cursor, options, cursor: \.cursor, onUpdate) { cursor, options, receive in
            try await receipts.watchReceipts(.init(cursor: cursor), options: options) { try await receive($0) }
        }
    }

    /// Calls a method until it ends without an error or for good, each time with the cursor of the last update.
    private func watchList<Update: Sendable>(
        after start: String,
        _ options: CallOptions,
        cursor: (Update) -> String,
        _ onUpdate: (Update) async throws -> Void,
        _ call:
            @escaping (_ cursor: String, CallOptions, (MessageStream<Update>) async throws -> Void) async throws -> Void
    ) async throws {
        var attempts = WatchAttempts(options)
        var last = start
        while true {
            let options = try attempts.nextOptions()
            var delay: Duration?
            do {
                let requested = last
                try await call(requested, options) { updates in
                    // The call is repeated with a renewed token: rather resume than receive all again.
                    guard last == requested else { throw Status(.unavailable, "The session was renewed.") }
                    while let update = try await updates.next() {
                        attempts.succeeded()
                        try await onUpdate(update)
                        last = cursor(update)
                    }
                }
                return
            } catch let status as Status where status.endsWatchEarly {
                delay = status.retryDelay
            }
            try await attempts.pause(delay)
        }
    }
}
