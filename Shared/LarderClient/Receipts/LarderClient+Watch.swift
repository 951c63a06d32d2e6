import Messages

extension LarderClient {
    /// Follows a receipt until it is done or failed.
    ///
    /// When the service becomes unavailable the watch is taken up again, for as long as the timeout allows; without one,
    /// until the task is cancelled.
    /// - Parameter onProgress: Told each state that differs from the one before.
    /// - Returns: The last state: ``OCR/ReceiptState/done`` or ``OCR/ReceiptState/failed``.
    /// - Throws: NOT_FOUND for a receipt that isn't the user's; DEADLINE_EXCEEDED when the time is over, in which case the
    ///   receipt is still being worked on.
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
    /// Whether nothing more happens with the receipt by itself.
    public var isFinal: Bool { self == .done || self == .failed }
}

extension Status {
    /// Whether the stream of a watch broke off for reasons that pass.
    var endsWatchEarly: Bool { code == .unavailable || (code == .deadlineExceeded && isRemote) }
}
