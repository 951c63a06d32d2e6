/// What a connection stores for its peer, which a server bounds over all connections.
extension ConnectionStateMachine {
    /// Bytes of messages that came and were not consumed yet, large ones counted whole from their first part on, and of
    /// messages that are held back for lack of credit.
    public var storedBytes: Int {
        let uncredited = local.connectionWindow - connectionReceiveWindow - connectionUnacknowledged
        return largeBytes + uncredited + heldBackTotal
    }

    /// Whether streams get no more credit for what was consumed. What has begun can be finished: a message that is
    /// larger than its stream's credit is lent what it lacks, and the credit of the connection is not withheld.
    public var withholdsCredit: Bool { creditGrain == .max }

    /// Gives streams no more credit for what is consumed, or gives it again together with what was withheld.
    public mutating func setWithholdsCredit(_ withholds: Bool) {
        guard withholds != withholdsCredit else { return }
        creditGrain = withholds ? .max : local.initialStreamWindow / 2
        guard !withholds, !hasFailed else { return }
        for stream in streams.values where !stream.remoteEnded && !stream.isAbandoned {
            guard stream.unacknowledged >= creditGrain else { continue }
            stream.receiveWindow += stream.unacknowledged
            writeWindow(stream.id, stream.unacknowledged)
            stream.unacknowledged = 0
        }
    }

    /// Drops what a stream stores.
    mutating func dropStored(of stream: StreamState) {
        stream.outbound.removeAll()
        heldBackTotal -= stream.outboundBytes
        stream.outboundBytes = 0
        guard let assembly = stream.assembly.take() else { return }
        largeBytes -= assembly.total
    }
}
