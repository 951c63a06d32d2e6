import BudgetMessages
import OCRMessages

extension LarderClient {
    /// Watches a receipt until it is done or failed.
    ///
    /// When the service becomes unavailable, the watch resumes for as long as the timeout allows; without a timeout,
    /// until the task is cancelled.
    /// - Parameter onProgress: receives each state that differs from the one before.
    /// - Returns: the last state: ``OCR/ReceiptState/done`` or ``OCR/ReceiptState/failed``.
    /// - Throws: NOT_FOUND for a receipt that is not the user's; DEADLINE_EXCEEDED when the timeout has passed and the
    ///   receipt is still being processed.
    @discardableResult
    public func watchReceipt(
        _ receiptID: String,
        options: CallOptions = CallOptions(),
        onProgress: (OCR.ReceiptProgress) async throws -> Void = { _ in }
    ) async throws -> OCR.ReceiptProgress {
        var attempts = WatchAttempts(options)
        var last: OCR.ReceiptProgress?
        while true {
            let options = try attempts.nextOptions()
            var delay: Duration?
            do {
                try await receipts.watchReceipt(.init(receiptID: receiptID), options: options) { states in
                    while let state = try await states.next() {
                        attempts.succeeded()
                        guard state != last else { continue }
                        last = state
                        try await onProgress(state)
                        if state.state.isFinal { break }
                    }
                }
            } catch let status as Status where status.endsWatchEarly && !attempts.areOver {
                delay = status.retryDelay
            }
            if let last, last.state.isFinal { return last }
            try await attempts.pause(delay)
        }
    }
}

extension OCR.ReceiptState {
    /// Whether the state is final.
    public var isFinal: Bool { self == .done || self == .failed }
}

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
        var attempts = WatchAttempts(options)
        var version: Int64 = 0
        while true {
            let options = try attempts.nextOptions()
            var delay: Duration?
            do {
                let request = Budget.WatchPurchaseRequest(purchaseID: purchaseID, afterVersion: version)
                try await purchases.watchPurchase(request, options: options) { updates in
                    // The call is repeated with a renewed token: rather resume than receive all again.
                    guard version == request.afterVersion else {
                        throw Status(.unavailable, .client.sessionRenewed)
                    }
                    while let update = try await updates.next() {
                        attempts.succeeded()
                        version = update.purchase?.version ?? version
                        try await onUpdate(update)
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

/// The calls of a watch, which is resumed when the service ends it early, as long as its timeout allows.
struct WatchAttempts {
    private let deadline: Deadline
    private var options: CallOptions
    /// Calls since the last that received something.
    private var failures = 0

    /// The attempts of a watch.
    /// - Parameter options: its options; their timeout is that of the whole watch.
    init(_ options: CallOptions) {
        self.options = options
        deadline = Deadline(timeout: options.timeout)
    }

    /// Whether the watch's timeout has passed.
    var areOver: Bool { deadline.isOver }

    /// The options of the next call, with the remaining time as timeout.
    /// - Throws: DEADLINE_EXCEEDED when none remains.
    mutating func nextOptions() throws -> CallOptions {
        options.timeout = try deadline.remaining()
        return options
    }

    /// Records that a call has received something.
    mutating func succeeded() { failures = 0 }

    /// Waits before the next call.
    /// - Parameter delay: the delay that the service asked for, if it did.
    mutating func pause(_ delay: Duration?) async throws {
        try Task.checkCancellation()
        failures += 1
        try await deadline.pause(delay ?? .milliseconds(min(3_000, 100 << min(failures, 5))))
    }
}

extension Status {
    /// Whether a watch ended for a transient reason.
    var endsWatchEarly: Bool { code == .unavailable || (code == .deadlineExceeded && isRemote) }
}
