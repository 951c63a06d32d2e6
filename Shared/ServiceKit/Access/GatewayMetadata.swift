import AuthMessages
package import RPC
import Wire

/// What the gateway says of the client on whose behalf it calls. Of anybody else it is not believed.
package enum GatewayMetadata {
    /// The client's network, see `ClientNetwork.text`. Sent with the calls of methods that anybody may call,
    /// and of those that take a password.
    package static let network: StaticString = "larder-client-network"
    /// The user whose token the gateway has verified, an `Auth.UserIdentity`. Sent instead of the token.
    static let user = "larder-user-bin"

    /// Whether a peer is believed: its certificate names the gateway and nothing else.
    static func isTrusted(from service: String?) -> Bool { service == "gateway" }
}

extension CallContext {
    /// The network of the client behind the gateway, see `ClientNetwork.text`; nil for the calls of anybody else.
    package var clientNetwork: String? {
        GatewayMetadata.isTrusted(from: peerService) ? metadata(text: GatewayMetadata.network) : nil
    }
}
