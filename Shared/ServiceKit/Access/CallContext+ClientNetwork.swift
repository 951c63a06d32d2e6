package import RPC

/// The network of the client on whose behalf the gateway calls.
package enum ClientNetworkMetadata {
    /// The metadata that carries it. The gateway sends it with the calls of methods that anybody may call.
    package static let name: StaticString = "larder-client-network"
    /// Whose word on it counts.
    fileprivate static let sender = "gateway"
}

extension CallContext {
    /// The network of the client behind the gateway, see `ClientNetwork.text`; nil for the calls of anybody else.
    package var clientNetwork: String? {
        peerService == ClientNetworkMetadata.sender ? metadata(text: ClientNetworkMetadata.name) : nil
    }
}
