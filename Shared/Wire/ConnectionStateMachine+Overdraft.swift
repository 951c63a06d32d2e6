import NIOCore

/// Credit beyond a stream's window, so that a message larger than the window can come in whole.
///
/// The first part of a message tells the length of the whole. What the stream lacks for it is lent at once while all loans
/// of the connection stay within ``overdraftLimit``, else in turn as earlier messages are used.
extension ConnectionStateMachine {
    /// Lends a stream what it lacks for its message, or puts it in the queue.
    mutating func requestOverdraft(for stream: StreamState) {
        if !overdraftWaiters.isEmpty || !grantOverdraft(to: stream) { overdraftWaiters.append(stream) }
    }

    /// - Returns: False when the stream has to wait.
    private mutating func grantOverdraft(to stream: StreamState) -> Bool {
        guard let assembly = stream.assembly else { return true }
        let lacking = assembly.total - assembly.bytes.readableBytes - stream.receiveWindow
        guard lacking > 0 else { return true }
        let own = min(lacking, stream.unacknowledged)
        let overdraft = lacking - own
        guard windowOverdraft + overdraft <= overdraftLimit else { return false }
        windowOverdraft += overdraft
        stream.overdraft += overdraft
        stream.unacknowledged -= own
        stream.receiveWindow += lacking
        writeWindow(stream.id, lacking)
        return true
    }

    /// Takes a whole loan back from a stream that needs it no more.
    mutating func repayOverdraft(of stream: StreamState) {
        guard stream.overdraft > 0 else { return }
        let repaid = stream.overdraft
        stream.overdraft = 0
        grantNextOverdraft(repaid: repaid)
    }

    /// Lends what came back to those who wait.
    mutating func grantNextOverdraft(repaid: Int) {
        windowOverdraft -= repaid
        while let next = overdraftWaiters.first, grantOverdraft(to: next) { overdraftWaiters.removeFirst() }
    }
}
