import BudgetMessages

extension LarderClient {
    /// Watches a purchase for changes made on any device.
    ///
    /// When the service becomes unavailable, the watch resumes after the last update, so that each change is reported
    /// once and in order, for as long as the timeout allows; without a timeout, until the task is cancelled. Returns
    /// only when the service ends the watch without an error.
    /// - Parameter onUpdate: receives the present state first, and then each change.
    /// - Throws: NOT_FOUND for a purchase that is not the user's; DEADLINE_EXCEEDED when the timeout has passed.
    public func watchPurchase(
        _ purchaseID: String,
        options: CallOptions = CallOptions(),
        onUpdate: (Budget.PurchaseUpdate) async throws -> Void
    ) async throws {
        let deadline = Deadline(timeout: options.timeout)
        var options = options
        var version: Int64 = 0
        var failures = 0
        while true {
            options.timeout = try deadline.remaining()
            var delay: Duration?
            do {
                let request = Budget.WatchPurchaseRequest(purchaseID: purchaseID, afterVersion: version)
                try await purchases.watchPurchase(request, options: options) { updates in
                    while let update = try await updates.next() {
                        failures = 0
                        version = update.purchase?.version ?? version
                        try await onUpdate(update)
                    }
                }
                return
            } catch let status as Status where status.endsWatchEarly {
                delay = status.retryDelay
            }
            try Task.checkCancellation()
            failures += 1
            try await deadline.pause(delay ?? .milliseconds(min(3_000, 100 << min(failures, 5))))
        }
    }
}
