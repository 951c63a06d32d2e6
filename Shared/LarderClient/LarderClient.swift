import Foundations
public import Logging
public import NIOCore
public import NIOPosix
public import TLS

/// A typed client for everything a user can call, over one gateway connection.
///
/// Calls that need a signed-in user carry the access token automatically. It is renewed shortly before it expires, or
/// once when the gateway rejects it as expired; concurrent calls share one renewal. When the user must sign in again,
/// calls fail with an UNAUTHENTICATED ``Status``.
public struct LarderClient: Sendable {
    /// The address and expected identity of the gateway.
    public struct Gateway: Sendable, Hashable {
        /// The gateway's address.
        public var endpoint: Endpoint
        /// PEM files with the authorities that its certificate must come from; nothing else is trusted.
        public var authorities: [String]
        /// The DNS name or IP address that its certificate must carry.
        public var serverName: String

        /// A gateway by its address.
        /// - Parameter serverName: the name in its certificate; the host of the endpoint if nil.
        public init(endpoint: Endpoint, authorities: [String], serverName: String? = nil) {
            self.endpoint = endpoint
            self.authorities = authorities
            self.serverName = serverName ?? endpoint.host
        }
    }

    /// The channel that adds the session's access token, for clients of further services.
    public let channel: any CallChannel
    let sessionKeeper: SessionKeeper
    private let gateway: RPCChannel

    /// Prepares calls to a gateway; the connection is opened by the first one.
    /// - Parameters:
    ///   - tokens: the store of the session's tokens.
    ///   - language: in which failures and answers are read.
    ///   - group: the event loops of the connection.
    /// - Throws: a `TLSError` that names what is wrong with the authorities' files.
    public init(
        gateway: Gateway,
        tokens: any TokenStore = InMemoryTokenStore(),
        language: Language = .english,
        group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        log: Logger = Logger(label: "larder.client", factory: { _ in SwiftLogNoOpLogHandler() })
    ) throws(TLSError) {
        try self.init(gateway: gateway, tokens: tokens, language: language, clock: .system, group: group, log: log)
    }

