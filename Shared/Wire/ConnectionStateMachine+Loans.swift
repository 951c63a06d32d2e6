import NIOCore

/// Credit beyond a stream's window, so that a message larger than the window can come in whole.
///
/// The first part of a message tells the length of the whole. What the stream lacks for it is lent at once while all loans
/// of the connection stay within ``loanLimit``, else in turn as earlier messages are used.
extension ConnectionStateMachine {
    /// Lends a stream what it lacks for its message, or puts it in the queue.
    mutating func borrow(for stream: StreamState) {
        if !borrowers.isEmpty || !lend(to: stream) { borrowers.append(stream) }
    }

    /// - Returns: False when the stream has to wait.
    private mutating func lend(to stream: StreamState) -> Bool {
        guard let assembly = stream.assembly else { return true }
        let lacking = assembly.total - assembly.bytes.readableBytes - stream.receiveWindow
        guard lacking > 0 else { return true }
        let own = min(lacking, stream.unacknowledged)
        let loan = lacking - own
        guard loaned + loan <= loanLimit else { return false }
        loaned += loan
        stream.loan += loan
        stream.unacknowledged -= own
        stream.receiveWindow += lacking
        writeWindow(stream.id, lacking)
        return true
    }

    /// Takes a whole loan back from a stream that needs it no more.
    mutating func repayLoan(of stream: StreamState) {
        guard stream.loan > 0 else { return }
        let repaid = stream.loan
        stream.loan = 0
        lendNext(repaid: repaid)
    }

    /// Lends what came back to those who wait.
    mutating func lendNext(repaid: Int) {
        loaned -= repaid
        while let next = borrowers.first, lend(to: next) { borrowers.removeFirst() }
    }
}
