extension RPCChannel: DiagnosableChannel {
    public func snapshot() async -> ChannelSnapshot {
        let connected = connectivity.connected
        return ChannelSnapshot(
            target: serviceName,
            state: connected > 0 ? .ready : lastConnectionFailure == nil ? .idle : .transientFailure,
            policy: "round_robin",
            age: .zero
        )
    }
}