    init(
        gateway: Gateway,
        tokens: any TokenStore,
        language: Language = .english,
        clock: any WallClock,
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
            // A phone's network can stall for longer than one between services.
            options: RPCChannelOptions(
                keepAlive: KeepAlivePolicy(busyInterval: .seconds(30), busyTimeout: .seconds(15)),
                language: language
            )
        )
        sessionKeeper = SessionKeeper(channel: self.gateway, store: tokens, clock: clock)
        channel = SessionChannel(base: self.gateway, keeper: sessionKeeper)
    }

    /// Why the gateway could not be reached the last time, for operators of the client; nil when it could.
    public var connectionFailure: String? { gateway.lastConnectionFailure }

    /// The connection to the gateway, for tools that send messages as bytes. It adds no access token.
    package var connection: RPCChannel { gateway }

    /// A valid access token.
    /// - Parameter stale: a token that the server rejects; nil when none is known.
    /// - Throws: UNAUTHENTICATED when no user is signed in or the session has ended.
    package func accessToken(replacing stale: String? = nil) async throws -> String {
        guard let stale else { return try await sessionKeeper.accessToken() }
        return try await sessionKeeper.accessToken(replacing: stale)
    }

    /// Closes the connection once its calls have ended.
    public func close() { gateway.close() }

    // MARK: Services

    /// Users' accounts.
    public var accounts: Auth.AccountsClient { .init(channel: channel) }
    /// Getting back into an account.
    public var recovery: Auth.RecoveryClient { .init(channel: channel) }
    /// Closing and reopening an account.
    public var accountClosing: Auth.AccountClosingClient { .init(channel: channel) }
    /// A copy of everything that is stored of the user.
    public var dataExport: Auth.DataExportClient { .init(channel: channel) }
    /// The e-mail addresses of accounts: their confirmation and their change.
    public var emailAddresses: Auth.EmailAddressesClient { .init(channel: channel) }
    /// Sessions, as raw calls. ``signIn(name:password:device:options:)`` and ``signOut(options:)`` also store the
    /// tokens.
    public var sessions: Auth.SessionsClient { .init(channel: channel) }
    /// The user's second factors.
    public var factors: Auth.FactorsClient { .init(channel: channel) }
    /// The user's consents.
    public var consents: Auth.ConsentsClient { .init(channel: channel) }
    /// The user's plan, and for staff those of others.
    public var plans: Auth.PlansClient { .init(channel: channel) }
    /// What the user says about themselves.
    public var profiles: Auth.ProfilesClient { .init(channel: channel) }
    /// The user's settings on every device.
    public var settings: Auth.SettingsClient { .init(channel: channel) }
    /// Who may do more than use Larder; for administrators.
    public var roles: Auth.RolesClient { .init(channel: channel) }
    /// Photos of receipts, from upload to purchase.
    public var receipts: OCR.ReceiptsClient { .init(channel: channel) }
    /// The user's purchases.
    public var purchases: Budget.PurchasesClient { .init(channel: channel) }
    /// What the user's ledger says: sums of spending.
    public var insights: Budget.InsightsClient { .init(channel: channel) }
    /// What the user wants to spend at most.
    public var goals: Budget.GoalsClient { .init(channel: channel) }
    /// What the user has paid for what they buy.
    public var paidPrices: Budget.PaidPricesClient { .init(channel: channel) }
    /// What the user could spend less on.
    public var suggestions: Budget.SuggestionsClient { .init(channel: channel) }
    /// The badges that the user gets at milestones.
    public var badges: Budget.BadgesClient { .init(channel: channel) }
    /// Expenditures that come again.
    public var recurring: Budget.RecurringClient { .init(channel: channel) }
    /// Spending that was kept elsewhere, and the user's ledger as a file.
    public var imports: Budget.ImportsClient { .init(channel: channel) }
    /// What spending would have become, had it been invested.
    public var investing: Budget.InvestingClient { .init(channel: channel) }
    /// Where what the user buys costs less.
    public var offers: Budget.OffersClient { .init(channel: channel) }
    /// What things may cost that the user is recommended.
    public var preferences: Budget.PreferencesClient { .init(channel: channel) }
    /// Stores where people shop.
    public var stores: Catalog.StoresClient { .init(channel: channel) }
    /// What products cost at stores that the user can reach.
    public var storePrices: Catalog.StorePricesClient { .init(channel: channel) }
    /// Securities with their prices.
    public var securities: Catalog.SecuritiesClient { .init(channel: channel) }
    /// Brokers outside of Larder with which securities can be bought.
    public var brokers: Catalog.BrokersClient { .init(channel: channel) }
    /// Taxes on what is bought, by region.
    public var taxRates: Catalog.TaxRatesClient { .init(channel: channel) }
    /// Products with their shelf life and nutrition.
    public var products: Catalog.ProductsClient { .init(channel: channel) }
    /// The user's mappings of printed lines to products.
    public var mappings: Catalog.MappingsClient { .init(channel: channel) }
    /// The user's inbox.
    public var inbox: Notifications.InboxClient { .init(channel: channel) }
    /// The user's choices about kinds of notices.
    public var noticePreferences: Notifications.NoticePreferencesClient { .init(channel: channel) }
    /// The browsers to which the user's notices go.
    public var webPush: Notifications.WebPushClient { .init(channel: channel) }
    /// Places that tempt the user to spend, where they are reminded.
    public var temptingPlaces: Notifications.TemptingPlacesClient { .init(channel: channel) }
    /// Eateries that accept orders.
    public var eateries: Orders.EateriesClient { .init(channel: channel) }
    /// The health of all services behind the gateway.
    public var health: RPCMessages.HealthClient { .init(channel: channel) }
}
