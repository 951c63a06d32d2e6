public import RPC

/// Everything that a user of the gateway can call, typed.
public struct LarderClient: Sendable {
    /// The connection to the gateway.
    public let channel: any CallChannel

    /// Makes calls over a channel to the gateway.
    public init(channel: any CallChannel) { self.channel = channel }
}
