/// What a connection stores for its peer, which a server bounds over all connections.
extension ConnectionStateMachine {
    /// Bytes of messages that came and were not consumed yet, large ones counted whole from their first part on, and of
    /// messages that are buffered for lack of credit.
    public var storedBytes: Int {
        let uncredited = local.connectionWindow - connectionReceiveWindow - connectionUnacknowledged
        return largeBytes + uncredited + bufferedTotal
    }

    /// Whether streams get no more credit for consumed bytes.
    ///
    /// What has begun can be finished: a message larger than its stream's window still gets its overdraft, and the
    /// connection's window is updated as before. Setting it to false grants what was withheld.
    public var pausesWindowUpdates: Bool {
        get { windowUpdateThreshold == .max }
        set {
            guard newValue != pausesWindowUpdates else { return }
            windowUpdateThreshold = newValue ? .max : local.initialStreamWindow / 2
            guard !newValue, !hasFailed else { return }
            for stream in streams.values where !stream.remoteEnded && !stream.isAbandoned {
                guard stream.unacknowledged >= windowUpdateThreshold else { continue }
                stream.receiveWindow += stream.unacknowledged
                writeWindow(stream.id, stream.unacknowledged)
                stream.unacknowledged = 0
            }
        }
    }

    /// Drops what a stream stores.
    mutating func dropStored(of stream: StreamState) {
        stream.outbound.removeAll()
        bufferedTotal -= stream.outboundBytes
        stream.outboundBytes = 0
        guard let assembly = stream.assembly.take() else { return }
        largeBytes -= assembly.total
    }
}
