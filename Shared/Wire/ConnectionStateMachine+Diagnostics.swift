extension ConnectionStateMachine {
    /// Bytes of messages that may be sent on the whole connection before the peer gives more credit.
    public var sendCredit: Int { connectionSendWindow }

    /// Bytes of messages that the peer may send before this side gives more credit.
    public var receiveCredit: Int { connectionReceiveWindow }
}
