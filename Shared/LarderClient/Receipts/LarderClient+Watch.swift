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
        let deadline = Deadline(timeout: options.timeout)
        var options = options
        var last: OCR.ReceiptProgress?
        var failures = 0
        while true {
            options.timeout = try deadline.remaining()
            var delay: Duration?
            do {
                try await receipts.watchReceipt(.init(receiptID: receiptID), options: options) { states in
                    while let state = try await states.next() {
                        failures = 0
                        guard state != last else { continue }
                        last = state
                        try await onProgress(state)
                        if state.state.isFinal { break }
                    }
                }
            } catch let status as Status where status.endsWatchEarly && !deadline.isOver {
                delay = status.retryDelay
            }
            if let last, last.state.isFinal { return last }
            try Task.checkCancellation()
            failures += 1
            try await deadline.pause(delay ?? .milliseconds(min(3_000, 100 << min(failures, 5))))
        }
    }
}

extension OCR.ReceiptState {
    /// Whether the state is final.
    public var isFinal: Bool { self == .done || self == .failed }
}

extension Status {
    /// Whether a watch ended for a transient reason.
    var endsWatchEarly: Bool { code == .unavailable || (code == .deadlineExceeded && isRemote) }
}
