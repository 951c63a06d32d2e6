public import Logging
public import NIOCore
public import NIOPosix
public import TLS

/// Everything that a user of a Larder can call, typed, over one connection to the gateway.
///
/// Calls that need a signed-in user carry the access token by themselves. It is renewed shortly before it expires, or
/// once when the gateway finds it expired; many calls at once share one renewal. A person who must sign in again is told
/// so by an UNAUTHENTICATED ``Status``.
public struct LarderClient: Sendable {
    /// Where the gateway is and how it proves who it is.
    public struct Gateway: Sendable, Hashable {
        /// Where the gateway listens.
        public var endpoint: Endpoint
        /// PEM files with the authorities that its certificate must come from; nothing else is trusted.
        public var authorities: [String]
        /// The DNS name or IP address that its certificate must carry.
        public var serverName: String

        /// Names a gateway.
        /// - Parameter serverName: The name in its certificate; the host of the endpoint if nil.
        public init(endpoint: Endpoint, authorities: [String], serverName: String? = nil) {
            self.endpoint = endpoint
            self.authorities = authorities
            self.serverName = serverName ?? endpoint.host
        }
    }

    /// Makes calls with the access token of the session. For clients of further services.
    public let channel: any CallChannel
    let sessionKeeper: SessionKeeper
    private let gateway: RPCChannel

    /// Prepares calls to a gateway; the connection is made with the first one.
    /// - Parameters:
    ///   - tokens: Where the tokens of the session are kept.
    ///   - group: Where the connection lives.
    /// - Throws: A `TLSError` that names what is wrong with the authorities' files.
    public init(
        gateway: Gateway,
        tokens: any TokenStore = InMemoryTokenStore(),
        group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        log: Logger = Logger(label: "larder.client", factory: { _ in SwiftLogNoOpLogHandler() })
    ) throws(TLSError) {
        try self.init(gateway: gateway, tokens: tokens, clock: .system, group: group, log: log)
    }

    init(
        gateway: Gateway,
        tokens: any TokenStore,
        clock: WallClock,
        group: any EventLoopGroup,
        log: Logger
    ) throws(TLSError) {
        let tls = try TLSContext(
            .client(
                trust: TLSTrust(bundles: gateway.authorities),
                serverName: gateway.serverName,
                alpn: [ConnectionStateMachine.applicationProtocol]
            )
        )
        self.gateway = RPCChannel(
            serviceName: "Larder",
            endpoints: [gateway.endpoint],
            tls: tls,
            group: group,
            log: log,
            // A phone's network can stand still for longer than one between services.
            options: RPCChannelOptions(
                keepAlive: KeepAlivePolicy(busyInterval: .seconds(30), busyTimeout: .seconds(15))
            )
        )
        sessionKeeper = SessionKeeper(channel: self.gateway, store: tokens, clock: clock)
        channel = SessionChannel(base: self.gateway, keeper: sessionKeeper)
    }

    /// Why the gateway could not be reached the last time, for the person who runs the client; nil when it could.
    public var connectionFailure: String? { gateway.lastConnectionFailure }

    /// The connection to the gateway, for tools that send messages as bytes. Its calls carry no access token.
    package var connection: RPCChannel { gateway }

    /// An access token that is good for a while yet.
    /// - Parameter stale: One that the server takes no more; nil when that isn't known of any.
    /// - Throws: UNAUTHENTICATED when nobody is signed in or the session is over.
    package func accessToken(replacing stale: String? = nil) async throws -> String {
        guard let stale else { return try await sessionKeeper.accessToken() }
        return try await sessionKeeper.accessToken(replacing: stale)
    }

    /// Ends the connection once its calls are over.
    public func close() { gateway.close() }

    // MARK: Services

    /// Accounts of people.
    public var accounts: Auth.AccountsClient { .init(channel: channel) }
    /// Sessions as the service has them. ``signIn(name:password:device:options:)`` and ``signOut(options:)`` keep the
    /// tokens too.
    public var sessions: Auth.SessionsClient { .init(channel: channel) }
    /// What the user allows beyond what the service needs.
    public var consents: Auth.ConsentsClient { .init(channel: channel) }
    /// Photos of receipts, from upload to purchase.
    public var receipts: OCR.ReceiptsClient { .init(channel: channel) }
    /// The user's log of purchases.
    public var purchases: Budget.PurchasesClient { .init(channel: channel) }
    /// Products and what is known of them.
    public var products: Catalog.ProductsClient { .init(channel: channel) }
    /// What printed lines mean to the user.
    public var mappings: Catalog.MappingsClient { .init(channel: channel) }
    /// The user's inbox.
    public var inbox: Notifications.InboxClient { .init(channel: channel) }
    /// Eateries that one can order from.
    public var eateries: Orders.EateriesClient { .init(channel: channel) }
    /// Health of all services behind the gateway.
    public var health: RPCMessages.HealthClient { .init(channel: channel) }
}
