import NIOCore

extension RPCChannel: DiagnosableChannel {
    /// The present state of the channel and its connections.
    public func snapshot() async -> ChannelSnapshot {
        var parts: [SubchannelSnapshot] = []
        for subchannel in pool.subchannels {
            parts.append(await subchannel.snapshot(isEjected: pool.isEjected(subchannel.endpoint)))
        }
        return ChannelSnapshot(
            target: "\(serviceName) (\(target))",
            state: .combined(parts.map(\.state)),
            policy: options.balancing.rawValue,
            age: .nanoseconds((clock.now - createdAt).nanoseconds),
            calls: parts.reduce(CallCounts()) { $0 + $1.calls },
            subchannels: parts
        )
    }
}

extension ClientConnection {
    /// How it is now; nil once it is gone.
    func snapshot() async -> ConnectionSnapshot? {
        try? await loop.submit { self.connection?.snapshot() }.get()
    }
}
